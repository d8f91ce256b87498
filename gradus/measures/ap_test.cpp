#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/soft_example.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::soft_of_five_documents;

double value(const std::string& measure, const std::vector<double>& grades) {
    return make_measure(measure)->score(graded_list(grades).ranked());
}

TEST(Ap, GivesTheWorkedExample) {  // by hand: (1/1 + 2/3 + 3/4 + 4/6)/4, and (1/1 + 2/4)/2
    const std::vector<double> grades = {2, 0, 1, 2, 0, 1};
    EXPECT_NEAR(value("AP", grades), 0.770833333, 1e-9);
    EXPECT_NEAR(value("AP(rel=2)", grades), 0.75, 1e-12);
}

TEST(Ap, DividesByWhatItsParameterSays) {
    const GradedList list = {{1, 0, 1, 1, 0}, {1, 1, 1, 1, 0, 0}};  // one relevant is not retrieved
    const auto score = [&](const char* text) { return make_measure(text)->score(list.ranked()); };
    EXPECT_DOUBLE_EQ(score("AP"), (1.0 + 2.0 / 3 + 3.0 / 4) / 4);
    EXPECT_DOUBLE_EQ(score("AP@3"), (1.0 + 2.0 / 3) / 4);
    EXPECT_DOUBLE_EQ(score("AP(over=cutoff)@3"), (1.0 + 2.0 / 3) / 3);
    EXPECT_DOUBLE_EQ(score("AP(over=cutoff)"), (1.0 + 2.0 / 3 + 3.0 / 4) / 4);
    EXPECT_DOUBLE_EQ(score("AP(over=retrieved)"), (1.0 + 2.0 / 3 + 3.0 / 4) / 3);
}

TEST(Ap, IsUndefinedWithoutRelevantDocuments) {
    EXPECT_TRUE(std::isnan(value("AP", {0, 0})));
    EXPECT_TRUE(std::isnan(value("AP", {})));
    EXPECT_TRUE(std::isnan(value("AP", {0.5})));
    EXPECT_EQ(value("AP", {2, 2, 2}), 1.0);
    EXPECT_TRUE(std::isnan(make_measure("AP(over=retrieved)")->score({{}, {}, 0.0})));
}

// Yilmaz & Robertson, Information Retrieval 13, 2010: two lists that precision at 10 cannot tell
// apart.
TEST(Ap, TellsApartWhatPrecisionAtTenDoesNot) {
    std::vector<double> good(20, 0.0);
    std::vector<double> bad(20, 0.0);
    for (const std::size_t rank : {1U, 2U, 11U, 12U, 13U}) good[rank - 1] = 1.0;
    for (const std::size_t rank : {8U, 9U, 18U, 19U, 20U}) bad[rank - 1] = 1.0;
    EXPECT_NEAR(value("AP", good), 0.598, 5e-4);
    EXPECT_NEAR(value("AP", bad), 0.195, 5e-4);
}

// Yue, Finley, Radlinski & Joachims, SIGIR 2007, Tables 1-4: two rankings of one list and its
// reverse.
TEST(Ap, GivesThePublishedToyModels) {
    EXPECT_NEAR(value("AP", {1, 0, 0, 0, 0, 1, 1, 0}), 0.5873, 5e-5);
    EXPECT_NEAR(value("AP", {0, 1, 1, 0, 0, 0, 0, 1}), 0.5139, 5e-5);
    EXPECT_NEAR(value("AP", {1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0}), 0.5635, 5e-5);
    EXPECT_NEAR(value("AP", {0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1}), 0.5109, 5e-5);
}

TEST(Ap, ChangesUnderASwapAsInTheWorkedExample) {
    const GradedList list = graded_list({2, 0, 1, 2, 0, 1});
    Scratch scratch;
    const SwapRows<double>& rows = make_measure("AP")->swap(list.ranked(), scratch);
    std::vector<double> changes(6);
    rows.fill(1, changes);
    EXPECT_NEAR(changes[3], 0.145833333, 1e-9);
    rows.fill(0, changes);
    EXPECT_NEAR(changes[4], -0.245833333, 1e-9);
}

TEST(Ap, HasTheSmoothFormsOfTheWorkedExample) {
    EXPECT_NEAR(soft_of_five_documents(
                    "AP", {-0.07920431, 0.06766267, 0.06615081, -0.09028671, 0.03567754}),
                0.6247544458,
                1e-9);
    EXPECT_NEAR(
        soft_of_five_documents("AP(form=contest)",
                               {-0.11342781, 0.09104325, 0.08099810, -0.08841339, 0.02979985}),
        0.6440853515,
        1e-9);
}

TEST(Ap, HasNoSmoothRatioWithACutoff) {
    EXPECT_EQ(make_measure("AP@3")->soft(), nullptr);
    EXPECT_NE(make_measure("AP(form=contest)@3")->soft(), nullptr);
}

}  // namespace
}  // namespace gradus
