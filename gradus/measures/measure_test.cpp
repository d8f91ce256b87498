#include "gradus/measures/measure.hpp"

#include <cmath>
#include <filesystem>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/measures/spelling.hpp"
#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/measure_examples.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;
using testing::test_name;

class EveryMeasure : public ::testing::TestWithParam<std::string> {
  protected:
    double value(const GradedList& list) const { return measure_->score(list.ranked()); }

    std::shared_ptr<const Measure> measure_ = make_measure(GetParam());
    Scratch scratch_;
};
class EveryMonotoneMeasure : public EveryMeasure {};
class EverySoftMeasure : public EveryMeasure {};
class EveryExpectedMeasure : public EveryMeasure {};

TEST_P(EveryMeasure, LiesInItsIntervalAndIsBestInTheIdealOrder) {
    Random random(1, "lists");
    for (int trial = 0; trial < 300; ++trial) {
        const GradedList list = random_list(random, 1 + random.below(30));
        const double here = value(list);
        const double best = value(graded_list(list.ideal));
        if (std::isnan(here)) {
            EXPECT_TRUE(std::isnan(best));
            continue;
        }
        EXPECT_GE(here, measure_->least() - 1e-12);  // sums of at most 30 terms in another order
        EXPECT_LE(here, best + 1e-12);
        EXPECT_LE(best, measure_->most() + 1e-12);
    }
}

// A measure that is the same for all lists would pass every other battery.
TEST_P(EveryMeasure, TellsAnOrderFromItsReverse) {
    Random random(8, "lists");
    for (int trial = 0; trial < 300; ++trial) {
        GradedList list = random_list(random, 1 + random.below(30));
        std::vector<unsigned char> judged;
        for (const double grade : list.grades) judged.push_back(grade > 0 || random.chance(0.5));
        const double before = measure_->score({list.grades, list.ideal, list.highest, judged});
        std::ranges::reverse(list.grades);
        std::ranges::reverse(judged);
        const double after = measure_->score({list.grades, list.ideal, list.highest, judged});
        if (std::abs(before - after) > 1e-9) return;
    }
    FAIL() << "the same value for each of 300 lists and its reverse";
}

TEST_P(EveryMonotoneMeasure, NeverFallsWhenABetterDocumentMovesUp) {
    Random random(2, "lists");
    for (int trial = 0; trial < 300; ++trial) {
        GradedList list = random_list(random, 1 + random.below(30), random.below(3));
        const double before = value(list);
        const std::size_t i = random.below(list.grades.size());
        const std::size_t j = random.below(list.grades.size());
        if (list.grades[std::max(i, j)] <= list.grades[std::min(i, j)] || std::isnan(before))
            continue;
        std::swap(list.grades[i], list.grades[j]);
        EXPECT_GE(value(list), before - 1e-12);
    }
}

TEST_P(EveryMeasure, TakesAnEmptyListAndAListOfOne) {
    for (const std::vector<double>& grades :
         std::vector<std::vector<double>>{{}, {3.0}, {0.0}, {2.0, 2.0}}) {
        EXPECT_FALSE(std::isinf(value(graded_list(grades))));
        EXPECT_FALSE(std::isinf(measure_->score({{}, grades, 4.0})));
    }
}

TEST_P(EveryMeasure, ChangesUnderASwapAsScoringAgainSays) {
    Random random(3, "lists");
    for (int trial = 0; trial < 60; ++trial) {
        const std::size_t n = 1 + random.below(40);
        const GradedList list = random_list(random, n, random.below(3));
        scratch_.clear();
        const auto& exact = measure_->swap(list.ranked(), scratch_);
        const auto& rough = measure_->swap_float(list.ranked(), scratch_);
        const auto& again = rescoring_rows<double>(*measure_, list.ranked(), scratch_);
        if (std::isnan(value(list))) {
            EXPECT_EQ(exact.reach(), 0U);
            EXPECT_EQ(rough.reach(), 0U);
            continue;
        }
        std::vector<double> fast(n);
        std::vector<double> slow(n);
        std::vector<float> in_float(n);
        for (std::size_t a = 0; a < n; ++a) {
            again.fill(a, slow);
            if (a < exact.reach()) {
                exact.fill(a, fast);
                rough.fill(a, in_float);
            } else {
                std::ranges::fill(fast, 0.0);
                std::ranges::fill(in_float, 0.0F);
            }
            for (std::size_t b = a + 1; b < n; ++b) {
                const double size = std::max(1.0, std::abs(slow[b]));  // DCG grows beyond 1
                ASSERT_NEAR(fast[b], slow[b], 1e-12 * size)
                    << "trial " << trial << ": " << a << " " << b;
                ASSERT_NEAR(static_cast<double>(in_float[b]), slow[b], 1e-5 * size)
                    << "trial " << trial << ": " << a << " " << b;
            }
        }
    }
}

