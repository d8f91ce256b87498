#include "gradus/learners/ascent/search/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus::ascent {
namespace {

struct Example {
    std::vector<double> scores;
    std::vector<double> slopes;
    std::vector<float> grades;
    std::vector<double> ideal;

    QueryOnLine query() const {
        return {.scores = scores, .slopes = slopes, .grades = grades, .ideal = ideal, .highest = 2};
    }
};

/// Coarse ones have documents that meet in threes and more, and documents that never meet.
Example random_example(Random& random) {
    Example example;
    const std::size_t size = 1 + random.below(14);
    const bool coarse = random.chance(0.5);
    const auto draw = [&] {
        return coarse ? static_cast<double>(random.below(4)) : random.normal();
    };
    for (std::size_t i = 0; i < size; ++i) {
        example.scores.push_back(draw());
        example.slopes.push_back(draw());
        const bool missing = random.chance(0.1);
        example.grades.push_back(missing ? std::numeric_limits<float>::quiet_NaN()
                                         : static_cast<float>(random.below(3)));
        if (!missing) example.ideal.push_back(static_cast<double>(example.grades.back()));
    }
    std::ranges::sort(example.ideal, std::greater());
    return example;
}

double value_at(const Example& example, const Measure& measure, double t) {
    std::vector<double> scores;
    for (std::size_t i = 0; i < example.scores.size(); ++i)
        scores.push_back(example.scores[i] + t * example.slopes[i]);
    std::vector<std::uint32_t> order(scores.size());
    rank_by_score(scores, order);
    std::vector<double> grades;
    std::vector<unsigned char> judged;
    for (const std::uint32_t i : order) {
        judged.push_back(std::isnan(example.grades[i]) ? 0 : 1);
        grades.push_back(judged.back() != 0 ? static_cast<double>(example.grades[i]) : 0.0);
    }
    const double value =
        measure.score({.grades = grades, .ideal = example.ideal, .highest = 2, .judged = judged});
    return std::isnan(value) ? 0.0 : value;
}

/// Where documents meet, and points before, between and behind.
std::vector<double> points_apart_from_meetings(const Example& example) {
    std::vector<double> meetings = {0.0};
    for (std::size_t i = 0; i < example.scores.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (example.slopes[i] != example.slopes[k])
                meetings.push_back((example.scores[i] - example.scores[k]) /
                                   (example.slopes[k] - example.slopes[i]));
    std::ranges::sort(meetings);
    std::vector<double> points = {meetings.front() - 1.0, meetings.back() + 1.0};
    for (std::size_t a = 1; a < meetings.size(); ++a)
        if (meetings[a] - meetings[a - 1] > 1e-9)
            points.push_back(0.5 * (meetings[a - 1] + meetings[a]));
    return points;
}

TEST(LineSearch, FollowsEveryChangeOfAMeasure) {
    Random random(101, "line");
    for (const std::string name : {"AP", "NDCG@3", "P@3", "RR", "bpref", "ERR", "AUC"}) {
        const auto measure = make_measure(name);
        for (int trial = 0; trial < 150; ++trial) {
            const Example example = random_example(random);
            std::vector<Rise> rises;
            const double start = rises_on_line(example.query(), *measure, rises);
            ASSERT_TRUE(std::ranges::is_sorted(rises, {}, &Rise::t));
            for (const double t : points_apart_from_meetings(example)) {
                double value = start;
                for (const Rise& rise : rises)
                    if (rise.t < t) value += rise.by;
                ASSERT_NEAR(value, value_at(example, *measure, t), 1e-12)
                    << name << " " << trial << " at " << t;
            }
        }
    }
}

TEST(LineSearch, FindsTheBestPointOfTheWholeLine) {
    Random random(102, "line");
    const auto measure = make_measure("AP");
    for (int trial = 0; trial < 300; ++trial) {
        const Example example = random_example(random);
        std::vector<Rise> rises;
        const double start = rises_on_line(example.query(), *measure, rises);
        double best = 0.0;
        for (const double t : points_apart_from_meetings(example))
            best = std::max(best, value_at(example, *measure, t));
        const std::vector<LinePoint> points = best_points(rises, start, 3);
        if (points.empty()) {  // nothing changes anywhere
            ASSERT_NEAR(best, start, 1e-12) << trial;
            continue;
        }
        ASSERT_NEAR(points.front().value, best, 1e-12) << trial;
        for (const LinePoint& point : points)
            ASSERT_NEAR(point.value, value_at(example, *measure, point.t), 1e-12) << trial;
    }
}

TEST(LineSearch, PrefersTheWiderOfEqualIntervals) {
    // 0, 1, 0, 1, 0 from left to right.
    const std::vector<Rise> rises = {{5.0, 1.0}, {6.0, -1.0}, {1.0, 1.0}, {3.0, -1.0}};
    const std::vector<LinePoint> points = best_points(rises, 0.0, 3);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_GT(points[0].t, 1.5);
    EXPECT_LT(points[0].t, 2.5);
    EXPECT_EQ(points[0].value, 1.0);
    EXPECT_GT(points[1].t, 5.0);
    EXPECT_LT(points[1].t, 6.0);
    EXPECT_LT(points[2].t, 1.0);  // of the two without end the first
    EXPECT_EQ(points[2].value, 0.0);
}

}  // namespace
}  // namespace gradus::ascent
