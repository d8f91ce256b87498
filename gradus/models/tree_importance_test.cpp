#include "gradus/models/tree_importance.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(FeatureUse, AddsGainsAndCountsSplitsOverAllTrees) {
    const Tree one{.splits = {{.feature = 2, .left = 1, .right = ~0, .gain = 4.0},
                              {.feature = 0, .left = ~1, .right = ~2, .gain = 1.0}},
                   .leaves = {{}, {}, {}}};
    const Tree two{.splits = {{.feature = 2, .gain = 0.5}}, .leaves = {{}, {}}};
    const Tree three{.splits = {{.feature = 3, .gain = 1.0}}, .leaves = {{}, {}}};
    const auto uses = feature_use(std::vector{one, two, three}, 4);
    ASSERT_EQ(uses.size(), 4);
    EXPECT_EQ(uses[0].gain, 1.0);
    EXPECT_EQ(uses[0].splits, 1);
    EXPECT_EQ(uses[1].splits, 0);
    EXPECT_EQ(uses[2].gain, 4.5);
    EXPECT_EQ(uses[2].splits, 2);
    // Feature 1 is not used; equal gains keep the order of the features.
    EXPECT_EQ(by_gain(uses), (std::vector<std::size_t>{2, 0, 3}));
}

}  // namespace
}  // namespace gradus
