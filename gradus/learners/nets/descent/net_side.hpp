#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/models/net.hpp"

namespace gradus::net {

/// The features with their means and deviations.
std::vector<NetInput> inputs_of(const Dataset& data);

/// One data set as the net sees it, and what some measures come to there.
template <class Real>
class Side {
  public:
    Side(const Dataset& data,
         const std::vector<NetInput>& inputs,
         std::vector<NamedMeasure> measures,
         unsigned threads);

    std::span<const NamedMeasure> measures() const { return evaluator_.measures(); }

    /// The standardised features of some documents, one behind the other.
    std::span<const Real> rows(std::size_t begin, std::size_t documents) const {
        return std::span(rows_).subspan(begin * width_, documents * width_);
    }

    /// By measure.
    std::vector<double> measure(const Shape& shape, std::span<const Real> weights);

  private:
    Evaluator evaluator_;
    unsigned threads_;
    std::size_t width_;
    std::vector<Real> rows_;
    std::vector<float> scores_;
};

}  // namespace gradus::net
