#include "gradus/models/net_layers.hpp"

#include <array>
#include <cmath>

#include "gradus/base/exponential.hpp"
#include "gradus/base/vector_clones.hpp"

namespace gradus::net {
namespace {

constexpr std::size_t block = Shape::block;

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

template <class Real>
using Block = std::array<Real, block>;

template <class Real>
[[gnu::always_inline]] inline Real sum_of(const Block<Real>& lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

template <class Real>
[[gnu::always_inline]] inline Real linear_score(std::size_t inputs,
                                                const Real* weights,
                                                const Real* row) {
    Block<Real> sums{};
    std::size_t j = 0;
    for (; j + block <= inputs; j += block)
        for (std::size_t lane = 0; lane < block; ++lane)
            sums[lane] += weights[j + lane] * row[j + lane];
    for (std::size_t lane = 0; j + lane < inputs; ++lane)
        sums[lane] += weights[j + lane] * row[j + lane];
    return sum_of(sums);
}

/// One document through the units of one block: what it adds to the score.
template <class Real>
[[gnu::always_inline]] inline Real block_score(const Shape& shape,
                                               const Real* weights,
                                               const Real* row,
                                               Real* units) {
    const std::size_t lanes = shape.lanes();
    Block<Real> sums;
    for (std::size_t lane = 0; lane < block; ++lane)
        sums[lane] = weights[shape.inputs * lanes + lane];
    for (std::size_t j = 0; j < shape.inputs; ++j)
        for (std::size_t lane = 0; lane < block; ++lane)
            sums[lane] += row[j] * weights[j * lanes + lane];
    for (std::size_t lane = 0; lane < block; ++lane) {
        units[lane] = squash(sums[lane]);
        sums[lane] = units[lane] * weights[(shape.inputs + 1) * lanes + lane];
    }
    return sum_of(sums);
}

template <class Real>
[[gnu::always_inline]] inline void forward_rows(const Shape& shape,
                                                std::span<const Real> weights,
                                                std::span<const Real> rows,
                                                std::span<Real> units,
                                                std::span<Real> scores) {
    const std::size_t lanes = shape.lanes();
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const Real* const row = rows.data() + i * shape.inputs;
        if (shape.hidden == 0) {
            scores[i] = linear_score(shape.inputs, weights.data(), row);
            continue;
        }
        Real score = 0;
        for (std::size_t first = 0; first < lanes; first += block)
            score +=
                block_score(shape, weights.data() + first, row, units.data() + i * lanes + first);
        scores[i] = score;
    }
}

template <class Real>
[[gnu::always_inline]] inline void block_gradient(const Shape& shape,
                                                  const Real* weights,
                                                  const Real* row,
                                                  const Real* units,
                                                  Real slope,
                                                  Real* gradient) {
    const std::size_t lanes = shape.lanes();
    const std::size_t biases = shape.inputs * lanes;
    const std::size_t outputs = biases + lanes;
    Block<Real> inner;  // slopes by what enters the units
    for (std::size_t lane = 0; lane < block; ++lane) {
        gradient[outputs + lane] += slope * units[lane];
        inner[lane] = slope * weights[outputs + lane] * (Real{1} - units[lane] * units[lane]);
        gradient[biases + lane] += inner[lane];
    }
    for (std::size_t j = 0; j < shape.inputs; ++j)
        for (std::size_t lane = 0; lane < block; ++lane)
            gradient[j * lanes + lane] += row[j] * inner[lane];
}

template <class Real>
[[gnu::always_inline]] inline void backward_rows(const Shape& shape,
                                                 std::span<const Real> weights,
                                                 std::span<const Real> rows,
                                                 std::span<const Real> units,
                                                 std::span<const Real> slopes,
                                                 std::span<Real> gradient) {
    const std::size_t lanes = shape.lanes();
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        if (slopes[i] == Real{0}) continue;
        const Real* const row = rows.data() + i * shape.inputs;
        if (shape.hidden == 0) {
            for (std::size_t j = 0; j < shape.inputs; ++j) gradient[j] += slopes[i] * row[j];
            continue;
        }
        for (std::size_t first = 0; first < lanes; first += block)
            block_gradient(shape,
                           weights.data() + first,
                           row,
                           units.data() + i * lanes + first,
                           slopes[i],
                           gradient.data() + first);
    }
}

}  // namespace

GRADUS_AVX2_CLONES
void forward(const Shape& shape,
             std::span<const float> weights,
             std::span<const float> rows,
             std::span<float> units,
             std::span<float> scores) {
    forward_rows(shape, weights, rows, units, scores);
}

void forward(const Shape& shape,
             std::span<const double> weights,
             std::span<const double> rows,
             std::span<double> units,
             std::span<double> scores) {
    forward_rows(shape, weights, rows, units, scores);
}

GRADUS_AVX2_CLONES
void backward(const Shape& shape,
              std::span<const float> weights,
              std::span<const float> rows,
              std::span<const float> units,
              std::span<const float> slopes,
              std::span<float> gradient) {
    backward_rows(shape, weights, rows, units, slopes, gradient);
}

void backward(const Shape& shape,
              std::span<const double> weights,
              std::span<const double> rows,
              std::span<const double> units,
              std::span<const double> slopes,
              std::span<double> gradient) {
    backward_rows(shape, weights, rows, units, slopes, gradient);
}

}  // namespace gradus::net
