#include "gradus/learners/svm/accuracy/accuracy_risk.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/svm/accuracy/accuracy_libraries.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/settings.hpp"

namespace gradus::svm {
namespace {

/// One query. The first feature tells the classes apart, more or less.
Dataset random_data(Random& random, std::size_t documents, std::size_t features, double distance) {
    Dataset data;
    data.features = FeatureMatrix(documents, features);
    std::vector<float> grades;
    for (std::size_t i = 0; i < documents; ++i) {
        grades.push_back(i == 0 ? 1.0F : i == 1 ? 0.0F : random.chance(0.3) ? 1.0F : 0.0F);
        const auto row = data.features.mutable_row(i);
        for (float& x : row) x = static_cast<float>(random.normal());
        row[0] += static_cast<float>(distance) * grades.back();
    }
    data.labels.push_back({"grade", std::move(grades)});
    data.query_begins.push_back(0);
    data.query_begins.push_back(documents);
    data.query_ids.push_back("1");
    return data;
}

std::vector<FeatureScale> unscaled(const Dataset& data) {
    return std::vector<FeatureScale>(data.features.columns(),
                                     FeatureScale{.mean = 0.0, .spread = 1.0});
}

double objective_at(AccuracyRisk& risk, double cost, std::span<const double> weights) {
    std::vector<double> gradient(weights.size());
    return 0.5 * dot(weights, weights) + cost * risk.unit() * risk.at(weights, gradient);
}

TEST(AccuracyRisk, ComesToTheOptimumThatLibsvmFinds) {
    Random random(81, "data");
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t size = 10 + random.below(60);
        const Dataset data = random_data(random, size, 1 + random.below(5), 2.0 * random.uniform());
        const double cost = std::pow(10.0, 3.0 * random.uniform() - 2.0);
        const DenseFeatures features(data, unscaled(data), 1);
        AccuracyRisk risk(features, accuracy_documents(data.grades(), {}, 1.0, random.chance(0.5)));
        CuttingPlane solver(risk);
        const double epsilon = 1e-5;
        const auto weights = solver.solve({.cost = cost * risk.unit(), .epsilon = epsilon});
        const double within = cost * risk.unit() * epsilon;
        const auto libsvm = libsvm_solver(features, risk.documents(), risk.unit());
        const DirectSolution found = libsvm->solve(cost, epsilon);
        const double theirs = objective_at(risk, cost, found.weights);
        // Each is proven to be within the tolerance of the optimum, the rest is rounding.
        const double rounding = 1e-12 * (1.0 + theirs);
        ASSERT_LE(solver.state().gap(), within) << trial;
        ASSERT_LE(theirs - *found.bound, within + rounding) << trial;
        ASSERT_LE(*found.bound, solver.state().objective + rounding) << trial;
        ASSERT_LE(solver.state().bound, theirs + rounding) << trial;
        // Half the square of a distance is at most the gap: the objective is strongly convex.
        for (std::size_t j = 0; j < weights.size(); ++j)
            ASSERT_NEAR(weights[j], found.weights[j], 2.0 * std::sqrt(2.0 * within)) << trial;
    }
}

TEST(AccuracyRisk, ComesToTheLeastOfAGridOfWeightsAndAllB) {
    Random random(82, "data");
    for (int trial = 0; trial < 10; ++trial) {
        const Dataset data = random_data(random, 8 + random.below(6), 2, 1.0);
        const double cost = trial % 2 == 0 ? 0.3 : 3.0;
        const DenseFeatures features(data, unscaled(data), 1);
        AccuracyRisk risk(features, accuracy_documents(data.grades(), {}, 1.0, trial % 3 == 0));
        CuttingPlane solver(risk);
        solver.solve({.cost = cost * risk.unit(), .epsilon = 1e-9});
        // The least is within √(2·objective at 0) of 0, as ½|w|² is no more than that.
        const double reach = std::sqrt(2.0 * cost * risk.unit());
        constexpr int steps = 25;
        double least = cost * risk.unit();
        std::vector<double> best = {0.0, 0.0};
        for (double width = reach; width > 1e-5; width *= 0.2) {  // finer and finer about the best
            const std::vector<double> centre = best;
            for (int a = -steps; a <= steps; ++a) {
                for (int b = -steps; b <= steps; ++b) {
                    const std::vector<double> weights = {centre[0] + width * a / steps,
                                                         centre[1] + width * b / steps};
                    std::vector<double> scores(data.documents());
                    features.score(weights, 0, scores);
                    double value = 1e300;
                    for (std::size_t i = 0; i < scores.size(); ++i) {
                        const double bias =
                            (risk.documents().is_relevant[i] != 0 ? 1.0 : -1.0) - scores[i];
                        double sum = 0.0;
                        for (std::size_t k = 0; k < scores.size(); ++k) {
                            const double y = risk.documents().is_relevant[k] != 0 ? 1.0 : -1.0;
                            sum += risk.documents().costs[k] *
                                   std::max(0.0, 1.0 - y * (scores[k] + bias));
                        }
                        value = std::min(value, sum);
                    }
                    const double objective = 0.5 * dot(weights, weights) + cost * value;
                    if (objective < least) {
                        least = objective;
                        best = weights;
                    }
                }
            }
        }
        ASSERT_LE(solver.state().bound, least + 1e-9) << trial;
        // The last grid has steps below 1e-6, and the objective's gradients are below 100 here.
        ASSERT_NEAR(solver.state().objective, least, 1e-5) << trial;
    }
}

TEST(AccuracyLibraries, LiblinearSolvesTheProblemWithAConstantFeature) {
    Random random(83, "data");
    for (int trial = 0; trial < 20; ++trial) {
        const Dataset data = random_data(random, 10 + random.below(20), 3, 1.0);
        const DenseFeatures features(data, unscaled(data), 1);
        const AccuracyDocuments documents = accuracy_documents(data.grades(), {}, 1.0, false);
        const double cost = trial % 2 == 0 ? 0.1 : 2.0;
        // The same with a slack for each document.
        RestrictedDual dual(4, data.documents());
        std::vector<double> row;
        for (std::size_t i = 0; i < data.documents(); ++i) {
            features.row(i, row);
            row.push_back(1.0);
            for (double& x : row) x *= documents.is_relevant[i] != 0 ? 1.0 : -1.0;
            dual.add({.normal = row, .offset = 1.0, .block = i});
        }
        dual.solve(cost, 1e-10);
        AccuracyRisk risk(features, documents);
        const DirectSolution found =
            liblinear_solver(features, documents, risk.unit())->solve(cost, 1e-8);
        // Within a gap of C·unit·epsilon, no more than 5e-7: √(2·5e-7).
        for (std::size_t j = 0; j < 3; ++j)
            ASSERT_NEAR(found.weights[j], dual.weights()[j], 1e-3) << trial;
    }
}

TEST(AccuracyLibraries, LiblinearLeavesTheProgramsOwnDrawsAlone) {
    Random random(84, "data");
    const Dataset data = random_data(random, 200, 5, 0.5);
    const DenseFeatures features(data, unscaled(data), 1);
    const AccuracyDocuments documents = accuracy_documents(data.grades(), {}, 1.0, false);
    AccuracyRisk risk(features, documents);
    const auto draw = [] { return std::rand(); };  // NOLINT(misc-predictable-rand): what is tested
    std::srand(7);                                 // NOLINT(bugprone-random-generator-seed)
    const std::vector<int> undisturbed = {draw(), draw(), draw()};
    std::srand(7);  // NOLINT(bugprone-random-generator-seed)
    std::vector<int> draws = {draw()};
    const auto first = liblinear_solver(features, documents, risk.unit())->solve(1.0, 1e-4);
    draws.push_back(draw());
    const auto second = liblinear_solver(features, documents, risk.unit())->solve(1.0, 1e-4);
    draws.push_back(draw());
    EXPECT_EQ(draws, undisturbed);
    EXPECT_EQ(first.weights, second.weights);
}

TEST(AccuracyLibraries, SayWhenPassesDoNotSuffice) {
    Random random(85, "data");
    const Dataset data = random_data(random, 100, 10, 0.1);
    const DenseFeatures features(data, unscaled(data), 1);
    const AccuracyDocuments documents = accuracy_documents(data.grades(), {}, 1.0, false);
    AccuracyRisk risk(features, documents);
    EXPECT_EQ(liblinear_solver(features, documents, risk.unit())->solve(1e6, 1e-9).note,
              "liblinear's passes did not suffice; use another solver");
}

/// Keeps what it is told.
class Listener final : public Progress {
  public:
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view /*result*/) override {}
    void note(std::string_view text) override { notes.emplace_back(text); }
    std::vector<std::string> notes;
};

