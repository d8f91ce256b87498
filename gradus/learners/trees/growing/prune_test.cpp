#include "gradus/learners/trees/growing/prune.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus::gbdt {
namespace {

/// Splits leaves at random; values tell leaves apart.
Tree random_tree(Random& random, std::size_t splits) {
    Tree tree;
    tree.leaves.push_back({.value = 0.0, .documents = 1});
    for (std::size_t i = 0; i < splits; ++i) {
        const auto leaf = static_cast<std::int32_t>(random.uniform() * static_cast<double>(i + 1));
        for (Tree::Split& above : tree.splits) {
            if (above.left == ~leaf) above.left = static_cast<std::int32_t>(i);
            if (above.right == ~leaf) above.right = static_cast<std::int32_t>(i);
        }
        tree.splits.push_back({.feature = static_cast<std::uint32_t>(random.uniform() * 3.0),
                               .threshold = static_cast<float>(random.normal()),
                               .left = ~leaf,
                               .right = ~static_cast<std::int32_t>(i + 1),
                               .gain = random.uniform() < 0.5 ? 0.0 : 1.0});
        tree.leaves.push_back({.value = 0.0, .documents = 1});
    }
    return tree;
}

TEST(Prune, DocumentsOfAPrunedTreeComeToTheLeafThatTheirsBecame) {
    Random random(1, "trees");
    for (int trial = 0; trial < 300; ++trial) {
        const Tree before = random_tree(random, static_cast<std::size_t>(trial % 12));
        Tree tree = before;
        const Pruning pruning = prune(tree, 0.0);
        EXPECT_EQ(tree_objection(tree, 3), "");
        if (!pruning.is_needed()) {
            EXPECT_EQ(tree.splits.size(), before.splits.size());
            continue;
        }
        std::uint64_t documents = 0;
        for (const Tree::Leaf& leaf : tree.leaves) documents += leaf.documents;
        EXPECT_EQ(documents, before.leaves.size());
        for (const Tree::Split& split : tree.splits)  // above a leaf on both sides it gains
            EXPECT_TRUE(split.gain > 0.0 || split.left >= 0 || split.right >= 0);
        for (int i = 0; i < 50; ++i) {
            const std::vector<float> document = {static_cast<float>(random.normal()),
                                                 static_cast<float>(random.normal()),
                                                 static_cast<float>(random.normal())};
            EXPECT_EQ(tree.leaf_of(document), pruning.leaf_of[before.leaf_of(document)]);
        }
    }
}

TEST(Prune, AGainMustBeAboveTheLeast) {
    Tree tree;
    tree.splits.push_back({.gain = 0.5});
    tree.leaves.resize(2);
    EXPECT_FALSE(prune(tree, 0.4).is_needed());
    EXPECT_TRUE(prune(tree, 0.5).is_needed());
    EXPECT_TRUE(tree.splits.empty());
    EXPECT_EQ(tree.leaves.size(), 1U);
}

}  // namespace
}  // namespace gradus::gbdt
