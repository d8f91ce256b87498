#include "gradus/learners/boosting/rounds/focused_booster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/learners/boosting/rounds/pair_booster.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/random_queries.hpp"
#include "gradus/testing/scored_data.hpp"
#include "gradus/testing/tied_orders.hpp"

namespace gradus::boosting {
namespace {

using testing::random_queries;

/// FocusedBoost with pairs written out and every order of the top documents tried.
class ExplicitBoost {
  public:
    ExplicitBoost(const Dataset& data, const Measure& measure, const FocusedBoosterOptions& options)
        : data_(data), measure_(measure), options_(options), scores_(data.documents()) {
        for (const float grade : data.grades())
            if (grade > highest_) highest_ = static_cast<double>(grade);
        for (std::size_t query = 0; query < data.queries(); ++query) {
            const std::vector<std::size_t> top = documents(query, true);
            for (const std::size_t u : top)
                for (const std::size_t v : documents(query, false)) pairs_.push_back({u, v, 1.0});
            std::set<float> grades;
            for (const std::size_t i : top) grades.insert(data.grades()[i]);
            if (grades.size() > 1) lists_.push_back({top, 1.0});
        }
        for (Pair& pair : pairs_) pair.weight = 1.0 / static_cast<double>(pairs_.size());
        for (List& list : lists_) list.weight = 1.0 / static_cast<double>(lists_.size());
        if (lists_.empty()) options_.beta = 0.0;
        if (pairs_.empty()) options_.beta = 1.0;
    }

    /// Whether there is something for the parts that beta leaves.
    static bool is_possible(const Dataset& data, const Measure& measure, double beta) {
        const ExplicitBoost boost(data, measure, {});
        return (beta < 1.0 && !boost.pairs_.empty()) || (beta > 0.0 && !boost.lists_.empty());
    }

    Round find() const {
        Round best;
        for (std::size_t j = 0; j < data_.features.columns(); ++j) {
            std::set<float> values = {std::numeric_limits<float>::lowest()};
            for (std::size_t i = 0; i < data_.documents(); ++i)
                if (!std::isnan(data_.features.row(i)[j])) values.insert(data_.features.row(i)[j]);
            for (const float threshold : values) {
                for (const double sign : {1.0, -1.0}) {
                    if (sign < 0.0 && options_.directions == Directions::down) continue;
                    Round here{static_cast<std::uint32_t>(j), threshold, 0.0, 0.0};
                    if (!tells_apart(here)) continue;
                    const double r = agreement(here, sign);
                    here.r = sign * r;
                    if (r > std::abs(best.r) + indifference) best = here;
                }
            }
        }
        best.alpha = weight_of(best.r);
        return best;
    }

    void add(const Round& round) {
        for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += round.alpha * rank(round, i);
        double total = 0.0;
        for (List& list : lists_)
            total += list.weight =
                std::exp(-value(list, scores_)) * (options_.literal ? list.weight : 1.0);
        for (List& list : lists_) list.weight /= total;
        total = 0.0;
        for (Pair& pair : pairs_)
            total += pair.weight *=
                std::exp(-round.alpha * (rank(round, pair.u) - rank(round, pair.v)));
        for (Pair& pair : pairs_) pair.weight /= total;
    }

    struct Pair {
        std::size_t u;
        std::size_t v;
        double weight;
    };
    struct List {
        std::vector<std::size_t> documents;
        double weight;
    };
    const std::vector<Pair>& pairs() const { return pairs_; }
    const std::vector<List>& lists() const { return lists_; }
    const std::vector<double>& scores() const { return scores_; }
    double value(const List& list, const std::vector<double>& scores) const {
        std::vector<double> grades;
        std::vector<double> own;
        for (const std::size_t i : list.documents) {
            grades.push_back(static_cast<double>(data_.grades()[i]));
            own.push_back(scores[i]);
        }
        return testing::mean_over_orders(measure_, grades, own, highest_);
    }

