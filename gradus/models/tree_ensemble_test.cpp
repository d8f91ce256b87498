#include "gradus/models/tree_ensemble.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

const float missing = std::nanf("");

/// x0 <= 1 ? (x1 <= -2 ? 10 : 20) : 30; a missing x0 goes right, a missing x1 left.
Tree two_splits() {
    return {.splits =
                {{.feature = 0, .threshold = 1.0F, .left = 1, .right = ~0},
                 {.feature = 1, .threshold = -2.0F, .missing_left = true, .left = ~1, .right = ~2}},
            .leaves = {{.value = 30.0}, {.value = 10.0}, {.value = 20.0}}};
}

TEST(TreeEnsemble, AddsTheLeavesOfAllTreesToTheBase) {
    const Tree one_leaf{.splits = {}, .leaves = {{.value = 0.25}}};
    const TreeEnsemble model({"a", "b"}, 0.5, {two_splits(), one_leaf});
    EXPECT_EQ(model.score(std::vector<float>{1.0F, -2.0F}), 10.75F);
    EXPECT_EQ(model.score(std::vector<float>{1.0F, -1.0F}), 20.75F);
    EXPECT_EQ(model.score(std::vector<float>{1.5F, -2.0F}), 30.75F);
    EXPECT_EQ(model.score(std::vector<float>{missing, -2.0F}), 30.75F);
    EXPECT_EQ(model.score(std::vector<float>{0.0F, missing}), 10.75F);
}

}  // namespace
}  // namespace gradus
