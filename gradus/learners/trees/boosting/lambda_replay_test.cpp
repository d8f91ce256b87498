#include "gradus/learners/trees/boosting/lambda_replay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

/// Queries of 1 to 12 documents with two features, whole grades to 4 and clicks, some missing.
Dataset clicked_queries(std::size_t queries, std::uint64_t seed) {
    Random random(seed, "replay data");
    Dataset data;
    data.labels.push_back({"grade", {}});
    data.labels.push_back({"click", {}});
    data.query_begins.push_back(0);
    std::size_t documents = 0;
    for (std::size_t query = 0; query < queries; ++query) {
        documents += 1 + random.below(12);
        data.query_ids.push_back("q" + std::to_string(query));
        data.query_begins.push_back(documents);
    }
    data.features = FeatureMatrix(documents, 2);
    for (std::size_t i = 0; i < documents; ++i) {
        for (float& x : data.features.mutable_row(i)) x = static_cast<float>(random.uniform());
        data.labels[0].values.push_back(static_cast<float>(random.below(5)));
        data.labels[1].values.push_back(random.chance(0.2) ? std::numeric_limits<float>::quiet_NaN()
                                                           : static_cast<float>(random.below(3)));
    }
    return data;
}

/// One split of one feature.
Tree stump(std::uint32_t feature, float threshold, double left, double right) {
    return {.splits = {{.feature = feature, .threshold = threshold, .left = -1, .right = -2}},
            .leaves = {{.value = left}, {.value = right}}};
}

const std::vector<Tree> stumps = {stump(0, 0.4F, -0.5, 0.25),
                                  stump(1, 0.7F, 0.125, -1.0),
                                  stump(0, 0.8F, 0.0, 2.0),
                                  stump(1, 0.2F, 3.0, 0.0),
                                  stump(0, 0.1F, 0.0, 0.0)};

TreeEnsemble model_of(std::vector<Tree> trees, TrainingNotes notes = {}) {
    return TreeEnsemble({"1", "2"}, 0.0, std::move(trees), std::move(notes));
}

using Order = std::vector<std::uint32_t>;

/// Everything by its definition, from the scores of a model cut off after some trees.
class Slow {
  public:
    explicit Slow(const Dataset& data) : data_(data) {}

    std::vector<double> scores(std::size_t query, std::size_t trees) const {
        std::vector<double> sums;
        for (std::size_t i = data_.query_begins[query]; i < data_.query_begins[query + 1]; ++i) {
            double sum = 0.0;
            for (std::size_t t = 0; t < trees; ++t) {
                const Tree::Split& split = stumps[t].splits[0];
                const bool left = data_.features.row(i)[split.feature] <= split.threshold;
                sum += stumps[t].leaves[left ? 0 : 1].value;
            }
            sums.push_back(sum);
        }
        return sums;
    }

    Order order(std::size_t query, std::size_t trees) const {
        const std::vector<double> exact = scores(query, trees);
        const std::vector<float> rounded(exact.begin(), exact.end());
        RankOrder ranks(data_, 1);
        Scratch scratch;
        const auto made = ranks.update(query, rounded, scratch);
        return {made.begin(), made.end()};
    }

    double grade(std::size_t query, std::uint32_t document) const {
        return static_cast<double>(data_.labels[0].values[data_.query_begins[query] + document]);
    }
    double click(std::size_t query, std::uint32_t document) const {
        return static_cast<double>(data_.labels[1].values[data_.query_begins[query] + document]);
    }

    /// NDCG of the grades or clicks in an order; a missing click counts nothing.
    double ndcg(std::size_t query, const Order& order, bool clicks) const {
        const auto gain = [&](std::uint32_t d) {
            const double value = clicks ? click(query, d) : grade(query, d);
            return std::isnan(value) ? 0.0 : std::exp2(value) - 1.0;
        };
        const auto dcg = [&](const Order& ranked) {
            double sum = 0.0;
            for (std::size_t r = 0; r < ranked.size(); ++r)
                sum += gain(ranked[r]) / std::log2(static_cast<double>(r) + 2.0);
            return sum;
        };
        Order ideal = order;
        std::ranges::sort(ideal, [&](auto a, auto b) { return gain(a) > gain(b); });
        return dcg(order) / dcg(ideal);
    }