  private:
    std::vector<std::size_t> documents(std::size_t query, bool top) const {
        std::vector<std::size_t> chosen;
        for (std::size_t i = data_.query_begins[query]; i < data_.query_begins[query + 1]; ++i)
            if (!std::isnan(data_.grades()[i]) && (data_.grades()[i] > 0.0F) == top)
                chosen.push_back(i);
        return chosen;
    }
    double rank(const Round& round, std::size_t document) const {
        return data_.features.row(document)[round.feature] > round.threshold ? 1.0 : 0.0;
    }
    /// Whether documents that count are on both sides.
    bool tells_apart(const Round& round) const {
        std::set<double> sides;
        for (const Pair& pair : pairs_) sides.insert({rank(round, pair.u), rank(round, pair.v)});
        for (const List& list : lists_)
            for (const std::size_t i : list.documents) sides.insert(rank(round, i));
        return sides.size() > 1;
    }
    double agreement(const Round& round, double sign) const {
        std::vector<double> ranks(scores_.size());
        for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = sign * rank(round, i);
        double list = 0.0;
        for (const List& each : lists_) list += each.weight * value(each, ranks);
        double pair = 0.0;
        for (const Pair& each : pairs_) pair += each.weight * (ranks[each.u] - ranks[each.v]);
        return options_.beta * list + (1.0 - options_.beta) * pair;
    }

