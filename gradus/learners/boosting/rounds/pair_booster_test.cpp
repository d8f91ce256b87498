#include "gradus/learners/boosting/rounds/pair_booster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/models/tree_ensemble.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/random_queries.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus::boosting {
namespace {

using testing::random_queries;

/// RankBoost with its pairs written out.
class ExplicitBoost {
  public:
    explicit ExplicitBoost(const Dataset& data) : data_(data), scores_(data.documents()) {
        for (std::size_t query = 0; query < data.queries(); ++query)
            for (std::size_t u = data.query_begins[query]; u < data.query_begins[query + 1]; ++u)
                for (std::size_t v = data.query_begins[query]; v < data.query_begins[query + 1];
                     ++v)
                    if (data.grades()[u] > data.grades()[v]) pairs_.push_back({u, v, 1.0});
        for (Pair& pair : pairs_) pair.weight = 1.0 / static_cast<double>(pairs_.size());
    }

    struct Pair {
        std::size_t u;
        std::size_t v;
        double weight;
    };
    const std::vector<Pair>& pairs() const { return pairs_; }
    const std::vector<double>& scores() const { return scores_; }

    Round find() const {
        Round best;
        for (std::size_t j = 0; j < data_.features.columns(); ++j) {
            std::set<float> values = {std::numeric_limits<float>::lowest()};
            for (std::size_t i = 0; i < data_.documents(); ++i)
                if (!std::isnan(data_.features.row(i)[j])) values.insert(data_.features.row(i)[j]);
            for (const float threshold : values) {
                const Round here{static_cast<std::uint32_t>(j), threshold, 0.0, 0.0};
                double r = 0.0;
                for (const Pair& pair : pairs_)
                    r += pair.weight * (rank(here, pair.u) - rank(here, pair.v));
                if (std::abs(r) > std::abs(best.r) + indifference) best = here, best.r = r;
            }
        }
        best.alpha = weight_of(best.r);
        return best;
    }

    /// Returns Z.
    double add(const Round& round) {
        double sum = 0.0;
        for (Pair& pair : pairs_) {
            pair.weight *= std::exp(-round.alpha * (rank(round, pair.u) - rank(round, pair.v)));
            sum += pair.weight;
        }
        for (Pair& pair : pairs_) pair.weight /= sum;
        for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += round.alpha * rank(round, i);
        return sum;
    }

    double wrong_share() const {
        double wrong = 0.0;
        for (const Pair& pair : pairs_) wrong += scores_[pair.u] <= scores_[pair.v] ? 1.0 : 0.0;
        return wrong / static_cast<double>(pairs_.size());
    }
    double potential(std::size_t document) const {
        double sum = 0.0;
        for (const Pair& pair : pairs_)
            sum += pair.u == document ? pair.weight : pair.v == document ? -pair.weight : 0.0;
        return sum;
    }

  private:
    double rank(const Round& round, std::size_t document) const {
        return data_.features.row(document)[round.feature] > round.threshold ? 1.0 : 0.0;
    }

