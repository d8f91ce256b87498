#include "gradus/learners/trees/growing/tree_grower.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

/// Documents with features of few values, some missing, and derivatives.
struct Example {
    FeatureMatrix features;
    std::vector<float> gradients;
    std::vector<float> hessians;

    Derivatives derivatives() const { return {gradients, hessians}; }
};

Example example(std::uint64_t seed,
                std::size_t documents,
                std::size_t features,
                std::size_t values) {
    Random random(seed, "tree example");
    Example made{FeatureMatrix(documents, features), {}, {}};
    for (std::size_t i = 0; i < documents; ++i) {
        for (std::size_t j = 0; j < features; ++j) {
            const bool missing = j % 3 == 1 && random.chance(0.2);
            made.features.mutable_row(i)[j] = missing ? std::numeric_limits<float>::quiet_NaN()
                                                      : static_cast<float>(random.below(values));
        }
        made.gradients.push_back(static_cast<float>(random.normal()));
        made.hessians.push_back(static_cast<float>(0.5 + random.uniform()));
    }
    return made;
}

Tree grow(const Example& data,
          const TreeParams& params,
          unsigned threads = 1,
          std::vector<double>* scores = nullptr,
          std::vector<int> directions = {},
          GrowthRound round = {},
          std::size_t memory = TreeGrower::default_memory) {
    const FeatureBins bins = bin_features(data.features, {});
    ThreadTeam team(threads);
    TreeGrower grower(bins, params, std::move(directions), team, memory);
    std::vector<double> own(data.gradients.size());
    round.derivatives = data.derivatives();
    return grower.grow(round, scores == nullptr ? own : *scores);
}

std::vector<std::size_t> leaves_of(const Tree& tree, const FeatureMatrix& features) {
    std::vector<std::size_t> leaves;
    for (std::size_t i = 0; i < features.rows(); ++i)
        leaves.push_back(tree.leaf_of(features.row(i)));
    return leaves;
}

/// Tries every cut of every feature of every leaf on rounded derivatives, counting everything anew.
class SlowGrower {
  public:
    SlowGrower(const Example& data, const TreeParams& params)
        : data_(data), params_(params), bins_(bin_features(data.features, {})) {
        ThreadTeam team(1);
        units_ = choose_units(data.derivatives(), params, team);
        if (params.gain == Gain::variance) units_.hessian = 1.0;
    }

    struct Choice {
        double gain = 0.0;
        std::size_t feature = 0;
        std::size_t bin = 0;
        bool missing_left = false;
    };
    struct Node {
        std::vector<std::size_t> documents;
        Choice best;
    };