    /// |f| of one pair of documents after so many trees; 0 where they form no pair.
    double force(
        std::size_t query, std::size_t trees, std::uint32_t a, std::uint32_t b, bool clicks) const {
        const auto value = [&](std::uint32_t d) {
            return clicks ? click(query, d) : grade(query, d);
        };
        if (std::isnan(value(a)) || std::isnan(value(b)) || value(a) == value(b)) return 0.0;
        if (clicks && grade(query, a) != grade(query, b)) return 0.0;
        if (clicks && (value(a) == 0.0 || value(b) == 0.0)) return 0.0;
        const Order now = order(query, trees);
        Order swapped = now;
        std::iter_swap(std::ranges::find(swapped, a), std::ranges::find(swapped, b));
        const double change = std::abs(ndcg(query, now, clicks) - ndcg(query, swapped, clicks));
        const std::vector<double> all = scores(query, trees);
        const double ahead = value(a) > value(b) ? all[a] - all[b] : all[b] - all[a];
        return change / (1.0 + std::exp(ahead));
    }

    int sign(std::size_t query, std::size_t trees, std::uint32_t a, bool clicks) const {
        double gradient = 0.0;
        for (std::uint32_t b = 0; b < data_.query_size(query); ++b) {
            const bool above =
                clicks ? click(query, a) > click(query, b) : grade(query, a) > grade(query, b);
            gradient += (above ? -1.0 : 1.0) * force(query, trees, a, b, clicks);
        }
        return std::abs(gradient) < 1e-12 ? 0 : gradient < 0.0 ? -1 : 1;
    }

    LambdaPoint point(std::size_t trees) const {
        constexpr std::size_t top = 3;
        LambdaPoint point{.trees = trees,
                          .partner_shares = std::vector<double>(5),
                          .top_shares = std::vector<double>(5),
                          .changes = {},
                          .agreements = {0.0}};
        double changed = 0.0;
        double top_changed = 0.0;
        double top_ranks = 0.0;
        const auto documents = static_cast<double>(data_.documents());
        for (std::size_t query = 0; query < data_.queries(); ++query) {
            const std::size_t n = data_.query_size(query);
            const std::size_t ranks = std::min(n, top);
            const Order now = order(query, trees);
            for (std::size_t r = 0; r < ranks; ++r) {
                point.top_shares[static_cast<std::size_t>(grade(query, now[r]))] +=
                    1.0 / static_cast<double>(ranks * data_.queries());
            }
            if (trees > 0) {
                const Order before = order(query, trees - 1);
                for (std::size_t r = 0; r < n; ++r) {
                    changed += now[r] != before[r] ? 1.0 : 0.0;
                    top_changed += r < ranks && now[r] != before[r] ? 1.0 : 0.0;
                }
            }
            top_ranks += static_cast<double>(ranks);
            for (std::uint32_t a = 0; a < n; ++a) {
                const int second = sign(query, trees, a, true);
                const bool agrees = second == 0 || second == sign(query, trees, a, false);
                point.agreements[0] += agrees ? 1.0 / documents : 0.0;
                if (grade(query, a) < 3.0) continue;
                std::vector<double> forces(5);
                double total = 0.0;
                for (std::uint32_t b = 0; b < n; ++b) {
                    const double f = force(query, trees, a, b, false);
                    forces[static_cast<std::size_t>(grade(query, b))] += f;
                    total += f;
                }
                if (total == 0.0) continue;
                ++point.high_documents;
                for (std::size_t g = 0; g < 5; ++g) point.partner_shares[g] += forces[g] / total;
            }
        }
        for (double& share : point.partner_shares)
            share /= static_cast<double>(point.high_documents);
        if (trees > 0) point.changes = RankChanges{changed / documents, top_changed / top_ranks};
        return point;
    }

  private:
    const Dataset& data_;
};

std::vector<NamedMeasure> two_targets() {
    std::vector<NamedMeasure> targets;
    targets.push_back(named_measure("NDCG"));
    targets.push_back(named_measure("NDCG(labels=click)"));
    return targets;
}

LambdaTrace trace_of(const Dataset& data, unsigned threads = 1) {
    const std::vector<NamedMeasure> targets = two_targets();
    return LambdaTrace(
        data,
        targets,
        {.rules = tier_rules(targets, MissingGrades::matched, false), .threads = threads});
}

void expect_near(const std::vector<double>& got, const std::vector<double>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-12) << i;
}