    const Dataset& data_;
    std::vector<Pair> pairs_;
    std::vector<double> scores_;
};

TEST(PairBooster, FindsWhatASearchOverAllPairsAndThresholdsFinds) {
    std::size_t rounds = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Dataset data = random_queries(seed);
        ExplicitBoost expected(data);
        if (expected.pairs().empty()) continue;
        PairBooster booster(data, {.threads = 1 + static_cast<unsigned>(seed % 3)});
        EXPECT_EQ(booster.distribution().pairs(), static_cast<double>(expected.pairs().size()));
        double bound = 1.0;
        for (int t = 0; t < 12; ++t, ++rounds) {
            const auto found = booster.find();
            const Round wanted = expected.find();
            ASSERT_EQ(found.has_value(), wanted.r != 0.0);
            if (!found) break;
            EXPECT_EQ(found->feature, wanted.feature);
            EXPECT_EQ(found->threshold, wanted.threshold);
            EXPECT_NEAR(found->r, wanted.r, 1e-10);  // sums over documents for sums over pairs
            EXPECT_NEAR(
                found->alpha, wanted.alpha, 1e-9 * (1.0 + std::exp(2 * std::abs(wanted.alpha))));
            booster.add(*found);
            const double z = expected.add(*found);
            EXPECT_NEAR(booster.z(), z, 1e-10);
            EXPECT_LE(booster.z(), std::sqrt(std::max(0.0, 1.0 - found->r * found->r)) + 1e-5);
            bound *= z;
            EXPECT_LE(expected.wrong_share(), bound + 1e-12);
            EXPECT_NEAR(std::exp(booster.distribution().log_mean()), bound, 1e-10);
            double sum = 0.0;
            for (const auto& pair : expected.pairs()) {
                const double weight = booster.distribution().weight(expected.scores()[pair.u],
                                                                    expected.scores()[pair.v]);
                EXPECT_NEAR(weight, pair.weight, 1e-10);
                sum += weight;
            }
            EXPECT_NEAR(sum, 1.0, 1e-10);
            const auto documents = booster.distribution().documents();
            for (std::size_t place = 0; place < documents.size(); ++place)
                EXPECT_NEAR(booster.distribution().potentials()[place],
                            expected.potential(documents[place]),
                            1e-10);
        }
    }
    EXPECT_GT(rounds, 300U);
}

/// One feature, in which the better document is always above.
Dataset separable() {
    Dataset data = testing::graded_data({{1, 0, 0}, {0, 1}});
    data.features = FeatureMatrix(5, 1);
    for (const std::size_t i : {0U, 4U}) data.features.mutable_row(i)[0] = 7.0F;
    return data;
}

TEST(PairBooster, GivesARankerWithoutMistakesAFiniteWeightHoweverOften) {
    const Dataset data = separable();
    PairBooster booster(data, {});
    for (int t = 0; t < 400; ++t) {
        const auto round = booster.find();
        ASSERT_TRUE(round.has_value());
        EXPECT_EQ(round->threshold, 0.0F);
        EXPECT_NEAR(round->r, 1.0, 1e-9);
        EXPECT_NEAR(round->alpha, 0.5 * std::log(2e10), 1e-6);
        booster.add(*round);
    }
    // Scores of 4743 in e^score: the distribution is still the uniform one.
    const auto scores = booster.scores();
    EXPECT_GT(*std::ranges::max_element(scores), 4700.0);
    EXPECT_NEAR(booster.distribution().weight(scores[2], scores[0]), 1.0 / 3.0, 1e-9);
}

TEST(PairBooster, HoldsScoresApartThatNoFloatingPointExponentHolds) {
    // Grade 0 at 0, grade 1 at 5 and 2000, grade 2 at 2000: pairs with exponents −5, −2000 and 0.
    const Dataset data = testing::graded_data({{0, 1, 1, 2}});
    PairDistribution distribution(data, "grade", PairRule::grades, 1);
    distribution.update(std::vector<double>{0.0, 5.0, 2000.0, 2000.0});
    const double total = 1.0 + std::exp(-5.0);
    EXPECT_NEAR(distribution.potentials()[0], -std::exp(-5.0) / total, 1e-12);
    EXPECT_NEAR(distribution.potentials()[1], std::exp(-5.0) / total, 1e-12);
    EXPECT_NEAR(distribution.potentials()[2], -1.0 / total, 1e-12);
    EXPECT_NEAR(distribution.potentials()[3], 1.0 / total, 1e-12);
}

TEST(PairBooster, TakesGradesOfAnySize) {
    Dataset data = testing::graded_data({{0.25F, 1e30F, 3.5F, 0.25F}, {1e-30F, 0.0F}});
    data.features = FeatureMatrix(6, 1);
    for (const std::size_t i : {1U, 2U, 4U}) data.features.mutable_row(i)[0] = 1.0F;
    const PairBooster booster(data, {});
    EXPECT_EQ(booster.distribution().pairs(), 6.0);
    EXPECT_NEAR(PairBooster(data, {}).find()->r, 5.0 / 6.0, 1e-12);
}

