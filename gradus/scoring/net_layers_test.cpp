#include "gradus/scoring/net_layers.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/plain_nets.hpp"

namespace gradus {
namespace {

using testing::plain_score;
using testing::random_weights;

std::vector<double> random_rows(std::size_t values, std::uint64_t seed) {
    Random random(seed, "net rows");
    std::vector<double> rows(values);
    for (double& value : rows) value = random.normal();
    return rows;
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

}  // namespace
}  // namespace gradus
