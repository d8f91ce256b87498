#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/models/model.hpp"

namespace gradus {

/// A model whose weights are moved, with one data set that it scores: the weights of a linear model
/// or a net, the leaf values of trees.
class PerturbedModel {
  public:
    PerturbedModel() = default;
    PerturbedModel(const PerturbedModel&) = delete;
    PerturbedModel& operator=(const PerturbedModel&) = delete;
    PerturbedModel(PerturbedModel&&) = delete;
    PerturbedModel& operator=(PerturbedModel&&) = delete;
    virtual ~PerturbedModel() = default;

    /// Those that count: not the padding of a net.
    virtual std::size_t weights() const = 0;
    /// √Σ weight².
    virtual double norm() const = 0;

    /// The scores of all documents with the weights w + step · direction, one list for each step.
    /// Any thread may ask.
    virtual std::vector<std::vector<float>> scores(std::span<const double> direction,
                                                   std::span<const double> steps) const = 0;
};

/// The model and the data must outlive it. Error where the model does not fit the data, or is of a
/// kind whose weights cannot be moved.
std::unique_ptr<const PerturbedModel> perturbed_model(const Model& model,
                                                      const Dataset& data,
                                                      const std::string& data_name,
                                                      unsigned threads);

}  // namespace gradus
