#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gradus/learners/svm/accuracy/accuracy_hinge.hpp"
#include "gradus/learners/svm/problem/risk_plan.hpp"

namespace gradus::svm {

/// The hinges of a classification at the best b, as a function of the weights: what is left of a
/// convex function when one of its variables is at its best is convex. The unit is what they come
/// to without a model.
class AccuracyRisk final : public PlannedRisk {
  public:
    /// The features must outlive it.
    AccuracyRisk(const FeatureMap& features, AccuracyDocuments documents);

    std::size_t dimensions() const override { return features_.dimensions(); }
    double at(std::span<const double> weights, std::span<double> gradient) override;
    double unit() const override { return unit_; }
    std::string objection() const override;
    DirectSolver* direct() override { return direct_.get(); }

    const AccuracyDocuments& documents() const { return documents_; }
    /// The best b at the last at().
    double bias() const { return bias_; }
    /// To be used in place of cutting planes.
    void set_direct(std::unique_ptr<DirectSolver> solver) { direct_ = std::move(solver); }

  private:
    const FeatureMap& features_;
    AccuracyDocuments documents_;
    std::vector<double> scores_;
    std::vector<double> score_gradients_;
    double unit_ = 1.0;
    double bias_ = 0.0;
    std::unique_ptr<DirectSolver> direct_;
};

}  // namespace gradus::svm