    /// The documents of each leaf and the choices in the order they were made.
    std::vector<Choice> grow(std::vector<Node>& leaves) const {
        std::vector<std::size_t> all(data_.gradients.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        leaves = {{all, best_of(all)}};
        std::vector<Choice> choices;
        while (leaves.size() < params_.leaves) {
            std::size_t chosen = leaves.size();
            double best = 0.0;
            for (std::size_t i = 0; i < leaves.size(); ++i) {
                if (leaves[i].best.gain > best) {
                    best = leaves[i].best.gain;
                    chosen = i;
                }
            }
            if (chosen == leaves.size()) break;
            const Choice choice = leaves[chosen].best;
            choices.push_back(choice);
            std::vector<std::size_t> left;
            std::vector<std::size_t> right;
            for (const std::size_t i : leaves[chosen].documents)
                (goes_left(i, choice) ? left : right).push_back(i);
            leaves[chosen] = {left, best_of(left)};
            leaves.push_back({right, best_of(right)});
        }
        return choices;
    }

  private:
    bool goes_left(std::size_t i, const Choice& choice) const {
        const std::uint8_t bin = bins_.bin(i, choice.feature);
        return bin == FeatureBins::missing ? choice.missing_left : bin <= choice.bin;
    }
    double gradient(std::size_t i) const {
        return std::nearbyint(static_cast<double>(data_.gradients[i]) * units_.gradient);
    }
    double hessian(std::size_t i) const {
        return params_.gain == Gain::variance
                   ? 1.0
                   : std::nearbyint(static_cast<double>(data_.hessians[i]) * units_.hessian);
    }

    Choice best_of(const std::vector<std::size_t>& documents) const {
        Choice best;
        const double l2 = params_.gain == Gain::variance ? 0.0 : params_.l2 * units_.hessian;
        double all_g = 0.0;
        double all_h = 0.0;
        for (const std::size_t i : documents) {
            all_g += gradient(i);
            all_h += hessian(i);
        }
        double best_cut = 0.0;
        for (std::size_t feature = 0; feature < bins_.features(); ++feature) {
            bool any_missing = false;
            for (const std::size_t i : documents)
                any_missing = any_missing || bins_.bin(i, feature) == FeatureBins::missing;
            for (std::size_t bin = 0; bin < bins_.bins(feature); ++bin) {
                for (const bool missing_left : {false, true}) {
                    if (missing_left && !any_missing) continue;
                    const Choice choice{0.0, feature, bin, missing_left};
                    double g = 0.0;
                    double h = 0.0;
                    std::size_t count = 0;
                    for (const std::size_t i : documents) {
                        if (!goes_left(i, choice)) continue;
                        g += gradient(i);
                        h += hessian(i);
                        ++count;
                    }
                    if (std::min(count, documents.size() - count) <
                        std::max<std::size_t>(1, params_.min_leaf_documents))
                        continue;
                    const double a = h + l2;
                    const double b = all_h - h + l2;
                    const double cut = (g * g * b + (all_g - g) * (all_g - g) * a) / (a * b);
                    if (cut > best_cut) {
                        best_cut = cut;
                        best = choice;
                        best.gain = cut - all_g * all_g / (all_h + l2);
                    }
                }
            }
        }
        if (best.gain <= 1e-12 * best_cut) best.gain = 0.0;
        return best;
    }

    const Example& data_;
    TreeParams params_;
    FeatureBins bins_;
    Units units_;
};

TEST(TreeGrower, GrowsTheTreeOfAnExhaustiveSearch) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Example data = example(seed, 20 + 7 * seed % 150, 1 + seed % 11, 2 + seed % 9);
        const TreeParams params{.leaves = 2 + seed % 9,
                                .min_leaf_documents = seed % 4,
                                .min_leaf_hessian = 0.0,
                                .l2 = seed % 3 == 0 ? 1.5 : 0.0,
                                .gain = seed % 5 == 0 ? Gain::variance : Gain::newton};
        std::vector<SlowGrower::Node> leaves;
        const auto choices = SlowGrower(data, params).grow(leaves);
        const Tree tree = grow(data, params);
        ASSERT_EQ(tree.splits.size(), choices.size()) << "seed " << seed;
        const FeatureBins bins = bin_features(data.features, {});
        for (std::size_t i = 0; i < choices.size(); ++i) {
            ASSERT_EQ(tree.splits[i].feature, choices[i].feature)
                << "seed " << seed << " split " << i;
            const auto& boundaries = bins.boundaries()[choices[i].feature];
            ASSERT_EQ(tree.splits[i].threshold,
                      choices[i].bin < boundaries.size() ? boundaries[choices[i].bin]
                                                         : std::numeric_limits<float>::max());
        }
        ASSERT_EQ(tree.leaves.size(), leaves.size());
        const auto leaf = leaves_of(tree, data.features);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            ASSERT_EQ(tree.leaves[i].documents, leaves[i].documents.size()) << "seed " << seed;
            for (const std::size_t document : leaves[i].documents) ASSERT_EQ(leaf[document], i);
        }
    }
}

