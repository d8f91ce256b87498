#include "gradus/analysis/perturbed_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/scoring/net_layers.hpp"

namespace gradus {
namespace {

constexpr std::size_t documents_at_once = 1024;

/// The documents' features as the model knows them.
std::vector<float> all_rows(const Model& model,
                            const Dataset& data,
                            const std::string& name,
                            unsigned threads) {
    const FeatureAlignment alignment(schema_of(model), data, name);
    std::vector<float> rows(data.documents() * model.features());
    parallel_for(
        data.documents(), documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                alignment.copy(data.features.row(i),
                               std::span(rows).subspan(i * model.features(), model.features()));
        });
    return rows;
}

double norm_of(std::span<const double> weights) {
    double sum = 0.0;
    for (const double weight : weights) sum += weight * weight;
    return std::sqrt(sum);
}

/// Scores are linear in the weights: those of the direction are computed once, for all steps.
class LinearScores : public PerturbedModel {
  public:
    std::vector<std::vector<float>> scores(std::span<const double> direction,
                                           std::span<const double> steps) const final {
        std::vector<double> moved(base_.size());
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = change(i, direction);
        std::vector<std::vector<float>> all;
        for (const double step : steps) {
            std::vector<float>& own = all.emplace_back(base_.size());
            for (std::size_t i = 0; i < own.size(); ++i)
                own[i] = static_cast<float>(base_[i] + step * moved[i]);
        }
        return all;
    }

  protected:
    /// What a document's score changes by for a step of 1.
    virtual double change(std::size_t document, std::span<const double> direction) const = 0;

    std::vector<double> base_;  ///< scores with the weights as they are
};

class PerturbedLinear final : public LinearScores {
  public:
    PerturbedLinear(const LinearModel& model, std::vector<float> rows) : rows_(std::move(rows)) {
        for (const LinearModel::Feature& feature : model.weights())
            weights_.push_back(feature.weight);
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            const FeatureScale& scale = model.weights()[k % weights_.size()].scale;
            rows_[k] = static_cast<float>(scale.standardised(rows_[k]));
        }
        base_.resize(weights_.empty() ? 0 : rows_.size() / weights_.size());
        for (std::size_t i = 0; i < base_.size(); ++i) base_[i] = change(i, weights_);
    }

    std::size_t weights() const override { return weights_.size(); }
    double norm() const override { return norm_of(weights_); }

  private:
    double change(std::size_t document, std::span<const double> direction) const override {
        const float* const row = rows_.data() + document * weights_.size();
        double sum = 0.0;
        for (std::size_t j = 0; j < direction.size(); ++j)
            sum += direction[j] * static_cast<double>(row[j]);
        return sum;
    }

    std::vector<float> rows_;
    std::vector<double> weights_;
};

class PerturbedTrees final : public LinearScores {
  public:
    PerturbedTrees(const TreeEnsemble& model, const std::vector<float>& rows, unsigned threads) {
        trees_ = model.trees().size();
        std::vector<std::uint32_t> first_leaves;
        for (const Tree& tree : model.trees()) {
            first_leaves.push_back(static_cast<std::uint32_t>(values_.size()));
            for (const Tree::Leaf& leaf : tree.leaves) values_.push_back(leaf.value);
        }
        const std::size_t width = model.features();
        base_.assign(width == 0 ? 0 : rows.size() / width, model.base());
        leaves_.resize(base_.size() * trees_);
        parallel_for(
            base_.size(), documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    const auto row = std::span(rows).subspan(i * width, width);
                    for (std::size_t t = 0; t < trees_; ++t)
                        leaves_[i * trees_ + t] =
                            first_leaves[t] +
                            static_cast<std::uint32_t>(model.trees()[t].leaf_of(row));
                    base_[i] += change(i, values_);
                }
            });
    }

    std::size_t weights() const override { return values_.size(); }
    double norm() const override { return norm_of(values_); }

  private:
    double change(std::size_t document, std::span<const double> direction) const override {
        const std::uint32_t* const leaves = leaves_.data() + document * trees_;
        double sum = 0.0;
        for (std::size_t t = 0; t < trees_; ++t) sum += direction[leaves[t]];
        return sum;
    }

    std::size_t trees_;
    std::vector<double> values_;         ///< of all leaves of all trees
    std::vector<std::uint32_t> leaves_;  ///< by document and tree, among all
};

class PerturbedNet final : public PerturbedModel {
  public:
    PerturbedNet(const NetModel& model, std::vector<float> rows)
        : model_(model), rows_(std::move(rows)) {
        const net::Shape& shape = model.shape();
        for (std::size_t k = 0; k < rows_.size(); ++k)
            rows_[k] = model.inputs()[k % shape.inputs].standardised(rows_[k]);
        for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
            for (std::size_t j = 0; j < shape.inputs; ++j) places_.push_back(shape.weight(j, unit));
            places_.push_back(shape.bias(unit));
            places_.push_back(shape.output(unit));
        }
    }

    std::size_t weights() const override { return places_.size(); }
    double norm() const override {
        return norm_of(std::vector<double>(model_.weights().begin(), model_.weights().end()));
    }

    std::vector<std::vector<float>> scores(std::span<const double> direction,
                                           std::span<const double> steps) const override {
        const net::Shape& shape = model_.shape();
        const std::size_t documents = shape.inputs == 0 ? 0 : rows_.size() / shape.inputs;
        std::vector<float> units(documents_at_once * shape.lanes());
        std::vector<std::vector<float>> all;
        for (const double step : steps) {
            std::vector<float> weights = model_.weights();
            for (std::size_t k = 0; k < places_.size(); ++k) {
                float& weight = weights[places_[k]];
                weight = static_cast<float>(static_cast<double>(weight) + step * direction[k]);
            }
            std::vector<float>& own = all.emplace_back(documents);
            for (std::size_t begin = 0; begin < documents; begin += documents_at_once) {
                const std::size_t count = std::min(documents_at_once, documents - begin);
                net::forward(shape,
                             weights,
                             std::span<const float>(rows_).subspan(begin * shape.inputs,
                                                                   count * shape.inputs),
                             std::span(units).first(count * shape.lanes()),
                             std::span(own).subspan(begin, count));
            }
        }
        return all;
    }

  private:
    const NetModel& model_;
    std::vector<float> rows_;
    std::vector<std::size_t> places_;  ///< of the weights that count
};

using Perturbed = std::unique_ptr<const PerturbedModel>;

Perturbed perturb(const LinearModel& model, std::vector<float> rows, unsigned /*threads*/) {
    return std::make_unique<PerturbedLinear>(model, std::move(rows));
}
Perturbed perturb(const NetModel& model, std::vector<float> rows, unsigned /*threads*/) {
    return std::make_unique<PerturbedNet>(model, std::move(rows));
}
Perturbed perturb(const TreeEnsemble& model, const std::vector<float>& rows, unsigned threads) {
    return std::make_unique<PerturbedTrees>(model, rows, threads);
}
Perturbed perturb(const StepModel& /*model*/,
                  const std::vector<float>& /*rows*/,
                  unsigned /*threads*/) {
    throw Error(
        {}, "a model of this kind has no weights to move", "give a linear model, a net or trees");
}

}  // namespace

std::unique_ptr<const PerturbedModel> perturbed_model(const Model& model,
                                                      const Dataset& data,
                                                      const std::string& data_name,
                                                      unsigned threads) {
    std::vector<float> rows = all_rows(model, data, data_name, threads);
    return model.visit([&](const auto& kind) { return perturb(kind, std::move(rows), threads); });
}

}  // namespace gradus
