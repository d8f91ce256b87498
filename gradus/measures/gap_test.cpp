#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/measures/gap/curve.hpp"
#include "gradus/measures/gap/hinge.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"
#include "gradus/testing/soft_example.hpp"

namespace gradus {
namespace {

using testing::graded_list;
using testing::GradedList;
using testing::random_list;

const std::vector<double> worked = {2, 0, 1, 2, 0, 1};

double value(const std::string& measure, const GradedList& list) {
    return make_measure(measure)->score(list.ranked());
}
double value(const std::string& measure, const std::vector<double>& grades, double highest = 0.0) {
    return value(measure, graded_list(grades, highest));
}

/// G(l) of g = (0.1, 0.2, 0.3, 0.4).
constexpr std::string_view four_grades = "GAP(g=0.1:0.2:0.3:0.4)";
const std::vector<double> four_g = {0.1, 0.2, 0.3, 0.4};
double accepted(double grade) {
    return grade * (grade + 1.0) / 20.0;
}

TEST(Gap, GivesTheWorkedExample) {
    EXPECT_NEAR(value("GAP(g=0.5:0.5)", worked), 0.763888889, 1e-9);
    EXPECT_NEAR(value("GAP", worked, 2.0), 0.763888889, 1e-9);
    EXPECT_NEAR(value("GAP", worked), 0.763888889, 1e-9) << "the highest grade is unknown";
}

TEST(Gap, FollowsItsDefinitionInOneDoubleSum) {
    Random random(1, "lists");
    for (int trial = 0; trial < 100; ++trial) {
        const GradedList list = random_list(random, 1 + random.below(20), random.below(3));
        double total = 0.0;
        for (const double grade : list.ideal) total += accepted(grade);
        double sum = 0.0;
        for (std::size_t n = 0; n < list.grades.size(); ++n) {
            for (std::size_t m = 0; m <= n; ++m) {
                sum +=
                    accepted(std::min(list.grades[m], list.grades[n])) / static_cast<double>(n + 1);
            }
        }
        const double gap = value(std::string(four_grades), list);
        if (total == 0.0) {
            EXPECT_TRUE(std::isnan(gap));
        } else {
            EXPECT_NEAR(gap, sum / total, 1e-13);
        }
    }
}

TEST(Gap, IsAveragePrecisionForBinaryGradesAndForOneThreshold) {
    Random random(2, "lists");
    for (int trial = 0; trial < 50; ++trial) {
        GradedList list = random_list(random, 1 + random.below(20), random.below(3));
        const double ap2 = value("AP(rel=2)", list);
        const double gap2 = value("GAP(g=0:1:0:0)", list);
        EXPECT_TRUE(gap2 == ap2 || (std::isnan(gap2) && std::isnan(ap2)));
        for (double& grade : list.grades) grade = std::min(grade, 1.0);
        for (double& grade : list.ideal) grade = std::min(grade, 1.0);
        const double ap = value("AP", list);
        const double gap = value("GAP(g=1)", list);
        EXPECT_TRUE(gap == ap || (std::isnan(gap) && std::isnan(ap)));
    }
}

// Section 3 of the paper claims it for every such swap; it holds where a threshold of
// positive probability lies between the grades.
TEST(Gap, RisesWithAGoodSwapExactlyIfAThresholdLiesBetween) {
    Random random(3, "lists");
    std::size_t equal = 0;
    for (int trial = 0; trial < 400; ++trial) {
        GradedList list = random_list(random, 2 + random.below(15));
        const std::size_t i = random.below(list.grades.size());
        const std::size_t j = random.below(list.grades.size());
        const double high = list.grades[std::max(i, j)];  // lower in the list
        const double low = list.grades[std::min(i, j)];
        const double before = value("GAP(g=0:0.5:0:0.5)", list);
        if (high <= low || std::isnan(before)) continue;
        std::swap(list.grades[i], list.grades[j]);
        const double change = value("GAP(g=0:0.5:0:0.5)", list) - before;
        if ((low < 2.0 && high >= 2.0) || (low < 4.0 && high >= 4.0)) {
            EXPECT_GT(change, 0.0);
        } else {
            EXPECT_NEAR(change, 0.0, 1e-15);
            ++equal;
        }
    }
    EXPECT_GT(equal, 5U);
}

TEST(Gap, IsOneInTheIdealOrderWhereAWeightedSumOfPrecisionsIsNot) {
    const std::vector<double> ideal = {2, 1, 0};  // nobody's third grade
    EXPECT_DOUBLE_EQ(value("GAP(g=0.3:0.3:0.4)", ideal), 1.0);
    const double weighted = 0.3 * value("AP", ideal) + 0.3 * value("AP(rel=2)", ideal);
    EXPECT_LT(weighted, 0.7);  // AP(rel=3) is undefined: counted 0
    EXPECT_TRUE(std::isnan(value("AP(rel=3)", ideal)));
}

TEST(Gap, IsUndefinedWhereNobodyFindsAnythingRelevant) {
    EXPECT_TRUE(std::isnan(value("GAP", {0, 0}, 2.0)));
    EXPECT_TRUE(std::isnan(value("GAP", {}, 2.0)));
    EXPECT_TRUE(std::isnan(value("GAP(g=0:1)", {1, 1})));
    EXPECT_EQ(value("GAP(g=0:1)", {2, 2}), 1.0);
}

// Section 3.1.2: draw a document that a user finds relevant, then one at or above it; GAP is the
// chance that this user finds it relevant too.
TEST(Gap, IsTheOutcomeOfTheRandomExperiment) {
    const std::vector<double> grades = {1, 0, 4, 3, 0, 2, 4, 1, 3};
    const double gap = value(std::string(four_grades), grades);
    double total = 0.0;
    for (const double grade : grades) total += accepted(grade);
    Random random(4, "experiment");
    const double draws = 200'000;
    double found = 0.0;
    for (int draw = 0; draw < static_cast<int>(draws); ++draw) {
        std::size_t document = 0;
        double left = random.uniform() * total;
        while (document + 1 < grades.size() && left >= accepted(grades[document])) {
            left -= accepted(grades[document++]);
        }
        double threshold = 1.0;
        left = random.uniform() * accepted(grades[document]);
        while (threshold < grades[document] && left >= accepted(threshold)) threshold += 1.0;
        if (grades[random.below(document + 1)] >= threshold) found += 1.0;
    }
    // Four standard deviations of the mean of a yes-or-no draw.
    EXPECT_NEAR(found / draws, gap, 4.0 * std::sqrt(gap * (1.0 - gap) / draws));
}

TEST(Gap, ChangesUnderASwapAsInTheWorkedExample) {
    const GradedList list = graded_list(worked, 2.0);
    Scratch scratch;
    const SwapRows<double>& rows = make_measure("GAP")->swap(list.ranked(), scratch);
    std::vector<double> changes(6);
    rows.fill(1, changes);
    EXPECT_NEAR(changes[3], 0.180555556, 1e-9);
    rows.fill(0, changes);
    EXPECT_NEAR(changes[4], -0.305555556, 1e-9);
    EXPECT_EQ(changes[3], 0.0) << "equal grades change nothing";
}

TEST(Gap, HasTheSmoothFormOfTheWorkedExample) {
    EXPECT_NEAR(
        testing::soft_of_five_documents(
            "GAP(g=0.5:0.5)", {-0.06652082, 0.08853524, 0.01462058, -0.07757957, 0.04094458}),
        0.5486608361,
        1e-9);
}

TEST(Gap, ObjectsToGradesThatHaveNoThreshold) {
    EXPECT_EQ(make_measure("GAP(g=0.5:0.5)")->objection(2.0), "");
    EXPECT_EQ(make_measure("GAP(g=0.5:0.5)")->objection(3.0), "grade 3 is above the 2 that g has");
    EXPECT_EQ(make_measure("GAP")->objection(30.0), "");
    EXPECT_EQ(make_measure("GAP")->objection(1.5), "grade 1.5 is not a whole number");
}

TEST(Gap, RefusesProbabilitiesThatDoNotAddUpToOne) {
    const auto message = [](const char* text) {
        try {
            make_measure(text);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(message("GAP(g=0.5:0.25)"),
              "measure 'GAP(g=0.5:0.25)': the probabilities of g add up to 0.75; let them add up "
              "to 1");
    EXPECT_EQ(message("GAP@3"), "measure 'GAP@3': gap takes no cutoff; leave out @3");
    EXPECT_EQ(message("GAP(g=0.3333333333:0.6666666667)"), "no error");
}

// Computed by brute force for g = (0.52, 0.48) or so.
TEST(GradedPrecisionRecall, GivesTheWorkedPoints) {
    const GradedList list = graded_list({2, 2, 1, 2}, 2.0);
    const double g1 = 0.5199438902238144;
    const std::vector<double> g = {g1, 1.0 - g1};
    const std::vector<GradedPoint> points = graded_precision_recall(list.ranked(), g);
    ASSERT_EQ(points.size(), 4U);
    EXPECT_NEAR(points[0].recall, 0.28409543765097217, 1e-14);
    EXPECT_NEAR(points[2].recall, 0.7159045623490279, 1e-14);
    EXPECT_NEAR(points[2].step, 0.14771368704708357, 1e-14);
    EXPECT_NEAR(points[2].precision, 1.0, 1e-14);
    EXPECT_NEAR(points[3].recall, 1.0, 1e-14);
    EXPECT_NEAR(points[3].precision, 0.8799859725559536, 1e-14);
}

TEST(GradedPrecisionRecall, HasGapAsItsArea) {
    Random random(5, "lists");
    for (int trial = 0; trial < 100; ++trial) {
        const GradedList list = random_list(random, 1 + random.below(20), random.below(3));
        for (const bool balanced : {false, true}) {
            const std::vector<double> g = balanced ? std::vector<double>{} : four_g;
            double area = 0.0;
            double recall = 0.0;
            for (const GradedPoint& point : graded_precision_recall(list.ranked(), g)) {
                area += point.precision * point.step;
                recall += point.step;
                EXPECT_NEAR(point.recall, recall, 1e-13);
            }
            const double gap = value(balanced ? "GAP" : std::string(four_grades), list);
            if (!std::isnan(gap)) {
                EXPECT_NEAR(area, gap, 1e-13);
            }
        }
    }
}

// Computed by brute force over all rankings at each threshold.
TEST(GapHinge, AddsUpTheHingesOfItsThresholds) {
    GradedList list = graded_list({2, 0, 0, 1, 0}, 2.0);
    list.scores = {1.1774244880509577,
                   -0.22850920799196922,
                   0.36056222528798065,
                   -0.22360027995433537,
                   -0.9048162530702569};
    const std::vector<double> g = {0.29617874628312546, 0.7038212537168745};
    Scratch scratch;
    const std::vector<ThresholdHinge> parts = threshold_hinges(list.scored(), g, scratch);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_NEAR(parts[0].hinge, 0.443084525734894, 1e-12);
    EXPECT_NEAR(parts[1].hinge, 0.09156886861851143, 1e-12);
    EXPECT_NEAR(parts[0].weight, 0.4570029359491301, 1e-12);
    EXPECT_NEAR(parts[1].weight, 0.54299706405087, 1e-12);
    std::vector<double> score_gradients(5);
    const GapThresholds thresholds(g);
    EXPECT_NEAR(GapHinge(thresholds).hinge(list.scored(), score_gradients, scratch),
                0.252212555952786,
                1e-12);
}

TEST(GapHinge, IsTheSumOfItsPartsForEveryList) {
    Random random(6, "lists");
    for (int trial = 0; trial < 60; ++trial) {
        const GradedList list = random_list(random, 1 + random.below(12), random.below(3));
        Scratch scratch;
        for (const std::vector<double>& g : {std::vector<double>{}, four_g}) {
            double sum = 0.0;
            for (const ThresholdHinge& part : threshold_hinges(list.scored(), g, scratch)) {
                sum += part.weight * part.hinge;
            }
            std::vector<double> score_gradients(list.grades.size());
            const GapThresholds thresholds(g);
            EXPECT_NEAR(
                GapHinge(thresholds).hinge(list.scored(), score_gradients, scratch), sum, 1e-12);
        }
    }
}

}  // namespace
}  // namespace gradus
