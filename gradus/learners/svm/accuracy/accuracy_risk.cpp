#include "gradus/learners/svm/accuracy/accuracy_risk.hpp"

#include <utility>

#include <fmt/format.h>

namespace gradus::svm {

AccuracyRisk::AccuracyRisk(const FeatureMap& features, AccuracyDocuments documents)
    : features_(features),
      documents_(std::move(documents)),
      scores_(documents_.size()),
      score_gradients_(documents_.size()) {
    const double without_model = hinge_at_best_bias(scores_, documents_, score_gradients_).value;
    if (without_model > 0.0) unit_ = without_model;
}

double AccuracyRisk::at(std::span<const double> weights, std::span<double> gradient) {
    features_.score(weights, 0, scores_);
    const AccuracyHinge hinge = hinge_at_best_bias(scores_, documents_, score_gradients_);
    bias_ = hinge.bias;
    features_.add_gradient(0, score_gradients_, gradient);
    for (double& score_gradient : gradient) score_gradient /= unit_;
    return hinge.value / unit_;
}

std::string AccuracyRisk::objection() const {
    if (documents_.has_two_classes()) return {};
    return fmt::format("{} document is relevant",
                       documents_.is_relevant.front() != 0 ? "every" : "no");
}

}  // namespace gradus::svm
