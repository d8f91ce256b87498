#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "gradus/base/exponential.hpp"

/// A net with one hidden layer of tanh units and a linear output, or without a hidden layer. The
/// output has no bias: a ranking does not see it.
namespace gradus::net {

/// Hidden units stand in lanes, whole blocks of eight, so that their number on a processor changes
/// no bit; the weights of lanes without a unit are 0 and stay 0. Weights are ordered by input:
/// those to all lanes of each input, then the lanes' biases, then their weights in the output.
/// Without a hidden layer: one weight an input.
struct Shape {
    std::size_t inputs = 0;
    std::size_t hidden = 0;

    static constexpr std::size_t block = 8;

    std::size_t lanes() const { return (hidden + block - 1) / block * block; }
    std::size_t weights() const { return hidden == 0 ? inputs : (inputs + 2) * lanes(); }
    std::size_t bias(std::size_t unit) const { return inputs * lanes() + unit; }
    std::size_t output(std::size_t unit) const { return (inputs + 1) * lanes() + unit; }
    std::size_t weight(std::size_t input, std::size_t unit) const {
        return hidden == 0 ? input : input * lanes() + unit;
    }
};

/// tanh x; ours in float, so that a model does not depend on the mathematics library and loops
/// vectorise.
[[gnu::always_inline]] inline float squash(float x) {
    constexpr float flat = 10.0F;  // 1 − tanh 10 is below half a unit in the last place
    const float low = x < flat ? x : flat;
    const float e = exponential(2.0F * (low > -flat ? low : -flat));
    return (e - 1.0F) / (e + 1.0F);
}
inline double squash(double x) {
    return std::tanh(x);
}

/// The sum over the lanes of a block, in the order of all scores.
template <class Real>
[[gnu::always_inline]] inline Real sum_of(const std::array<Real, Shape::block>& lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace gradus::net