TEST_P(EveryMeasure, HasFactorsWhoseProductsAreItsChanges) {
    Random random(9, "lists");
    for (int trial = 0; trial < 30; ++trial) {
        const std::size_t n = 1 + random.below(20);
        const GradedList list = random_list(random, n, random.below(3));
        scratch_.clear();
        const auto factors = measure_->swap_factors(list.ranked(), scratch_);
        if (!factors) return;
        const auto& rows = measure_->swap(list.ranked(), scratch_);
        EXPECT_EQ(factors->reach, rows.reach());
        std::vector<double> row(n);
        for (std::size_t a = 0; a < rows.reach(); ++a) {
            rows.fill(a, row);
            for (std::size_t b = a + 1; b < n; ++b) {
                const double gain = factors->gains[b] - factors->gains[a];
                const double discount = factors->discounts[a] - factors->discounts[b];
                ASSERT_DOUBLE_EQ(row[b], gain * discount) << "trial " << trial;
                ASSERT_GE(discount, 0.0);
                ASSERT_GE(gain * (list.grades[b] - list.grades[a]), 0.0);
            }
        }
    }
}

TEST_P(EverySoftMeasure, HasASoftFormWhoseGradientIsTheDerivative) {
    Random random(4, "lists");
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t n = 1 + random.below(12);
        GradedList list = random_list(random, n, random.below(3));
        const double sigma = 0.2 + random.uniform();
        if (trial % 4 == 0) std::ranges::fill(list.scores, 0.5);
        std::vector<double> gradient(n);
        std::vector<double> ignored(n);
        scratch_.clear();
        const double soft = soft_value(*measure_->soft(), list.scored(), sigma, gradient, scratch_);
        EXPECT_EQ(std::isnan(soft), std::isnan(value(list)));
        double sum = 0.0;
        for (const double score_gradient : gradient) sum += score_gradient;
        EXPECT_NEAR(sum, 0.0, 1e-10);
        if (std::isnan(soft)) continue;
        for (std::size_t i = 0; i < n; ++i) {
            const double step = 1e-5;
            const double here = list.scores[i];
            list.scores[i] = here + step;
            const double up =
                soft_value(*measure_->soft(), list.scored(), sigma, ignored, scratch_);
            list.scores[i] = here - step;
            const double down =
                soft_value(*measure_->soft(), list.scored(), sigma, ignored, scratch_);
            list.scores[i] = here;
            // Central differences: error of order step² times the third derivative.
            ASSERT_NEAR(gradient[i], (up - down) / (2 * step), 2e-7 * std::max(1.0, std::abs(soft)))
                << "trial " << trial;
        }
    }
}

TEST_P(EverySoftMeasure, HasASoftFormThatTendsToTheValue) {
    Random random(5, "lists");
    for (int trial = 0; trial < 60; ++trial) {
        const std::size_t n = 1 + random.below(15);
        GradedList list = random_list(random, n, random.below(3));
        for (std::size_t i = 0; i < n; ++i) list.scores[i] = -static_cast<double>(i);  // rank order
        std::vector<double> gradient(n);
        scratch_.clear();
        const double soft = soft_value(*measure_->soft(), list.scored(), 0.01, gradient, scratch_);
        const double hard = value(list);
        if (std::isnan(hard)) {
            EXPECT_TRUE(std::isnan(soft));
        } else {
            EXPECT_NEAR(soft, hard, 1e-9 * std::max(1.0, std::abs(hard)));
        }
    }
}

