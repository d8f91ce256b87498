#include "gradus/learners/boosting/rounds/query_booster.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/models/linear.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/random_queries.hpp"
#include "gradus/testing/scored_data.hpp"
#include "gradus/testing/tied_orders.hpp"

namespace gradus::boosting {
namespace {

using testing::random_queries;

/// AdaRank as it is told, a query and an order at a time.
class PlainBoost {
  public:
    PlainBoost(const Dataset& data, const Measure& measure, const QueryBoosterOptions& options)
        : data_(data), measure_(measure), options_(options), scores_(data.documents()) {
        for (const float grade : data.grades())
            if (grade > highest_) highest_ = static_cast<double>(grade);
        for (std::size_t query = 0; query < data.queries(); ++query)
            if (!std::isnan(value(query, scores_))) queries_.push_back(query);
        weights_.assign(queries_.size(), 1.0 / static_cast<double>(queries_.size()));
    }

    Round find() const {
        Round best;
        for (std::size_t j = 0; j < data_.features.columns(); ++j) {
            for (const double sign : {1.0, -1.0}) {
                if (sign < 0.0 && options_.directions == Directions::down) continue;
                if (set_aside_.contains({j, sign})) continue;
                const std::vector<double> ranked =
                    moved(std::vector<double>(scores_.size()), j, sign);
                double r = 0.0;
                for (std::size_t i = 0; i < queries_.size(); ++i)
                    r += weights_[i] * value(queries_[i], ranked);
                if (r <= std::abs(best.r) + indifference) continue;
                best.feature = static_cast<std::uint32_t>(j);
                best.r = sign * r;
            }
        }
        const double r = std::abs(best.r);
        best.alpha = std::copysign(0.5 * std::log((1.0 + r) / std::max(1.0 - r, 1e-12)), best.r);
        return best;
    }

    void add(const Round& round) {
        scores_ = moved(scores_, round.feature, round.alpha);
        double total = 0.0;
        double sum = 0.0;
        for (std::size_t i = 0; i < queries_.size(); ++i) {
            const double here = value(queries_[i], scores_);
            sum += here;
            weights_[i] = std::exp(-here);
            total += weights_[i];
        }
        for (double& weight : weights_) weight /= total;
        const std::pair<std::size_t, double> ranker{round.feature, round.alpha < 0.0 ? -1.0 : 1.0};
        if (sum > best_ + 1e-12) {
            came_back_ = came_back_ || !set_aside_.empty();
            set_aside_.clear();
            best_ = sum;
        } else if (options_.set_aside && ranker == newest_) {
            set_aside_.insert(ranker);
        }
        newest_ = ranker;
    }

    const std::vector<std::size_t>& queries() const { return queries_; }
    const std::vector<double>& weights() const { return weights_; }
    /// Whether a feature that was set aside could be chosen again.
    bool came_back() const { return came_back_; }

  private:
    std::vector<double> moved(std::vector<double> from, std::size_t feature, double by) const {
        for (std::size_t i = 0; i < from.size(); ++i) {
            const float x = data_.features.row(i)[feature];
            if (!std::isnan(x)) from[i] += by * static_cast<double>(x);
        }
        return from;
    }
    double value(std::size_t query, const std::vector<double>& scores) const {
        const std::size_t begin = data_.query_begins[query];
        std::vector<double> grades;
        for (std::size_t i = begin; i < data_.query_begins[query + 1]; ++i)
            grades.push_back(static_cast<double>(data_.grades()[i]));
        return testing::mean_over_orders(
            measure_, grades, std::span(scores).subspan(begin, grades.size()), highest_);
    }