TEST(TreeGrower, ValuesAreNewtonStepsOrMeansOfTheDocumentsThemselves) {
    for (const Step step : {Step::newton, Step::gradient}) {
        for (const Rounding rounding : {Rounding::fine, Rounding::coarse}) {
            const Example data = example(5, 500, 7, 30);
            std::vector<double> scores(500, 1.0);
            const TreeParams params{.leaves = 12,
                                    .min_leaf_documents = 10,
                                    .l2 = 0.5,
                                    .learning_rate = 0.3,
                                    .step = step,
                                    .rounding = rounding};
            const Tree tree = grow(data, params, 2, &scores);
            ASSERT_EQ(tree.leaves.size(), 12U);
            std::vector<double> gradients(12);
            std::vector<double> divisors(12, step == Step::newton ? 0.5 : 0.0);
            std::vector<std::size_t> counts(12);
            const auto leaf = leaves_of(tree, data.features);
            for (std::size_t i = 0; i < 500; ++i) {
                gradients[leaf[i]] += static_cast<double>(data.gradients[i]);
                divisors[leaf[i]] +=
                    step == Step::newton ? static_cast<double>(data.hessians[i]) : 1.0;
                ++counts[leaf[i]];
            }
            for (std::size_t l = 0; l < 12; ++l) {
                EXPECT_NEAR(tree.leaves[l].value, -0.3 * gradients[l] / divisors[l], 1e-12);
                EXPECT_EQ(tree.leaves[l].documents, counts[l]);
                EXPECT_GE(counts[l], 10U);
            }
            for (std::size_t i = 0; i < 500; ++i)
                EXPECT_EQ(scores[i], 1.0 + tree.leaves[leaf[i]].value);
        }
    }
}

bool same(const Tree& a, const Tree& b) {
    const auto split = [](const Tree::Split& x, const Tree::Split& y) {
        return x.feature == y.feature && x.threshold == y.threshold &&
               x.missing_left == y.missing_left && x.left == y.left && x.right == y.right &&
               x.gain == y.gain && x.documents == y.documents;
    };
    const auto leaf = [](const Tree::Leaf& x, const Tree::Leaf& y) {
        return x.value == y.value && x.documents == y.documents;
    };
    return std::ranges::equal(a.splits, b.splits, split) &&
           std::ranges::equal(a.leaves, b.leaves, leaf);
}

TEST(TreeGrower, GrowsTheSameTreeForAnyNumberOfThreads) {
    for (const Rounding rounding : {Rounding::fine, Rounding::coarse}) {
        Example data = example(8, 3000, 75, 200);
        for (std::size_t i = 0; i < 3000; ++i) {  // equal columns far apart: ties between threads
            auto row = data.features.mutable_row(i);
            row[60] = row[30] = row[3];
            row[74] = row[2];
        }
        const TreeParams params{.leaves = 40, .min_leaf_documents = 7, .rounding = rounding};
        const Tree one = grow(data, params, 1);
        for (const Tree::Split& split : one.splits) {
            EXPECT_NE(split.feature, 30U);
            EXPECT_NE(split.feature, 60U);
            EXPECT_NE(split.feature, 74U);
        }
        for (const unsigned threads : {2U, 3U, 8U})
            EXPECT_TRUE(same(one, grow(data, params, threads))) << threads;
    }
}

TEST(TreeGrower, GrowsTheSameTreeHoweverFewHistogramsFitIntoMemory) {
    for (const Rounding rounding : {Rounding::fine, Rounding::coarse}) {
        for (const std::size_t least : {1U, 60U}) {  // many guesses of 60 must be counted exactly
            const Example data = example(9, 3000, 21, 200);
            const TreeParams params{
                .leaves = 40, .min_leaf_documents = least, .rounding = rounding};
            const Tree whole = grow(data, params);
            EXPECT_GT(whole.leaves.size(), 20U);
            for (const unsigned threads : {1U, 3U})
                for (const std::size_t memory : {1U, 1'000'000U})
                    EXPECT_TRUE(same(whole, grow(data, params, threads, nullptr, {}, {}, memory)));
        }
    }
}

