#pragma once

#include <span>

#include "gradus/models/net_shape.hpp"

/// The arithmetic of nets for many documents: forwards for scores, and back for gradients.
namespace gradus::net {

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