class EverySolver : public ::testing::TestWithParam<std::string> {
  protected:
    std::vector<double> weights(const Dataset& data,
                                std::vector<std::string> settings,
                                unsigned threads = 1) {
        settings.push_back("solver=" + GetParam());
        std::vector<NamedMeasure> targets;
        targets.push_back(named_measure("AP"));
        const auto model =
            learner_named("svmacc")
                .make(testing::settings_of(settings))
                ->fit(data, {.targets = targets, .threads = threads, .progress = listener_});
        std::vector<double> all;
        for (const LinearModel::Feature& feature : model->as<LinearModel>()->weights())
            all.push_back(feature.weight);
        return all;
    }
    Listener listener_;
};

TEST_P(EverySolver, RefusesOneClass) {
    Random random(91, "data");
    const Dataset data = random_data(random, 30, 3, 1.0);
    const auto objection_to = [&](const std::vector<std::string>& settings) {
        try {
            weights(data, settings);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string remedy = "; give documents of both kinds, or change 'threshold'";
    EXPECT_EQ(objection_to({"threshold=2"}),
              "training data: nothing was learned: no document is relevant" + remedy);
    EXPECT_EQ(objection_to({"threshold=0", "weighted=yes"}),
              "training data: nothing was learned: every document is relevant" + remedy);
}

TEST_P(EverySolver, GivesZerosWhereHingesCountNothing) {
    Random random(92, "data");
    EXPECT_EQ(weights(random_data(random, 30, 3, 1.0), {"C=0"}), std::vector<double>(3, 0.0));
}

TEST_P(EverySolver, SeparatesWhatCanBeSeparated) {
    Random random(93, "data");
    const Dataset data = random_data(random, 60, 2, 20.0);
    const std::vector<double> found = weights(data, {"C=100", "epsilon=1e-6"});
    EXPECT_GT(found[0], 10.0 * std::abs(found[1]));
}

TEST_P(EverySolver, GivesTheSameBitsForAnyNumberOfThreads) {
    Random random(94, "data");
    const Dataset data = random_data(random, 3000, 4, 0.5);
    const std::vector<double> one = weights(data, {"C=0.01", "weighted=yes", "epsilon=1e-6"}, 1);
    EXPECT_EQ(weights(data, {"C=0.01", "weighted=yes", "epsilon=1e-6"}, 2), one);
    EXPECT_EQ(weights(data, {"C=0.01", "weighted=yes", "epsilon=1e-6"}, 7), one);
}

TEST_P(EverySolver, WeighsClassesOfEqualSizeAlike) {
    Random random(95, "data");
    Dataset data = random_data(random, 100, 3, 1.0);
    std::vector<float> grades;
    for (std::size_t i = 0; i < 100; ++i) grades.push_back(i % 2 == 0 ? 1.0F : 0.0F);
    data.labels.front().values = grades;
    EXPECT_EQ(weights(data, {"weighted=yes"}), weights(data, {}));
}

INSTANTIATE_TEST_SUITE_P(Accuracy,
                         EverySolver,
                         ::testing::Values("planes", "libsvm", "liblinear"),
                         [](const auto& test) { return test.param; });

TEST(AccuracyPlan, KnowsWeightsOfDocumentsAndTheLibrariesRefuseThem) {
    Random random(96, "data");
    Dataset data = random_data(random, 30, 2, 1.0);
    Dataset twice = random_data(random, 40, 2, 1.0);  // the first ten documents a second time
    std::vector<float> grades;
    for (std::size_t i = 0; i < 40; ++i) {
        std::ranges::copy(data.features.row(i % 30), twice.features.mutable_row(i).begin());
        grades.push_back(data.grades()[i % 30]);
    }
    twice.labels.front().values = grades;
    std::vector<float> doubled(30, 1.0F);
    std::fill_n(doubled.begin(), 10, 2.0F);
    data.weights = doubled;
    const auto solved = [](const Dataset& own) {
        const DenseFeatures features(own, unscaled(own), 1);
        AccuracyRisk risk(features, accuracy_documents(own.grades(), own.weights, 1.0, false));
        CuttingPlane solver(risk);
        solver.solve({.cost = risk.unit(), .epsilon = 1e-10});
        return solver.state().objective;
    };
    EXPECT_NEAR(solved(data), solved(twice), 1e-7);
    std::vector<NamedMeasure> targets;
    targets.push_back(named_measure("AP"));
    for (const std::string name : {"libsvm", "liblinear"})
        EXPECT_EQ(testing::error_message([&] {
                      learner_named("svmacc")
                          .make(testing::settings_of({"solver=" + name}))
                          ->fit(data, {.targets = targets});
                  }),
                  "solver: the libraries don't know weights of documents; use "
                  "'solver=planes'");
}

}  // namespace
}  // namespace gradus::svm
