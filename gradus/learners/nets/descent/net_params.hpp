#pragma once

#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"

namespace gradus::net {

enum class Optimiser : unsigned char { sgd, adam };
enum class Precision : unsigned char { floats, doubles };

/// How a net is trained, whatever the objective.
struct NetParams {
    int hidden = 10;
    int epochs = 300;
    int batch = 1;
    Optimiser optimiser = Optimiser::sgd;
    std::vector<double> learning_rate = {0.01};
    double decay = 0.0;
    int restart_after = 16;
    int patience = 0;
    Precision precision = Precision::floats;
    static constexpr auto fields = std::tuple{
        Field{"hidden",
              &NetParams::hidden,
              0,
              10'000,
              "units of the hidden layer; 0 = a linear model"},
        Field{"epochs", &NetParams::epochs, 1, 1'000'000, "passes over the queries"},
        Field{"batch", &NetParams::batch, 1, 100'000, "queries a step"},
        Choice{"optimiser", &NetParams::optimiser, "sgd|adam", "plain gradient steps, or Adam"},
        List{"learning_rate",
             &NetParams::learning_rate,
             1e-9,
             1e3,
             "of a step; of several each is tried, and the best on validation data kept"},
        Field{"decay",
              &NetParams::decay,
              0,
              1,
              "share of each weight that is taken off at each step, times the rate"},
        Field{"restart_after",
              &NetParams::restart_after,
              0,
              1'000'000,
              "epochs without a better value on training data before new weights are drawn; 0 = "
              "never"},
        Field{"patience",
              &NetParams::patience,
              0,
              1'000'000,
              "epochs without a better value before a rate's training stops; 0 = never"},
        Choice{"precision", &NetParams::precision, "single|double", "of the arithmetic"},
    };
};

}  // namespace gradus::net