    const Dataset& data_;
    const Measure& measure_;
    FocusedBoosterOptions options_;
    double highest_ = 0.0;
    std::vector<double> scores_;
    std::vector<Pair> pairs_;
    std::vector<List> lists_;
};

std::shared_ptr<const FocusedData> prepared(const Dataset& data, const NamedMeasure& target) {
    return std::make_shared<const FocusedData>(data, target, 0, 2);
}

TEST(FocusedBooster, FindsWhatASearchOverPairsOrdersAndThresholdsFinds) {
    std::size_t rounds = 0;
    for (const char* text : {"NDCG", "ERR", "NDCG@2"}) {
        const NamedMeasure target = named_measure(text);
        for (std::uint64_t seed = 1; seed <= 24; ++seed) {
            SCOPED_TRACE(std::string(text) + " " + std::to_string(seed));
            const Dataset data = random_queries(seed, {.most_documents = 6});
            const FocusedBoosterOptions options{
                .beta = 0.25 * static_cast<double>(seed % 5),
                .directions = seed % 2 == 0 ? Directions::both : Directions::down,
                .literal = seed % 3 == 0};
            if (!ExplicitBoost::is_possible(data, *target.measure, options.beta)) continue;
            ExplicitBoost expected(data, *target.measure, options);
            FocusedBooster booster(prepared(data, target), options);
            ASSERT_EQ(booster.list_values().size(), expected.lists().size());
            for (int t = 0; t < 6; ++t, ++rounds) {
                const auto found = booster.find();
                const Round wanted = expected.find();
                ASSERT_EQ(found.has_value(), wanted.r != 0.0);
                if (!found) break;
                EXPECT_EQ(found->feature, wanted.feature);
                EXPECT_EQ(found->threshold, wanted.threshold);
                EXPECT_NEAR(found->r, wanted.r, 1e-9);
                booster.add(*found);
                expected.add(*found);
                double sum = 0.0;
                for (std::size_t i = 0; i < expected.lists().size(); ++i) {
                    const auto& list = expected.lists()[i];
                    EXPECT_NEAR(
                        booster.list_values()[i], expected.value(list, expected.scores()), 1e-9);
                    EXPECT_NEAR(booster.list_weights()[i], list.weight, 1e-9);
                    sum += booster.list_weights()[i];
                }
                EXPECT_NEAR(sum, expected.lists().empty() ? 0.0 : 1.0, 1e-12);
                sum = 0.0;
                for (const auto& pair : expected.pairs()) {
                    const double weight = booster.distribution().weight(expected.scores()[pair.u],
                                                                        expected.scores()[pair.v]);
                    EXPECT_NEAR(weight, pair.weight, 1e-9);
                    sum += weight;
                }
                EXPECT_NEAR(sum, expected.pairs().empty() ? 0.0 : 1.0, 1e-9);
            }
        }
    }
    EXPECT_GT(rounds, 150U);
}

TEST(FocusedBooster, IsRankBoostOfTheTopAgainstTheRestWithoutAWeightOfTheTop) {
    const NamedMeasure target = named_measure("NDCG");
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(seed);
        const Dataset data = random_queries(seed, {.queries = 12});
        FocusedBooster focused(prepared(data, target),
                               {.beta = 0.0, .directions = Directions::both});
        PairBooster pairs(data, {.rule = PairRule::top});
        for (int t = 0; t < 10; ++t) {
            const auto round = focused.find();
            const auto wanted = pairs.find();
            ASSERT_TRUE(round && wanted);
            EXPECT_EQ(round->feature, wanted->feature);
            EXPECT_EQ(round->threshold, wanted->threshold);
            EXPECT_EQ(round->alpha, wanted->alpha);
            focused.add(*round);
            pairs.add(*wanted);
        }
    }
}

TEST(FocusedBooster, LooksAtListsAloneWhereTheyHaveAllTheWeight) {
    // Feature 0 orders the top, feature 1 tells it from the rest.
    Dataset data = testing::graded_data({{2, 1, 0, 0}, {1, 2, 0}});
    data.features = FeatureMatrix(7, 2);
    for (const std::size_t i : {0U, 5U, 2U, 3U}) data.features.mutable_row(i)[0] = 1.0F;
    for (const std::size_t i : {0U, 1U, 4U, 5U}) data.features.mutable_row(i)[1] = 1.0F;
    const NamedMeasure target = named_measure("NDCG");
    FocusedBooster list(prepared(data, target), {.beta = 1.0});
    EXPECT_EQ(list.find()->feature, 0U);
    EXPECT_NEAR(list.find()->r, 1.0, 1e-12);
    FocusedBooster pair(prepared(data, target), {.beta = 0.0});
    EXPECT_EQ(pair.find()->feature, 1U);
    EXPECT_NEAR(pair.find()->r, 1.0, 1e-12);
}

TEST(FocusedBooster, LeavesOutAPartThatTheDataHasNothingFor) {
    const NamedMeasure target = named_measure("NDCG");
    Dataset one_top = testing::graded_data({{3, 0, 0}, {0, 1}});
    one_top.features = FeatureMatrix(5, 1);
    one_top.features.mutable_row(0)[0] = 1.0F;
    FocusedBooster pairs(prepared(one_top, target), {.beta = 0.5});
    EXPECT_NEAR(pairs.find()->r, 2.0 / 3.0, 1e-12);
    EXPECT_EQ(
        testing::error_message([&] { FocusedBooster(prepared(one_top, target), {.beta = 1.0}); }),
        "training data: in no query does the measure tell orders of the documents with a "
        "grade above 0 apart; give such documents different grades, or beta below 1");
    Dataset no_rest = testing::graded_data({{3, 1}, {1, 2}});
    no_rest.features = FeatureMatrix(4, 1);
    no_rest.features.mutable_row(0)[0] = 1.0F;
    FocusedBooster lists(prepared(no_rest, target), {.beta = 0.5});
    EXPECT_GT(lists.find()->r, 0.8);
    EXPECT_EQ(
        testing::error_message([&] { FocusedBooster(prepared(no_rest, target), {.beta = 0.0}); }),
        "training data: no query has documents with a grade above 0 and others; give data "
        "with both, or beta above 0");
    const Dataset nothing = testing::graded_data({{0, 0}, {2}, {}});
    EXPECT_EQ(testing::error_message([&] { FocusedBooster(prepared(nothing, target), {}); }),
              "training data: no query has documents whose order could be learned; give data with "
              "different grades within queries");
}

}  // namespace
}  // namespace gradus::boosting
