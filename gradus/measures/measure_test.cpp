#include "gradus/measures/measure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

/// The battery that every measure of the catalogue inherits.
class EveryMeasure : public ::testing::TestWithParam<std::string> {
  protected:
    std::unique_ptr<const Measure> measure_ = make_measure(GetParam());

    double value(const std::vector<float>& grades) const {
        std::vector<float> ideal = grades;
        std::ranges::sort(ideal, std::greater());
        return measure_->score({grades, ideal});
    }
};

std::vector<float> random_grades(Random& random) {
    std::vector<float> grades(1 + random.below(30));
    for (float& grade : grades) grade = static_cast<float>(random.below(5));
    return grades;
}

TEST_P(EveryMeasure, LiesBetweenZeroAndOneAndIsBestInTheIdealOrder) {
    Random random(1, "lists");
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<float> grades = random_grades(random);
        const double here = value(grades);
        std::ranges::sort(grades, std::greater());
        const double best = value(grades);
        if (std::isnan(here)) {
            EXPECT_TRUE(std::isnan(best));
            continue;
        }
        EXPECT_GE(here, 0.0);
        EXPECT_LE(here, best + 1e-12);  // sums of at most 30 terms in another order
        EXPECT_LE(best, 1.0 + 1e-12);
    }
}

TEST_P(EveryMeasure, NeverFallsWhenABetterDocumentMovesUp) {
    Random random(2, "lists");
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<float> grades = random_grades(random);
        const double before = value(grades);
        const std::size_t i = random.below(grades.size());
        const std::size_t j = random.below(grades.size());
        if (grades[std::max(i, j)] <= grades[std::min(i, j)] || std::isnan(before)) continue;
        std::swap(grades[i], grades[j]);
        EXPECT_GE(value(grades), before - 1e-12);
    }
}

TEST_P(EveryMeasure, TakesAnEmptyListAndAListOfOne) {
    EXPECT_FALSE(std::isinf(value({})));
    EXPECT_FALSE(std::isinf(value({3.0F})));
    EXPECT_FALSE(std::isinf(value({0.0F})));
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const MeasureEntry* entry : all_measures()) all.emplace_back(entry->name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryMeasure, ::testing::ValuesIn(names()), [](const auto& test) {
    return test.param;
});

TEST(MakeMeasure, NamesTheNearestMeasure) {
    try {
        make_measure("nCDG@10");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(
            std::string(error.what())
                .find(
                    "measure 'nCDG@10': unknown name 'ncdg'; did you mean 'ndcg'? choose one of: "),
            0U)
            << error.what();
    }
}

}  // namespace
}  // namespace gradus
