#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/models/net.hpp"

namespace gradus::net {

/// The features with their means and deviations.
std::vector<NetInput> inputs_of(const Dataset& data);

/// One data set as the net sees it.
template <class Real>
class Side {
  public:
    Side(const Dataset& data, const std::vector<NetInput>& inputs, unsigned threads);

    /// The standardised features of some documents, one behind the other.
    std::span<const Real> rows(std::size_t begin, std::size_t documents) const {
        return std::span(rows_).subspan(begin * width_, documents * width_);
    }

    /// By document, as a model gives them; they last until the next call.
    std::span<const float> score(const Shape& shape, std::span<const Real> weights);

  private:
    unsigned threads_;
    std::size_t width_;
    std::vector<Real> rows_;
    std::vector<float> scores_;
};

}  // namespace gradus::net
