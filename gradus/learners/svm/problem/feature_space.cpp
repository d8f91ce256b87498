#include "gradus/learners/svm/problem/feature_space.hpp"

#include <utility>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/steps.hpp"

namespace gradus::svm {
namespace {

class Values final : public FeatureSpace {
  public:
    explicit Values(const Dataset& train) : scales_(feature_scales(train)) {
        for (std::size_t j = 0; j < scales_.size(); ++j) names_.push_back(train.feature_name(j));
    }

    std::unique_ptr<const FeatureMap> map(const Dataset& data, unsigned threads) const override {
        return std::make_unique<DenseFeatures>(data, scales_, threads);
    }

    std::unique_ptr<const Model> model(std::span<const double> weights,
                                       const TrainingNotes& notes) const override {
        std::vector<LinearModel::Feature> features;
        features.reserve(weights.size());
        for (std::size_t j = 0; j < weights.size(); ++j)
            features.push_back({names_[j], scales_[j], weights[j]});
        return std::make_unique<LinearModel>(std::move(features), notes);
    }

  private:
    std::vector<FeatureScale> scales_;
    std::vector<std::string> names_;
};

class Bits final : public FeatureSpace {
  public:
    explicit Bits(Thresholds thresholds) : thresholds_(std::move(thresholds)) {}

    std::unique_ptr<const FeatureMap> map(const Dataset& data, unsigned threads) const override {
        return std::make_unique<IndicatorFeatures>(data, thresholds_, threads);
    }

    std::unique_ptr<const Model> model(std::span<const double> weights,
                                       const TrainingNotes& notes) const override {
        return std::make_unique<StepModel>(
            thresholds_, std::vector<double>(weights.begin(), weights.end()), notes);
    }

  private:
    Thresholds thresholds_;
};

}  // namespace

std::unique_ptr<const FeatureSpace> make_feature_space(const Dataset& train,
                                                       const FeatureParams& params,
                                                       unsigned threads) {
    if (params.features == FeatureKind::values) return std::make_unique<Values>(train);
    Thresholds thresholds = choose_thresholds(
        train,
        {.count = static_cast<std::size_t>(params.thresholds),
         .spacing = params.spacing,
         .rule = params.inclusive ? ThresholdRule::inclusive : ThresholdRule::strict,
         .threads = threads});
    if (thresholds.bits() == 0)
        throw Error({"training data"},
                    "no feature has a value to put a threshold at",
                    "give data with values");
    return std::make_unique<Bits>(std::move(thresholds));
}

}  // namespace gradus::svm
