#include "gradus/measures/named_measure.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/graded_lists.hpp"

namespace gradus {
namespace {

TEST(NamedMeasure, HasAMeasureAColumnAndATolerance) {
    const NamedMeasure target = named_measure("AUC(rel=2, labels=Click, tolerance=0.01)");
    EXPECT_EQ(target.text, "auc(labels=Click, tolerance=0.01, rel=2)");
    EXPECT_EQ(target.labels, "Click");
    EXPECT_EQ(target.tolerance, 0.01);
    EXPECT_EQ(target.measure->score(testing::graded_list({2, 1, 2}).ranked()), 0.5);
    EXPECT_EQ(named_measure("CNDCG@3").labels, "click");
    EXPECT_EQ(named_measure("nDCG@5").labels, "grade");
    EXPECT_EQ(named_measure("nDCG@5").tolerance, 0.0);
}

TEST(NamedMeasure, RefusesAToleranceBelowZeroAndNoColumn) {
    for (const auto& [text, message] : {
             std::pair{"AUC(tolerance=-1)",
                       "measure 'AUC(tolerance=-1)': tolerance=-1 is not a number from 0; the "
                       "default is 0"},
             {"AUC(labels=)", "measure 'AUC(labels=)': labels= names no column; name one"},
         }) {
        try {
            named_measure(text);
            FAIL() << "no error";
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(), message);
        }
    }
}

TEST(CompareTiers, IsDecidedByTheFirstThatDiffers) {
    const std::vector<double> a = {0.5, 0.3, 0.2};
    const std::vector<double> b = {0.5, 0.3, 0.1};
    const std::vector<double> c = {0.4995, 0.9, 0.9};
    EXPECT_EQ(compare_tiers(a, b), 1);
    EXPECT_EQ(compare_tiers(b, a), -1);
    EXPECT_EQ(compare_tiers(a, a), 0);
    EXPECT_EQ(compare_tiers(a, c), 1);
    const std::vector<double> tolerances = {0.001};
    EXPECT_EQ(compare_tiers(a, c, tolerances), -1);
    EXPECT_EQ(compare_tiers({}, {}), 0);
}

TEST(CompareTiers, CountsADifferenceOfTheToleranceAsNone) {
    const std::vector<double> a = {0.75};
    const std::vector<double> b = {0.5};
    const std::vector<double> tolerances = {0.25};
    EXPECT_EQ(compare_tiers(a, b, tolerances), 0);
    EXPECT_EQ(compare_tiers(b, a, tolerances), 0);
}

TEST(CompareTiers, PutsUndefinedBelowAnyNumber) {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> a = {nothing, 0.5};
    const std::vector<double> b = {-1.0, 0.1};
    const std::vector<double> c = {nothing, 0.1};
    EXPECT_EQ(compare_tiers(a, b), -1);
    EXPECT_EQ(compare_tiers(b, a), 1);
    EXPECT_EQ(compare_tiers(a, c), 1);
}

}  // namespace
}  // namespace gradus