TEST(TreeGrower, GivesATreeUpWhenAskedToStop) {
    const Example data = example(9, 300, 5, 20);
    const FeatureBins bins = bin_features(data.features, {});
    ThreadTeam team(2);
    TreeGrower grower(bins, {.leaves = 10, .min_leaf_documents = 5}, {}, team);
    std::vector<double> scores(300);
    StopRequest stop;
    GrowthRound round{.derivatives = data.derivatives(), .stop = &stop};
    stop.is_wanted = true;
    grower.grow(round, scores);
    EXPECT_TRUE(grower.was_broken_off());
    EXPECT_EQ(scores, std::vector<double>(300));
    stop.is_wanted = false;
    EXPECT_GT(grower.grow(round, scores).leaves.size(), 2U);
    EXPECT_FALSE(grower.was_broken_off());
}

TEST(TreeGrower, DocumentsAtTheEndsOfBlocksCount) {
    constexpr std::size_t block = 4096;  // which workers take at a time
    Example data = example(4, 3 * block, 2, 5);
    for (std::size_t i = 0; i < 3 * block; ++i) {
        const bool last = i % block == block - 1;
        data.gradients[i] = last ? 100.0F : 0.0F;
        data.features.mutable_row(i)[1] = last ? 0.0F : 1.0F;
    }
    for (const unsigned threads : {1U, 2U}) {
        const Tree tree = grow(data, {.leaves = 2, .min_leaf_documents = 1}, threads);
        ASSERT_EQ(tree.splits.size(), 1U);
        EXPECT_EQ(tree.splits[0].feature, 1U);
        EXPECT_EQ(tree.leaves[0].documents, 3U);
    }
}

TEST(TreeGrower, SkippingDocumentsThatAreRoundedToZeroChangesNoTree) {
    for (const double mean : {0.02, 0.1, 0.5, 3.0}) {
        const Example data = example(9, 4000, 12, 100);
        TreeParams params{.leaves = 25,
                          .min_leaf_documents = 20,
                          .rounding = Rounding::coarse,
                          .coarse_mean = mean};
        std::vector<double> scores(4000);
        const Tree skipping = grow(data, params, 2, &scores);
        EXPECT_GT(skipping.leaves.size(), 5U) << mean;
        params.skip_zeros = false;
        std::vector<double> other_scores(4000);
        EXPECT_TRUE(same(skipping, grow(data, params, 2, &other_scores))) << mean;
        EXPECT_EQ(scores, other_scores);
    }
}

TEST(TreeGrower, LeavesAsManyDocumentsInEachLeafAsAsked) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Example data = example(seed, 2000, 6, 100);
        // A few documents with large Hessians: guesses from Hessians are far off.
        for (std::size_t i = 0; i < 2000; i += 37) data.hessians[i] = 200.0F;
        for (std::size_t i = 0; i < 2000; i += 37) data.gradients[i] *= 100.0F;
        for (const Rounding rounding : {Rounding::fine, Rounding::coarse}) {
            const Tree tree =
                grow(data, {.leaves = 30, .min_leaf_documents = 50, .rounding = rounding}, 2);
            EXPECT_GT(tree.leaves.size(), 5U);
            for (const Tree::Leaf& leaf : tree.leaves) EXPECT_GE(leaf.documents, 50U);
        }
    }
}

