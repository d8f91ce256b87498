#pragma once

#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/data/transforms/thresholds.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::svm {

/// What weights are learned for.
enum class FeatureKind : unsigned char { values, bits };

/// How a document becomes a vector.
struct FeatureParams {
    FeatureKind features = FeatureKind::values;
    int thresholds = 50;
    ThresholdSpacing spacing = ThresholdSpacing::quantile;
    bool inclusive = false;
    static constexpr auto fields = std::tuple{
        Choice{"features",
               &FeatureParams::features,
               "values|bits",
               "weights for standardised values, or for bits: is the value above a threshold? "
               "Then each feature gets a step function"},
        Field{"thresholds",
              &FeatureParams::thresholds,
              1,
              255,
              "for bits: of each feature, those that coincide merged"},
        Choice{"spacing",
               &FeatureParams::spacing,
               "quantile|equal|unit",
               "for bits: thresholds as many values apart, in equal steps from the 1st to the 99th "
               "percentile, or in equal steps between 0 and 1"},
        Flag{"inclusive",
             &FeatureParams::inclusive,
             "for bits: a value is beyond a threshold that it equals"},
    };

    std::vector<IdleParam> idle() const {
        if (features == FeatureKind::bits) return {};
        return {{"thresholds", "`features=bits`"},
                {"spacing", "`features=bits`"},
                {"inclusive", "`features=bits`"}};
    }
};

/// How a support vector machine is trained, whatever the objective.
struct SvmParams {
    std::vector<double> cost = {1.0};
    double epsilon = 1e-3;
    int rounds = 5000;
    static constexpr auto fields = std::tuple{
        List{
            "C",
            &SvmParams::cost,
            0.0,
            1e12,
            "weight of the hinges against that of large weights; of several each is tried, and the "
            "best on validation data kept"},
        Field{"epsilon",
              &SvmParams::epsilon,
              1e-12,
              1e3,
              "training ends when the objective is proven to be within C times this of its least; "
              "where"
              " the hinges are summed up and not averaged (ranksvm, svmacc), times their sum "
              "without a model"},
        Field{"rounds",
              &SvmParams::rounds,
              1,
              1'000'000,
              "maximum number of cutting planes for each C"},
    };
};

}  // namespace gradus::svm