TEST(PairBooster, FindsNothingWhereNoFeatureTellsDocumentsApart) {
    Dataset data = testing::graded_data({{1, 0}});
    data.features = FeatureMatrix(2, 2);
    EXPECT_FALSE(PairBooster(data, {}).find().has_value());
    for (const std::size_t i : {0U, 1U}) data.features.mutable_row(i)[1] = std::nanf("");
    EXPECT_FALSE(PairBooster(data, {}).find().has_value());
    data.features = FeatureMatrix(2, 0);
    EXPECT_FALSE(PairBooster(data, {}).find().has_value());
}

TEST(PairBooster, TellsAMissingValueFromAnyOther) {
    Dataset data = testing::graded_data({{1, 0}});
    data.features = FeatureMatrix(2, 1);
    data.features.mutable_row(0)[0] = std::nanf("");
    data.features.mutable_row(1)[0] = -1e30F;
    PairBooster booster(data, {});
    const auto round = booster.find();
    ASSERT_TRUE(round.has_value());
    EXPECT_EQ(round->r, -1.0);
    const auto model = booster.model({&*round, 1}, {});
    EXPECT_GT(model->score(data.features.row(0)), model->score(data.features.row(1)));
}

TEST(PairBooster, RefusesDataWithoutPairs) {
    Dataset data = testing::graded_data({{1, 1}, {0}, {}, {std::nanf(""), 2}});
    EXPECT_EQ(testing::error_message([&] { PairBooster(data, {}); }),
              "training data: no query has documents whose order could be learned; give data with "
              "different grades within queries");
}

TEST(PairBooster, MakesAModelThatScoresLikeItself) {
    const Dataset data = random_queries(5, {.queries = 12, .features = 4});
    PairBooster booster(data, {});
    std::vector<Round> rounds;
    std::vector<double> scores(data.documents());
    for (int t = 0; t < 20; ++t) {
        rounds.push_back(*booster.find());
        booster.add(rounds.back());
        booster.score(rounds.back(), data, scores);
    }
    const auto documents = booster.distribution().documents();
    const auto model = booster.model(rounds, {});
    for (std::size_t i = 0; i < data.documents(); ++i)
        EXPECT_EQ(model->score(data.features.row(i)), static_cast<float>(scores[i]));
    for (std::size_t place = 0; place < documents.size(); ++place)
        EXPECT_EQ(scores[documents[place]], booster.scores()[place]);
    for (const Tree& tree : model->as<TreeEnsemble>()->trees()) {
        EXPECT_EQ(tree_objection(tree, 4), "");
        EXPECT_EQ(tree.splits[0].documents, documents.size());
        EXPECT_EQ(tree.leaves[0].documents + tree.leaves[1].documents, documents.size());
    }
}

TEST(StumpColumns, OffersAtMostSoManyThresholdsAtQuantiles) {
    FeatureMatrix features(100, 1);
    std::vector<std::uint32_t> documents;
    for (std::uint32_t i = 0; i < 100; ++i) {
        features.mutable_row(i)[0] = static_cast<float>(i);
        documents.push_back(i);
    }
    const auto offered = [&](std::size_t most) {
        const StumpColumns columns(features, documents, most, 1);
        return std::vector<float>(columns.thresholds(0).begin(), columns.thresholds(0).end());
    };
    EXPECT_EQ(offered(0).size(), 99U);
    EXPECT_EQ(offered(3), (std::vector<float>{24, 49, 74}));
    EXPECT_EQ(offered(1000).size(), 99U);
    const StumpColumns columns(features, documents, 3, 1);
    EXPECT_EQ(columns.above(0, 2).size(), 25U);
    EXPECT_EQ(columns.above(0, 0).size(), 75U);
    EXPECT_EQ(columns.step(0, 0).size(), 25U);
    EXPECT_EQ(columns.above(Round{.feature = 0, .threshold = 49.0F}).size(), 50U);
}

}  // namespace
}  // namespace gradus::boosting
