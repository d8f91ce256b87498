#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/learners/nets/descent/net_params.hpp"

namespace gradus::net {

/// Moves weights down a gradient. What it remembers is part of a training's state.
template <class Real>
struct Steps {
    std::size_t taken = 0;
    std::vector<Real> first;   ///< running mean of the gradient; Adam only
    std::vector<Real> second;  ///< and of its square

    static constexpr auto json_fields = std::tuple{JsonField{"taken", &Steps::taken},
                                                   JsonField{"first", &Steps::first},
                                                   JsonField{"second", &Steps::second}};

    void start(std::size_t weights, Optimiser optimiser) {
        const std::size_t size = optimiser == Optimiser::adam ? weights : 0;
        taken = 0;
        first.assign(size, Real{0});
        second.assign(size, Real{0});
    }

    /// Adam as Kingma & Ba (ICLR 2015) print it.
    void take(Optimiser optimiser,
              double rate,
              double decay,
              std::span<const Real> gradient,
              std::span<Real> weights) {
        ++taken;
        const auto shrink = static_cast<Real>(1.0 - rate * decay);
        if (optimiser == Optimiser::sgd) {
            const auto step = static_cast<Real>(rate);
            for (std::size_t k = 0; k < weights.size(); ++k)
                weights[k] = weights[k] * shrink - step * gradient[k];
            return;
        }
        constexpr double beta1 = 0.9;
        constexpr double beta2 = 0.999;
        const auto time = static_cast<double>(taken);
        const double correction =
            std::sqrt(1.0 - std::pow(beta2, time)) / (1.0 - std::pow(beta1, time));
        const auto step = static_cast<Real>(rate * correction);
        constexpr auto keep1 = static_cast<Real>(beta1);
        constexpr auto keep2 = static_cast<Real>(beta2);
        constexpr auto tiny = static_cast<Real>(1e-8);
        for (std::size_t k = 0; k < weights.size(); ++k) {
            first[k] = keep1 * first[k] + (Real{1} - keep1) * gradient[k];
            second[k] = keep2 * second[k] + (Real{1} - keep2) * gradient[k] * gradient[k];
            weights[k] = weights[k] * shrink - step * first[k] / (std::sqrt(second[k]) + tiny);
        }
    }
};

}  // namespace gradus::net