TEST(TreeGrower, DocumentsThatWereNotDrawnCountForNothingButGetScores) {
    const Example data = example(3, 400, 5, 20);
    std::vector<unsigned char> drawn(400);
    Example part{FeatureMatrix(200, 5), {}, {}};
    for (std::size_t i = 0; i < 200; ++i) {
        drawn[2 * i] = 1;
        std::ranges::copy(data.features.row(2 * i), part.features.mutable_row(i).begin());
        part.gradients.push_back(data.gradients[2 * i]);
        part.hessians.push_back(data.hessians[2 * i]);
    }
    const TreeParams params{.leaves = 9, .min_leaf_documents = 12};
    std::vector<double> scores(400);
    const Tree tree = grow(data, params, 2, &scores, {}, {.documents = drawn});
    const Tree expected = grow(part, params);
    ASSERT_EQ(tree.splits.size(), expected.splits.size());
    for (std::size_t i = 0; i < tree.splits.size(); ++i)
        EXPECT_EQ(tree.splits[i].feature, expected.splits[i].feature);
    for (std::size_t i = 0; i < tree.leaves.size(); ++i) {
        EXPECT_EQ(tree.leaves[i].documents, expected.leaves[i].documents);
        EXPECT_NEAR(tree.leaves[i].value, expected.leaves[i].value, 1e-12);
    }
    const auto leaf = leaves_of(tree, data.features);
    for (std::size_t i = 0; i < 400; ++i) EXPECT_EQ(scores[i], tree.leaves[leaf[i]].value);
}

TEST(TreeGrower, FeaturesThatAreNotOpenAreNotSplit) {
    const Example data = example(4, 300, 9, 20);
    const std::vector<unsigned char> open = {0, 1, 0, 0, 1, 0, 0, 0, 0};
    const Tree tree =
        grow(data, {.leaves = 20, .min_leaf_documents = 3}, 1, nullptr, {}, {.features = open});
    EXPECT_GT(tree.splits.size(), 5U);
    for (const Tree::Split& split : tree.splits) EXPECT_TRUE(open[split.feature]);
}

TEST(TreeGrower, ScoresFollowAMonotoneFeature) {
    for (const int direction : {1, -1}) {
        Example data = example(6, 2000, 4, 40);
        for (std::size_t i = 0; i < 2000; ++i)
            data.gradients[i] += 0.3F * std::sin(data.features.row(i)[0] / 3.0F);
        const TreeParams params{.leaves = 30, .min_leaf_documents = 5};
        const Tree free = grow(data, params);
        const Tree bound = grow(data, params, 2, nullptr, {direction, 0, 0, 0});
        const auto violations = [&](const Tree& tree) {
            std::size_t count = 0;
            for (std::size_t i = 0; i < 200; ++i) {
                std::vector<float> x(data.features.row(i).begin(), data.features.row(i).end());
                double before = -1e9 * direction;
                for (int v = 0; v < 40; ++v) {
                    x[0] = static_cast<float>(v);
                    const double value = tree.leaves[tree.leaf_of(x)].value;
                    count += (value - before) * direction < 0.0 ? 1 : 0;
                    before = value;
                }
            }
            return count;
        };
        EXPECT_GT(violations(free), 0U);
        EXPECT_EQ(violations(bound), 0U);
        EXPECT_TRUE(
            std::ranges::any_of(bound.splits, [](const auto& s) { return s.feature == 0; }));
    }
}

TEST(TreeGrower, StopsWhereNothingCanBeGained) {
    Example data = example(7, 100, 3, 5);
    std::ranges::fill(data.gradients, 0.0F);
    EXPECT_TRUE(grow(data, {.leaves = 8, .min_leaf_documents = 1}).splits.empty());
    data = example(7, 100, 3, 1);  // constant but for missing values of one feature
    EXPECT_LE(grow(data, {.leaves = 8, .min_leaf_documents = 1}).splits.size(), 1U);
    data = example(7, 1, 3, 5);
    EXPECT_EQ(grow(data, {.leaves = 8, .min_leaf_documents = 0}).leaves.size(), 1U);
    data = example(7, 100, 3, 5);
    EXPECT_EQ(grow(data, {.leaves = 50, .depth = 2, .min_leaf_documents = 1}).leaves.size(), 4U);
    EXPECT_TRUE(
        grow(data, {.leaves = 50, .min_leaf_documents = 1, .min_gain = 1e6}).splits.empty());
    data.gradients[5] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(grow(data, {.leaves = 8}), Error);
}

}  // namespace
}  // namespace gradus::gbdt
