#include "gradus/learners/svm/problem/objective_plan.hpp"

#include <vector>

#include "gradus/learners/svm/problem/objective_risk.hpp"
#include "gradus/learners/training/outcome.hpp"

namespace gradus::svm {
namespace {

class PlannedObjectiveRisk final : public PlannedRisk {
  public:
    PlannedObjectiveRisk(const Dataset& data,
                         std::unique_ptr<const BoundObjective> objective,
                         const FeatureMap& features,
                         RiskForm form,
                         unsigned threads)
        : objective_(std::move(objective)), risk_(data, *objective_, features, 1.0, threads) {
        if (risk_.queries() == 0) refuse_no_order();
        const bool is_mean = form == RiskForm::mean;
        const double size = is_mean ? static_cast<double>(risk_.queries()) : risk_at_zero();
        risk_.set_scale(1.0 / size);
        unit_ = is_mean ? 1.0 : size;
    }

    std::size_t dimensions() const override { return risk_.dimensions(); }
    double at(std::span<const double> weights, std::span<double> gradient) override {
        return risk_.at(weights, gradient);
    }
    double unit() const override { return unit_; }

  private:
    double risk_at_zero() {
        const std::vector<double> zeros(risk_.dimensions());
        std::vector<double> gradient(risk_.dimensions());
        return risk_.at(zeros, gradient);
    }

    std::unique_ptr<const BoundObjective> objective_;
    ObjectiveRisk risk_;
    double unit_ = 1.0;
};

}  // namespace

std::unique_ptr<PlannedRisk> ObjectivePlan::bind(const Dataset& data,
                                                 const FeatureMap& features,
                                                 unsigned threads) const {
    return std::make_unique<PlannedObjectiveRisk>(
        data, objective_->bind(data, threads), features, form_, threads);
}

}  // namespace gradus::svm