TEST_P(EveryExpectedMeasure, HasAnExpectationThatEqualsEnumeration) {
    Random random(7, "chances");
    for (int trial = 0; trial < 30; ++trial) {
        const std::size_t ranks = 1 + random.below(5);
        const std::vector<double> levels =
            trial % 2 == 0 ? std::vector<double>{1.0} : std::vector<double>{1.0, 2.0, 4.0};
        std::vector<std::vector<double>> chance(ranks);  // of each grade, 0 first
        std::vector<double> at_least(ranks * levels.size());
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            double total = 0.0;
            for (std::size_t j = 0; j <= levels.size(); ++j) {
                chance[rank].push_back(0.05 + random.uniform());
                total += chance[rank].back();
            }
            double above = 0.0;
            for (std::size_t j = levels.size(); j > 0; --j) {
                above += chance[rank][j] / total;
                at_least[rank * levels.size() + j - 1] = above;
            }
            for (double& c : chance[rank]) c /= total;
        }
        std::vector<double> ideal = {4.0, 2.0, 1.0, 1.0, 0.0};
        if (trial % 2 == 0) ideal = {1.0, 1.0, 0.0};
        double expected = 0.0;
        std::vector<std::size_t> choice(ranks, 0);
        for (bool more = true; more;) {
            std::vector<double> grades(ranks);
            double probability = 1.0;
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                grades[rank] = choice[rank] == 0 ? 0.0 : levels[choice[rank] - 1];
                probability *= chance[rank][choice[rank]];
            }
            expected += probability * measure_->score({grades, ideal, 4.0});
            std::size_t rank = 0;
            while (rank < ranks && ++choice[rank] > levels.size()) choice[rank++] = 0;
            more = rank < ranks;
        }
        std::vector<double> score_gradients(at_least.size(), 1.0);  // to be overwritten
        std::vector<double> ignored(at_least.size());
        scratch_.clear();
        const GradeChances chances{levels, at_least, ideal, 4.0};
        const double result = measure_->expect()->value(chances, score_gradients, scratch_);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(result)) << "trial " << trial;
            EXPECT_EQ(score_gradients, std::vector<double>(score_gradients.size(), 0.0))
                << "trial " << trial;
            continue;
        }
        const double size = std::max(1.0, std::abs(expected));
        EXPECT_NEAR(result, expected, 1e-11 * size) << "trial " << trial;
        for (std::size_t i = 0; i < at_least.size(); ++i) {
            const double step = 1e-6;
            const double here = at_least[i];
            at_least[i] = here + step;
            const double up = measure_->expect()->value(chances, ignored, scratch_);
            at_least[i] = here - step;
            const double down = measure_->expect()->value(chances, ignored, scratch_);
            at_least[i] = here;
            EXPECT_NEAR(score_gradients[i], (up - down) / (2 * step), 1e-7 * size)
                << "trial " << trial;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalog,
                         EveryMeasure,
                         ::testing::ValuesIn(testing::examples_of(all_measures())),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Catalog,
                         EveryMonotoneMeasure,
                         ::testing::ValuesIn(testing::examples_with([](const Measure& m) {
                             return m.is_monotone();
                         })),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Catalog,
                         EverySoftMeasure,
                         ::testing::ValuesIn(testing::examples_with([](const Measure& m) {
                             return m.soft() != nullptr;
                         })),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Catalog,
                         EveryExpectedMeasure,
                         ::testing::ValuesIn(testing::examples_with([](const Measure& m) {
                             return m.expect() != nullptr;
                         })),
                         test_name);

TEST(MakeMeasure, NamesTheNearestMeasure) {
    try {
        make_measure("nCDG@10");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "measure 'nCDG@10': unknown name 'ncdg'; did you mean 'ndcg'?");
        EXPECT_EQ(error.kind(), ErrorKind::usage);
    }
}

TEST(MakeMeasure, HasAnExampleOfEveryMeasure) {
    for (const MeasureEntry* entry : all_measures()) {
        EXPECT_FALSE(entry->examples.empty()) << entry->name;
        for (const std::string& example : testing::examples_of(std::span(&entry, 1))) {
            EXPECT_EQ(read_measure(example, measure_place(example)).entry, entry) << example;
        }
    }
}

TEST(MakeMeasure, NamesEachMeasureAsItsFile) {
    for (const MeasureEntry* entry : all_measures()) {
        const std::filesystem::path file =
            std::filesystem::path(GRADUS_MODULE_DIR) / (std::string(entry->name) + ".cpp");
        EXPECT_TRUE(std::filesystem::exists(file)) << file;
    }
}

}  // namespace
}  // namespace gradus
