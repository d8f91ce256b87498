#include "gradus/models/tree.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "gradus/testing/random_trees.hpp"

namespace gradus {
namespace {

TEST(Tree, DepthIsThatOfTheDeepestLeaf) {
    EXPECT_EQ((Tree{.splits = {}, .leaves = {{}}}).depth(), 0);
    const Tree chain{
        .splits = {{.left = 1, .right = ~0}, {.left = ~1, .right = 2}, {.left = ~2, .right = ~3}},
        .leaves = {{}, {}, {}, {}}};
    EXPECT_EQ(chain.depth(), 3);
    const Tree even{
        .splits = {{.left = 1, .right = 2}, {.left = ~0, .right = ~1}, {.left = ~2, .right = ~3}},
        .leaves = {{}, {}, {}, {}}};
    EXPECT_EQ(even.depth(), 2);
}

TEST(Tree, NoObjectionToTreesGrownAtRandom) {
    Random random(1, "trees");
    for (int trial = 0; trial < 100; ++trial)
        EXPECT_EQ(tree_objection(testing::random_tree(random, 1 + random.below(30), 3), 3), "");
}

TEST(Tree, NumbersMustBeFinite) {
    Random random(1, "trees");
    const Tree tree = testing::random_tree(random, 3, 2);
    Tree broken = tree;
    broken.splits[1].threshold = std::numeric_limits<float>::infinity();
    EXPECT_EQ(tree_objection(broken, 2), "split 1 has a number that is not finite");
    broken = tree;
    broken.splits[0].gain = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(tree_objection(broken, 2), "split 0 has a number that is not finite");
    broken = tree;
    broken.leaves[2].value = -std::numeric_limits<double>::infinity();
    EXPECT_EQ(tree_objection(broken, 2), "leaf 2 has a value that is not finite");
}

}  // namespace
}  // namespace gradus