    const Dataset& data_;
    const Measure& measure_;
    QueryBoosterOptions options_;
    double highest_ = 0.0;
    std::vector<double> scores_;
    std::vector<std::size_t> queries_;
    std::vector<double> weights_;
    double best_ = -1.0;
    std::pair<std::size_t, double> newest_ = {0, 0.0};
    std::set<std::pair<std::size_t, double>> set_aside_;
    bool came_back_ = false;
};

TEST(QueryBooster, DoesWhatAPlainAdaRankDoes) {
    bool came_back = false;
    for (const char* text : {"NDCG", "AP(rel=2)", "RR", "NDCG@2", "AUC"}) {
        const NamedMeasure target = named_measure(text);
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            SCOPED_TRACE(std::string(text) + " " + std::to_string(seed));
            Dataset data = random_queries(seed, {.most_documents = 5, .missing = 0.1});
            std::vector<float> grades(data.grades().begin(), data.grades().end());
            for (float& grade : grades)
                if (std::isnan(grade)) grade = 0.0F;
            data.labels[0].values = grades;
            const QueryBoosterOptions options{
                .directions = seed % 2 == 0 ? Directions::both : Directions::down,
                .set_aside = seed % 4 < 2,
                .threads = 2};
            PlainBoost expected(data, *target.measure, options);
            if (expected.queries().empty()) continue;
            QueryBooster booster(data, target, options);
            ASSERT_EQ(booster.queries().size(), expected.queries().size());
            for (int t = 0; t < 12; ++t) {
                const Round wanted = expected.find();
                const auto found = booster.find();
                ASSERT_EQ(found.has_value(), wanted.r != 0.0);
                if (!found) break;
                EXPECT_EQ(found->feature, wanted.feature);
                EXPECT_NEAR(found->r, wanted.r, 1e-10);
                EXPECT_NEAR(found->alpha, wanted.alpha, 1e-6);  // r near 1 is at a pole
                booster.add(*found);
                expected.add(*found);
                double sum = 0.0;
                for (std::size_t i = 0; i < expected.queries().size(); ++i) {
                    EXPECT_NEAR(booster.weights()[i], expected.weights()[i], 1e-10);
                    sum += booster.weights()[i];
                }
                EXPECT_NEAR(sum, 1.0, 1e-12);
            }
            came_back = came_back || expected.came_back();
        }
    }
    EXPECT_TRUE(came_back);
}

/// Two queries of two documents. Feature 0 is right in both, feature 1 in the first alone, feature
/// 2 is constant.
Dataset two_queries() {
    Dataset data = testing::graded_data({{1, 0}, {1, 0}, {0, 0}});
    data.features = FeatureMatrix(6, 3);
    for (const std::size_t i : {0U, 2U}) data.features.mutable_row(i)[0] = 1.0F;
    for (const std::size_t i : {0U, 3U}) data.features.mutable_row(i)[1] = 1.0F;
    return data;
}

TEST(QueryBooster, LeavesOutQueriesInWhichTheMeasureIsUndefined) {
    const Dataset data = two_queries();
    const NamedMeasure target = named_measure("NDCG");
    QueryBooster booster(data, target, {});
    EXPECT_EQ(std::vector<std::size_t>(booster.queries().begin(), booster.queries().end()),
              (std::vector<std::size_t>{0, 1}));
    const auto round = booster.find();
    EXPECT_EQ(round->feature, 0U);
    EXPECT_NEAR(round->r, 1.0, 1e-12);
    EXPECT_LT(round->alpha, 20.0);
    booster.add(*round);
    EXPECT_NEAR(*booster.value(), 2.0 / 3.0, 1e-12);
}

TEST(QueryBooster, TakesAFeatureTheOtherWayRoundWhereItMay) {
    Dataset data = two_queries();
    for (std::size_t i = 0; i < 6; ++i)
        for (float& x : data.features.mutable_row(i)) x = -x;
    const NamedMeasure target = named_measure("NDCG");
    QueryBooster both(data, target, {.directions = Directions::both});
    EXPECT_EQ(both.find()->feature, 0U);
    EXPECT_NEAR(both.find()->r, -1.0, 1e-12);
    EXPECT_LT(both.find()->alpha, 0.0);
    QueryBooster down(data, target, {});
    EXPECT_EQ(down.find()->feature, 1U);
    EXPECT_GT(down.find()->alpha, 0.0);
}

TEST(QueryBooster, SetsAFeatureAsideThatWasChosenTwiceWithoutAGain) {
    const Dataset data = two_queries();
    const NamedMeasure target = named_measure("NDCG");
    QueryBooster kept(data, target, {});
    QueryBooster set_aside(data, target, {.set_aside = true});
    for (int t = 0; t < 2; ++t) {
        EXPECT_EQ(set_aside.find()->feature, 0U);
        set_aside.add(*set_aside.find());
        kept.add(*kept.find());
    }
    EXPECT_EQ(kept.find()->feature, 0U);
    EXPECT_EQ(set_aside.find()->feature, 1U);
}

TEST(QueryBooster, StopsWhenItHasNotGainedForLong) {
    const Dataset data = two_queries();
    const NamedMeasure target = named_measure("NDCG");
    QueryBooster booster(data, target, {.patience = 3});
    int rounds = 0;
    for (auto round = booster.find(); round; round = booster.find(), ++rounds) booster.add(*round);
    EXPECT_EQ(rounds, 4);
}

TEST(QueryBooster, BreaksTiesByChanceWhereTheirMeanIsNotKnown) {
    const Dataset data = random_queries(3, {.queries = 30, .missing = 0.0});
    const NamedMeasure target = named_measure("ERR");
    QueryBooster one(data, target, {.seed = 1});
    QueryBooster same(data, target, {.seed = 1, .threads = 3});
    QueryBooster other(data, target, {.seed = 2});
    EXPECT_EQ(one.find()->r, same.find()->r);
    EXPECT_NE(one.find()->r, other.find()->r);
}

TEST(QueryBooster, MakesALinearModelThatScoresLikeItself) {
    const Dataset data = random_queries(4, {.queries = 20});
    const NamedMeasure target = named_measure("NDCG");
    for (const bool standardise : {false, true}) {
        QueryBooster booster(
            data, target, {.directions = Directions::both, .standardise = standardise});
        std::vector<Round> rounds;
        std::vector<double> scores(data.documents());
        for (int t = 0; t < 6; ++t) {
            rounds.push_back(*booster.find());
            booster.add(rounds.back());
            booster.score(rounds.back(), data, scores);
        }
        const auto model = booster.model(rounds, {});
        for (std::size_t i = 0; i < data.documents(); ++i)
            EXPECT_NEAR(static_cast<double>(model->score(data.features.row(i))), scores[i], 1e-4);
    }
}

TEST(QueryBooster, RefusesMeasuresAndDataThatGiveNoWeights) {
    const Dataset data = two_queries();
    const auto refusal = [&](const char* text, const Dataset& from) {
        const NamedMeasure target = named_measure(text);
        return testing::error_message([&] { QueryBooster(from, target, {}); });
    };
    EXPECT_EQ(refusal("DCG", data),
              "measure dcg: its values are not all between 0 and 1, as boosting by a measure needs "
              "them; train for another, such as NDCG or AP");
    EXPECT_EQ(refusal("tau", data).substr(0, 24), "measure tau: its values ");
    EXPECT_EQ(refusal("AP", testing::graded_data({{0, 0}, {}})),
              "training data: the measure ap is undefined in every query; give data with relevant "
              "documents");
}

}  // namespace
}  // namespace gradus::boosting
