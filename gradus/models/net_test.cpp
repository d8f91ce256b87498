#include "gradus/models/net.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// Weights of units, 0 in the lanes beyond.
template <class Real>
std::vector<Real> random_weights(const net::Shape& shape, std::uint64_t seed) {
    Random random(seed, "net weights");
    std::vector<Real> weights(shape.weights());
    if (shape.hidden == 0) {
        for (Real& weight : weights) weight = static_cast<Real>(random.normal());
        return weights;
    }
    for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
        for (std::size_t j = 0; j < shape.inputs; ++j)
            weights[shape.weight(j, unit)] = static_cast<Real>(random.normal());
        weights[shape.bias(unit)] = static_cast<Real>(random.normal());
        weights[shape.output(unit)] = static_cast<Real>(random.normal());
    }
    return weights;
}

std::vector<double> random_rows(std::size_t values, std::uint64_t seed) {
    Random random(seed, "net rows");
    std::vector<double> rows(values);
    for (double& value : rows) value = random.normal();
    return rows;
}

double plain_score(const net::Shape& shape,
                   const std::vector<double>& weights,
                   std::span<const double> row) {
    double score = 0.0;
    if (shape.hidden == 0) {
        for (std::size_t j = 0; j < row.size(); ++j) score += weights[j] * row[j];
        return score;
    }
    for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
        double sum = weights[shape.bias(unit)];
        for (std::size_t j = 0; j < row.size(); ++j) sum += weights[shape.weight(j, unit)] * row[j];
        score += weights[shape.output(unit)] * std::tanh(sum);
    }
    return score;
}

const std::vector<net::Shape> shapes = {{1, 0}, {5, 0}, {19, 0}, {1, 1}, {5, 3}, {7, 8}, {4, 10}};

TEST(NetLayers, ScoreAsTheFormulaSays) {
    for (const net::Shape& shape : shapes) {
        constexpr std::size_t documents = 6;
        const auto weights = random_weights<double>(shape, 1);
        const auto rows = random_rows(documents * shape.inputs, 2);
        std::vector<double> units(documents * shape.lanes());
        std::vector<double> scores(documents);
        net::forward(shape, weights, rows, units, scores);
        const std::vector<float> float_weights(weights.begin(), weights.end());
        const std::vector<float> float_rows(rows.begin(), rows.end());
        std::vector<float> float_units(units.size());
        std::vector<float> float_scores(documents);
        net::forward(shape, float_weights, float_rows, float_units, float_scores);
        for (std::size_t i = 0; i < documents; ++i) {
            const auto row = std::span(rows).subspan(i * shape.inputs, shape.inputs);
            const double expected = plain_score(shape, weights, row);
            EXPECT_NEAR(scores[i], expected, 1e-12) << shape.inputs << ' ' << shape.hidden;
            EXPECT_NEAR(static_cast<double>(float_scores[i]), expected, 2e-5);
        }
    }
}

TEST(NetLayers, HaveTheGradientOfTheScores) {
    for (const net::Shape& shape : shapes) {
        constexpr std::size_t documents = 6;
        auto weights = random_weights<double>(shape, 3);
        const auto rows = random_rows(documents * shape.inputs, 4);
        const auto score_gradients = random_rows(documents, 5);
        std::vector<double> units(documents * shape.lanes());
        std::vector<double> scores(documents);
        const auto value = [&] {
            net::forward(shape, weights, rows, units, scores);
            double sum = 0.0;
            for (std::size_t i = 0; i < documents; ++i) sum += score_gradients[i] * scores[i];
            return sum;
        };
        value();
        std::vector<double> gradient(shape.weights(), 0.25);  // to be added to
        net::backward(shape, weights, rows, units, score_gradients, gradient);
        const std::vector<float> float_weights(weights.begin(), weights.end());
        const std::vector<float> float_rows(rows.begin(), rows.end());
        const std::vector<float> float_units(units.begin(), units.end());
        const std::vector<float> float_score_gradients(score_gradients.begin(),
                                                       score_gradients.end());
        std::vector<float> float_gradient(shape.weights(), 0.25F);
        net::backward(
            shape, float_weights, float_rows, float_units, float_score_gradients, float_gradient);
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const double here = weights[k];
            const double step = 1e-5;
            weights[k] = here + step;
            const double up = value();
            weights[k] = here - step;
            const double down = value();
            weights[k] = here;
            if (shape.hidden > 0 && k % shape.lanes() >= shape.hidden) {
                EXPECT_EQ(gradient[k], 0.25) << "a lane without a unit";
                continue;
            }
            EXPECT_NEAR(gradient[k] - 0.25, (up - down) / (2 * step), 1e-8);
            EXPECT_NEAR(static_cast<double>(float_gradient[k]), gradient[k], 3e-5);
        }
    }
}

