#include "gradus/scoring/net_layers.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "gradus/base/vector_clones.hpp"

namespace gradus::net {
namespace {

constexpr std::size_t block = Shape::block;
constexpr std::size_t at_once = 4;  // documents

/// Eight numbers side by side, in whatever registers the processor has.
template <class Real>
struct Block {
    using Lanes [[gnu::vector_size(block * sizeof(Real))]] = Real;
    Lanes lanes;

    [[gnu::always_inline]] static Block load(const Real* from) {
        Block loaded;
        std::memcpy(&loaded.lanes, from, sizeof loaded.lanes);
        return loaded;
    }
    [[gnu::always_inline]] void store(Real* to) const { std::memcpy(to, &lanes, sizeof lanes); }
};

template <class Real>
[[gnu::always_inline]] inline Real linear_score(std::size_t inputs,
                                                const Real* weights,
                                                const Real* row) {
    std::array<Real, block> sums{};
    std::size_t j = 0;
    for (; j + block <= inputs; j += block)
        for (std::size_t lane = 0; lane < block; ++lane)
            sums[lane] += weights[j + lane] * row[j + lane];
    for (std::size_t lane = 0; j + lane < inputs; ++lane)
        sums[lane] += weights[j + lane] * row[j + lane];
    return sum_of(sums);
}

/// Some documents through the units of one block: what it adds to their scores. Several at once
/// hide that each sum waits for the one before; a document's own sums stay in their order.
template <std::size_t documents, class Real>
[[gnu::always_inline]] inline void add_block(
    const Shape& shape, const Real* weights, const Real* rows, Real* units, Real* scores) {
    const std::size_t lanes = shape.lanes();
    const Block<Real> bias = Block<Real>::load(weights + shape.inputs * lanes);
    std::array<Block<Real>, documents> sums;
    for (std::size_t i = 0; i < documents; ++i) sums[i] = bias;
    for (std::size_t j = 0; j < shape.inputs; ++j) {
        const Block<Real> own = Block<Real>::load(weights + j * lanes);
        for (std::size_t i = 0; i < documents; ++i)
            sums[i].lanes += rows[i * shape.inputs + j] * own.lanes;
    }
    for (std::size_t i = 0; i < documents; ++i) {
        Real* const own = units + i * lanes;
        sums[i].store(own);
        std::array<Real, block> parts;
        for (std::size_t lane = 0; lane < block; ++lane) {
            own[lane] = squash(own[lane]);
            parts[lane] = own[lane] * weights[(shape.inputs + 1) * lanes + lane];
        }
        scores[i] += sum_of(parts);
    }
}

/// Documents i, i + 1, … through all blocks.
template <std::size_t documents, class Real>
[[gnu::always_inline]] inline void add_blocks(const Shape& shape,
                                              std::span<const Real> weights,
                                              std::span<const Real> rows,
                                              std::size_t i,
                                              std::span<Real> units,
                                              std::span<Real> scores) {
    const std::size_t lanes = shape.lanes();
    for (std::size_t first = 0; first < lanes; first += block)
        add_block<documents>(shape,
                             weights.data() + first,
                             rows.data() + i * shape.inputs,
                             units.data() + i * lanes + first,
                             scores.data() + i);
}

template <class Real>
[[gnu::always_inline]] inline void forward_rows(const Shape& shape,
                                                std::span<const Real> weights,
                                                std::span<const Real> rows,
                                                std::span<Real> units,
                                                std::span<Real> scores) {
    const std::size_t n = scores.size();
    if (shape.hidden == 0) {
        for (std::size_t i = 0; i < n; ++i)
            scores[i] = linear_score(shape.inputs, weights.data(), rows.data() + i * shape.inputs);
        return;
    }
    std::ranges::fill(scores, Real{0});
    std::size_t i = 0;
    for (; i + at_once <= n; i += at_once)
        add_blocks<at_once>(shape, weights, rows, i, units, scores);
    for (; i < n; ++i) add_blocks<1>(shape, weights, rows, i, units, scores);
}

/// One document on the way back.
template <class Real>
struct Returning {
    const Real* row;
    const Real* units;
    Real score_gradient;
};

/// Adds what some documents come to, one after the other in each sum, to the gradient of one block.
template <std::size_t documents, class Real>
[[gnu::always_inline]] inline void add_gradient(const Shape& shape,
                                                const Real* weights,
                                                const std::array<Returning<Real>, at_once>& group,
                                                std::size_t first,
                                                Real* gradient) {
    const std::size_t lanes = shape.lanes();
    const std::size_t biases = shape.inputs * lanes;
    const std::size_t outputs = biases + lanes;
    std::array<Block<Real>, documents> inner;  // gradients by what enters the units
    const Block<Real> output = Block<Real>::load(weights + outputs);
    Block<Real> output_sums = Block<Real>::load(gradient + outputs);
    Block<Real> bias_sums = Block<Real>::load(gradient + biases);
    for (std::size_t i = 0; i < documents; ++i) {
        const Block<Real> own = Block<Real>::load(group[i].units + first);
        output_sums.lanes += group[i].score_gradient * own.lanes;
        inner[i].lanes = group[i].score_gradient * output.lanes * (Real{1} - own.lanes * own.lanes);
        bias_sums.lanes += inner[i].lanes;
    }
    output_sums.store(gradient + outputs);
    bias_sums.store(gradient + biases);
    for (std::size_t j = 0; j < shape.inputs; ++j) {
        Block<Real> sums = Block<Real>::load(gradient + j * lanes);
        for (std::size_t i = 0; i < documents; ++i) sums.lanes += group[i].row[j] * inner[i].lanes;
        sums.store(gradient + j * lanes);
    }
}

template <std::size_t documents, class Real>
[[gnu::always_inline]] inline void add_gradients(const Shape& shape,
                                                 std::span<const Real> weights,
                                                 const std::array<Returning<Real>, at_once>& group,
                                                 std::span<Real> gradient) {
    for (std::size_t first = 0; first < shape.lanes(); first += block)
        add_gradient<documents>(
            shape, weights.data() + first, group, first, gradient.data() + first);
}

template <class Real>
[[gnu::always_inline]] inline void backward_rows(const Shape& shape,
                                                 std::span<const Real> weights,
                                                 std::span<const Real> rows,
                                                 std::span<const Real> units,
                                                 std::span<const Real> score_gradients,
                                                 std::span<Real> gradient) {
    const std::size_t lanes = shape.lanes();
    std::array<Returning<Real>, at_once> group;
    std::size_t gathered = 0;
    for (std::size_t i = 0; i < score_gradients.size(); ++i) {
        if (score_gradients[i] == Real{0}) continue;
        const Real* const row = rows.data() + i * shape.inputs;
        if (shape.hidden == 0) {
            for (std::size_t j = 0; j < shape.inputs; ++j)
                gradient[j] += score_gradients[i] * row[j];
            continue;
        }
        group[gathered++] = {row, units.data() + i * lanes, score_gradients[i]};
        if (gathered < at_once) continue;
        add_gradients<at_once>(shape, weights, group, gradient);
        gathered = 0;
    }
    for (std::size_t i = 0; i < gathered; ++i) {
        group[0] = group[i];
        add_gradients<1>(shape, weights, group, gradient);
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
              std::span<const float> score_gradients,
              std::span<float> gradient) {
    backward_rows(shape, weights, rows, units, score_gradients, gradient);
}

void backward(const Shape& shape,
              std::span<const double> weights,
              std::span<const double> rows,
              std::span<const double> units,
              std::span<const double> score_gradients,
              std::span<double> gradient) {
    backward_rows(shape, weights, rows, units, score_gradients, gradient);
}

}  // namespace gradus::net
