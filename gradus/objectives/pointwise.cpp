#include "gradus/objectives/pointwise.hpp"

#include <cmath>

#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

class BoundPointwise final : public BoundObjective {
  public:
    BoundPointwise(const Dataset& data, const std::string& labels, unsigned threads)
        : labels_(data, labels, threads) {}

    /// One judged document has a gradient.
    bool is_informative(std::size_t query) const override { return !labels_.ideal(query).empty(); }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& /*scratch*/,
                    std::span<double> gradients,
                    std::span<double> hessians) const override {
        return fill(query, gradients, hessians);
    }

    void evaluate_float(const ScoredQuery<float>& query,
                        Scratch& /*scratch*/,
                        std::span<float> gradients,
                        std::span<float> hessians) const override {
        fill(query, gradients, hessians);
    }

  private:
    template <class Real>
    double fill(const ScoredQuery<Real>& query,
                std::span<Real> gradients,
                std::span<Real> hessians) const {
        const std::span<const float> grades = labels_.grades(query.query);
        const std::span<const float> weights = labels_.weights(query.query);
        double value = 0.0;
        for (std::size_t i = 0; i < grades.size(); ++i) {
            if (std::isnan(grades[i])) {
                gradients[i] = hessians[i] = Real{0};
                continue;
            }
            const Real error = query.scores[i] - static_cast<Real>(grades[i]);
            hessians[i] = weights.empty() ? Real{1} : static_cast<Real>(weights[i]);
            gradients[i] = hessians[i] * error;
            value += 0.5 * static_cast<double>(gradients[i]) * static_cast<double>(error);
        }
        return value;
    }

    BoundLabels labels_;
};

}  // namespace

std::string Pointwise::text() const {
    return objective_text("pointwise", labels_text(labels_), NoParams{});
}

std::unique_ptr<const BoundObjective> Pointwise::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundPointwise>(data, labels_, threads);
}

namespace objectives {
extern const ObjectiveEntry pointwise_entry{
    .name = "pointwise",
    .summary = "the squared error of the score as a prediction of the grade",
    .reference = "Friedman 2001",
    .traits = {.derivative = true, .convex = true},
    .examples = "pointwise pointwise(click)",
    .params = params_with<NoParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<Pointwise>(arguments.labels);
    },
};
}  // namespace objectives

}  // namespace gradus
