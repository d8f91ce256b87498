#include "gradus/learners/training/validation_tracker.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/scored_data.hpp"
#include "gradus/testing/targets.hpp"

namespace gradus {
namespace {

using testing::targets_of;

TEST(ValidationTracker, KeepsTheFirstOfTheBestForEachMeasure) {
    const Dataset valid = testing::graded_data({{1, 0, 1, 0}});
    const auto goal = targets_of({"AP"});
    const auto stop_on = targets_of({"P@1"});
    std::vector<Alternative> also;
    also.push_back({.by = named_measure("P@2")});
    const FitContext context{.targets = goal, .stop_on = stop_on, .valid = &valid, .also = also};
    ValidationTracker tracker(context, Pick::tolerance);
    EXPECT_FALSE(tracker.chooses());
    tracker.look({0, 1}, std::vector<float>{0, 1, 0, 0});  // P@1 0, P@2 1/2
    tracker.look({0, 2}, std::vector<float>{2, 1, 0, 0});  // 1, 1/2
    tracker.look({0, 3}, std::vector<float>{2, 0, 1, 0});  // 1, 1
    EXPECT_EQ(tracker.best()->place(), (StepPlace{0, 2}));
    EXPECT_EQ(tracker.best(1)->place(), (StepPlace{0, 3}));
    EXPECT_EQ(tracker.since_best(), 1U);
    EXPECT_EQ(std::vector(tracker.values().begin(), tracker.values().end()),
              (std::vector<double>{1.0, 1.0}));
}

TEST(ValidationTracker, CountsPatienceForEachCandidateByItself) {
    const auto goal = targets_of({"AP"});
    const FitContext context{.targets = goal};
    ValidationTracker tracker(context, Pick::tolerance);
    tracker.begin_candidate();
    tracker.record({0, 1}, 0.5);
    tracker.record({0, 2}, 0.4);
    EXPECT_EQ(tracker.since_best(), 1U);
    tracker.begin_candidate();
    tracker.record({1, 1}, 0.2);
    EXPECT_EQ(tracker.since_best(), 0U);
    tracker.record({1, 2}, 0.1);
    EXPECT_EQ(tracker.since_best(), 1U);
    EXPECT_EQ(tracker.best()->place(), (StepPlace{0, 1}));
}

TEST(ValidationTracker, GoesOnFromItsState) {
    const auto goal = targets_of({"AP"});
    const FitContext context{.targets = goal};
    ValidationTracker tracker(context, Pick::tolerance);
    tracker.record({0, 4}, 0.25);
    const Json json = tracker.state();
    ValidationTracker other(context, Pick::tolerance);
    other.restore(json.as<ValidationTracker::State>());
    EXPECT_TRUE(other.chooses());
    other.record({0, 5}, 0.25);
    EXPECT_EQ(other.best()->step, 4U);
    EXPECT_EQ(other.since_best(), 1U);
    other.record({0, 6}, 0.5);
    EXPECT_EQ(other.best()->step, 6U);
}

TEST(ValidationTracker, HoldsStepsEqualThatDifferByNoMoreThanTheTolerance) {
    const auto goal = targets_of({"AP(tolerance=0.1)"});
    const FitContext context{.targets = goal};
    ValidationTracker tracker(context, Pick::tolerance);
    tracker.record({0, 1}, 0.5);
    tracker.record({0, 2}, 0.58);
    EXPECT_EQ(tracker.best()->step, 1U);
    tracker.record({0, 3}, 0.62);
    EXPECT_EQ(tracker.best()->step, 3U);
}

TEST(ValidationTracker, HoldsTheNewestStepTheBestWhereNothingChooses) {
    const auto goal = targets_of({"AP"});
    const FitContext context{.targets = goal};
    ValidationTracker tracker(context, Pick::tolerance);
    tracker.record({0, 1}, std::nullopt);
    tracker.record({0, 2}, std::nullopt);
    EXPECT_EQ(tracker.best()->step, 2U);
    EXPECT_FALSE(tracker.chooses());
}

}  // namespace
}  // namespace gradus
