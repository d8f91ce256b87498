#include "gradus/objectives/combine/schedule.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

std::size_t first_at_one(const Schedule& schedule) {
    std::size_t iteration = 1;
    while (schedule.at(iteration) < 1.0) ++iteration;
    return iteration;
}

// With the values of Svore et al. 2011 the exponential recurrence is done after 36 to 84 of 1000
// trees.
TEST(Schedule, ReachesOneWhereTheRecurrenceDoes) {
    struct Case {
        double start;
        double rate;
        std::size_t iteration;
    };
    const Case cases[] = {
        {.1, 100, 41}, {.25, 100, 39}, {.5, 100, 36}, {.1, 250, 84}, {.25, 250, 80}, {.5, 250, 74}};
    for (const auto& [start, rate, iteration] : cases) {
        EXPECT_EQ(first_at_one(Schedule(Schedule::Kind::exponential, start, rate)), iteration);
    }
    EXPECT_EQ(first_at_one(Schedule::parse("linear:0.25:0.01")), 75U);
}

TEST(Schedule, MixesThroughTheWholeRunWhereItIsAbsolute) {
    const Schedule schedule = Schedule::parse("absolute:0.1:250");
    EXPECT_NEAR(schedule.at(1000), 0.1 + std::exp(-0.25), 1e-15);
    EXPECT_NEAR(schedule.at(1), 0.1, 1e-15);
    EXPECT_EQ(schedule.at(1'000'000), 1.0);
}

TEST(Schedule, StaysWithinZeroAndOne) {
    for (const char* text :
         {"linear:0.5:0.1", "linear:0.5:-0.1", "exponential:0.5:1", "absolute:1:0"}) {
        const Schedule schedule = Schedule::parse(text);
        for (const std::size_t iteration : {0U, 1U, 5U, 20U, 5'000'000U}) {
            EXPECT_GE(schedule.at(iteration), 0.0) << text;
            EXPECT_LE(schedule.at(iteration), 1.0) << text;
        }
        EXPECT_EQ(schedule.text(), text);
    }
    EXPECT_EQ(Schedule::parse("linear:0.5:-0.1").at(20), 0.0);
    EXPECT_EQ(Schedule::parse("linear:0.5:0").at(1000), 0.5);
}

std::string message(const char* text) {
    return testing::error_message([&] { Schedule::parse(text); });
}

TEST(Schedule, RefusesOtherTexts) {
    const std::string remedy =
        "; write linear:W:RATE, exponential:W:RATE or absolute:W:RATE with W from 0 to 1";
    EXPECT_EQ(message("linear:0.5"), "schedule 'linear:0.5': it has not three parts" + remedy);
    EXPECT_EQ(message("cubic:0:1"), "schedule 'cubic:0:1': unknown kind" + remedy);
    EXPECT_EQ(message("linear:2:1"),
              "schedule 'linear:2:1': W is not a number from 0 to 1" + remedy);
    EXPECT_EQ(message("linear:1:x"), "schedule 'linear:1:x': RATE is not a number" + remedy);
}

}  // namespace
}  // namespace gradus