TEST(LambdaReplay, FindsWhatTheDefinitionsSay) {
    const Dataset data = clicked_queries(40, 1);
    LambdaTrace trace = trace_of(data);
    const auto points = replay_lambdas(model_of(stumps), data, "data", trace, {});
    ASSERT_EQ(points.size(), stumps.size() + 1);
    const Slow slow(data);
    std::set<double> agreements;
    for (std::size_t trees = 0; trees < points.size(); ++trees) {
        SCOPED_TRACE(trees);
        const LambdaPoint expected = slow.point(trees);
        const LambdaPoint& got = points[trees];
        EXPECT_EQ(got.trees, trees);
        EXPECT_EQ(got.high_documents, expected.high_documents);
        expect_near(got.partner_shares, expected.partner_shares);
        expect_near(got.top_shares, expected.top_shares);
        expect_near(got.agreements, expected.agreements);
        ASSERT_EQ(got.changes.has_value(), trees > 0);
        if (trees == 0) continue;
        EXPECT_NEAR(got.changes->all, expected.changes->all, 1e-12);
        EXPECT_NEAR(got.changes->top, expected.changes->top, 1e-12);
        agreements.insert(got.agreements[0]);
    }
    EXPECT_GT(agreements.size(), 1U);
    EXPECT_GT(points[1].changes->all, 0.3);
    EXPECT_EQ(points.back().changes->all, 0.0);  // the last tree says nothing
}

TEST(LambdaReplay, LooksAfterEverySoManyTreesAndAtTheEnd) {
    const Dataset data = clicked_queries(20, 2);
    LambdaTrace all_trace = trace_of(data);
    const auto all = replay_lambdas(model_of(stumps), data, "data", all_trace, {});
    LambdaTrace some_trace = trace_of(data);
    const auto some = replay_lambdas(model_of(stumps), data, "data", some_trace, {.every = 2});
    ASSERT_EQ(some.size(), 4U);
    for (const LambdaPoint& point : some) {
        const LambdaPoint& same = all[point.trees];
        EXPECT_EQ(point.partner_shares, same.partner_shares);
        if (point.trees > 0) {
            EXPECT_EQ(point.changes->all, same.changes->all);
        }
    }
    EXPECT_EQ(some.back().trees, 5U);
}

TEST(LambdaReplay, IsTheSameForAnyNumberOfThreads) {
    const Dataset data = clicked_queries(300, 3);
    LambdaTrace one_trace = trace_of(data);
    const auto one = replay_lambdas(model_of(stumps), data, "data", one_trace, {});
    LambdaTrace four_trace = trace_of(data, 4);
    const auto four = replay_lambdas(model_of(stumps), data, "data", four_trace, {.threads = 4});
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].partner_shares, four[i].partner_shares);
        EXPECT_EQ(one[i].top_shares, four[i].top_shares);
        EXPECT_EQ(one[i].agreements, four[i].agreements);
    }
}

TEST(LambdaReplay, TakesTheParametersOfTheModel) {
    const LambdaParams params =
        lambda_params({.learner = "lambdamart",
                       .targets = {},
                       .parameters = {{"trees", "5"}, {"sigma", "2"}, {"normalise", "lightgbm"}}});
    EXPECT_EQ(params.sigma, 2.0);
    EXPECT_EQ(params.normalise, QueryScale::lightgbm);
    EXPECT_EQ(params.cost, PairCost::logistic);
}

TEST(LambdaReplay, RefusesFeaturesThatTheModelDoesNotKnow) {
    Dataset data = clicked_queries(3, 4);
    data.features = FeatureMatrix(data.documents(), 3);
    LambdaTrace trace = trace_of(data);
    EXPECT_THROW(replay_lambdas(model_of(stumps), data, "data", trace, {}), Error);
}

TEST(LambdaReplay, HandlesQueriesWithoutPairs) {
    Dataset data = clicked_queries(6, 5);
    for (std::size_t i = 0; i < data.documents(); ++i) data.labels[0].values[i] = 0.0F;
    LambdaTrace trace = trace_of(data);
    const auto points = replay_lambdas(model_of(stumps), data, "data", trace, {});
    for (const LambdaPoint& point : points) {
        EXPECT_EQ(point.high_documents, 0U);
        EXPECT_EQ(point.partner_shares, std::vector<double>{0.0});
        EXPECT_NEAR(point.top_shares[0], 1.0, 1e-12);
    }
}

}  // namespace
}  // namespace gradus::gbdt