NetModel model() {
    const net::Shape shape{.inputs = 3, .hidden = 2};
    return {{{"a", 1.0, 2.0}, {"b \xff", -0.5, 1.0}, {"c", 0.0, 0.1}},
            2,
            random_weights<float>(shape, 7),
            {"ranknet", {"NDCG@10"}, {{"rate", "0.1"}}}};
}

TEST(NetModel, StandardisesInputsAndTakesMissingOnesForTheMean) {
    const NetModel net = model();
    const net::Shape shape = net.shape();
    const std::vector<double> weights(net.weights().begin(), net.weights().end());
    const std::vector<double> inputs = {(4.0 - 1.0) / 2.0, 0.0, 0.3 / 0.1};
    EXPECT_NEAR(static_cast<double>(net.score(std::vector<float>{4.0F, missing, 0.3F})),
                plain_score(shape, weights, inputs),
                1e-5);
}

TEST(NetModel, ScoresRowsLikeEachAlone) {
    const NetModel net = model();
    Random random(1, "rows");
    std::vector<float> rows(3 * 200);
    for (float& value : rows)
        value = random.chance(0.1) ? missing : static_cast<float>(random.normal());
    std::vector<float> scores(200);
    net.score_rows(rows, scores);
    for (std::size_t i = 0; i < scores.size(); ++i)
        EXPECT_EQ(scores[i], net.score(std::span(rows).subspan(3 * i, 3)));
}

TEST(NetModel, ComesBackFromItsText) {
    const NetModel net = model();
    const std::string text = net.to_text();
    const auto loaded = model_from_text(text, "model");
    EXPECT_EQ(model_from_text(loaded->to_text(), "model")->to_text(), loaded->to_text());
    const std::vector<float> row = {0.3F, -2.0F, 0.07F};
    EXPECT_EQ(loaded->score(row), net.score(row));
    EXPECT_NE(loaded->summary().find("hidden      2 units"), std::string::npos);
    EXPECT_EQ(dynamic_cast<const NetModel&>(*loaded).notes().learner, "ranknet");
}

std::string message(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return testing::error_message([&] { model_from_text(text, "m.json"); });
}

TEST(NetModel, RefusesADamagedFile) {
    const std::string text = model().to_text();
    const auto expect = [&](const std::string& from, const std::string& to, const char* what) {
        EXPECT_EQ(message(text, from, to),
                  "m.json: the model file is damaged: " + std::string(what) +
                      "; give a model that Gradus has trained");
    };
    expect("\"mean\": [1, ", "\"mean\": [", "'features', 'mean' and 'spread' are not equally long");
    expect("\"spread\": [2, ", "\"spread\": [0, ", "'spread'[0] is not above 0");
    expect("\"units\": [\n  [", "\"units\": [\n  [1, ", "'units'[0] is not a list of 5 numbers");
    expect("\"units\": [\n  [", "\"units\": [\n  [[], ", "'units'[0] is not a list of 5 numbers");
    expect("\"units\": [", "\"unit\": [", "'units' is not a list");
}

}  // namespace
}  // namespace gradus
