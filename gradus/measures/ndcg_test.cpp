#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

double ndcg(const std::string& measure, const std::vector<double>& grades) {
    std::vector<double> ideal = grades;
    std::ranges::sort(ideal, std::greater());
    return make_measure(measure)->score({grades, ideal});
}

// Computed by hand for the grades (2,0,1,2,0,1).
TEST(Ndcg, GivesTheWorkedExample) {
    const std::vector<double> grades = {2, 0, 1, 2, 0, 1};
    EXPECT_NEAR(ndcg("NDCG", grades), 0.884050327, 1e-9);
    EXPECT_NEAR(ndcg("nDCG@3", grades), 0.649014792, 1e-9);
    const double gained = 2 + 1 / std::log2(4) + 2 / std::log2(5) + 1 / std::log2(7);
    const double ideal = 2 + 2 / std::log2(3) + 1 / std::log2(4) + 1 / std::log2(5);
    EXPECT_NEAR(ndcg("NDCG(gain=linear)", grades), gained / ideal, 1e-12);
}

TEST(Ndcg, IsUndefinedWithoutGain) {
    EXPECT_TRUE(std::isnan(ndcg("NDCG", {0, 0})));
}

TEST(Ndcg, SurvivesLargeGrades) {
    EXPECT_NEAR(ndcg("NDCG", {0, 2000}), 1 / std::log2(3), 1e-12);
}

}  // namespace
}  // namespace gradus
