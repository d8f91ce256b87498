#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

// R = 2, three judged nonrelevant documents. The first relevant document stands below one of them,
// 1 − 1/2; the second below two and an unjudged one, 1 − 2/2.
TEST(Bpref, GivesTheHandComputedValue) {
    const std::vector<double> grades = {0, 1, 0, 0, 1};
    const std::vector<unsigned char> judged = {1, 1, 0, 1, 1};
    const std::vector<double> ideal = {1, 1, 0, 0, 0};
    EXPECT_DOUBLE_EQ(make_measure("bpref")->score({grades, ideal, 1, judged}), 0.25);
}

TEST(Bpref, DividesByTheNonrelevantDocumentsWhereTheyAreFewer) {
    const std::vector<double> grades = {2, 0, 2, 2};
    const std::vector<double> ideal = {2, 2, 2, 0};
    EXPECT_DOUBLE_EQ(make_measure("bpref")->score({grades, ideal}), 1.0 / 3.0);
}

TEST(Bpref, IgnoresUnjudgedDocuments) {
    const std::vector<double> grades = {0, 0, 1};
    const std::vector<unsigned char> judged = {0, 0, 1};
    const std::vector<double> ideal = {1, 1, 0};
    EXPECT_DOUBLE_EQ(make_measure("bpref")->score({grades, ideal, 1, judged}), 0.5);
}

TEST(Bpref, IsUndefinedWithoutARelevantDocument) {
    const std::vector<double> grades = {1, 0};
    EXPECT_TRUE(std::isnan(make_measure("bpref(rel=2)")->score({grades, grades})));
}

}  // namespace
}  // namespace gradus
