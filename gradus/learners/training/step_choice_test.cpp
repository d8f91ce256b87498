#include "gradus/learners/training/step_choice.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

std::vector<NamedMeasure> targets(const std::string& text) {
    std::vector<NamedMeasure> all;
    all.push_back(named_measure(text));
    return all;
}

TEST(StepChoice, KeepsTheFirstOfTheBestForEachMeasure) {
    const Dataset valid = testing::graded_data({{1, 0, 1, 0}});
    const auto goal = targets("AP");
    const auto stop_on = targets("P@1");
    std::vector<Alternative> also;
    also.push_back({.by = named_measure("P@2")});
    const FitContext context{.targets = goal, .stop_on = stop_on, .valid = &valid, .also = also};
    StepChoice choice(context);
    EXPECT_EQ(choice.best().step, 0U);
    choice.look(1, std::vector<float>{0, 1, 0, 0});  // P@1 0, P@2 1/2
    choice.look(2, std::vector<float>{2, 1, 0, 0});  // 1, 1/2
    choice.look(3, std::vector<float>{2, 0, 1, 0});  // 1, 1
    EXPECT_EQ(choice.best().step, 2U);
    EXPECT_EQ(choice.best_for(0).step, 3U);
    EXPECT_EQ(choice.best_text(), "p@1 1.0000");
    Json line;
    choice.add_to(line);
    EXPECT_EQ(line.dump(), R"({"valid":{"p@1":1.0,"p@2":1.0},"best":2})");
}

TEST(StepChoice, GoesOnFromItsState) {
    const auto goal = targets("AP");
    const FitContext context{.targets = goal};
    StepChoice choice(context);
    choice.record(4, 0.25);
    const Json json = choice.state();
    StepChoice other(context);
    other.restore(json.as<std::vector<ChosenStep>>());
    other.record(5, 0.25);
    EXPECT_EQ(other.best().step, 4U);
    other.record(6, 0.5);
    EXPECT_EQ(other.best().step, 6U);
}

TEST(StepChoice, HoldsStepsEqualThatDifferByNoMoreThanTheTolerance) {
    const auto goal = targets("AP(tolerance=0.1)");
    const FitContext context{.targets = goal};
    StepChoice choice(context);
    choice.record(1, 0.5);
    choice.record(2, 0.58);
    EXPECT_EQ(choice.best().step, 1U);
    choice.record(3, 0.62);
    EXPECT_EQ(choice.best().step, 3U);
}

}  // namespace
}  // namespace gradus
