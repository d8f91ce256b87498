#pragma once

#include <cstddef>
#include <span>

/// The arithmetic of a net with one hidden layer of tanh units and a linear output, or without a
/// hidden layer. The output has no bias: a ranking does not see it.
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

/// Scores documents whose standardised inputs stand one behind the other, and leaves what their
/// hidden units say, lanes() a document, for the way back.
void forward(const Shape& shape,
             std::span<const float> weights,
             std::span<const float> rows,
             std::span<float> units,
             std::span<float> scores);
void forward(const Shape& shape,
             std::span<const double> weights,
             std::span<const double> rows,
             std::span<double> units,
             std::span<double> scores);

/// Adds to the gradient by weight what gradients by score come to.
void backward(const Shape& shape,
              std::span<const float> weights,
              std::span<const float> rows,
              std::span<const float> units,
              std::span<const float> score_gradients,
              std::span<float> gradient);
void backward(const Shape& shape,
              std::span<const double> weights,
              std::span<const double> rows,
              std::span<const double> units,
              std::span<const double> score_gradients,
              std::span<double> gradient);

}  // namespace gradus::net
