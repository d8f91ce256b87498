#include "gradus/data/audit/absent_features.hpp"

#include <span>

namespace gradus {

AbsentFeatures::AbsentFeatures(const FeatureSchema& schema) : gaps_(schema.gaps) {
    for (std::size_t j = 0; j < schema.names.size(); ++j)
        if (schema.used.empty() || schema.used[j]) features_.push_back(j);
}

template <class ValueOf>
void AbsentFeatures::take(const Dataset& data, const ValueOf& value_of) {
    documents_ += data.documents();
    if (!data.gaps) {
        features_.clear();
        return;
    }
    if (!gaps_) gaps_ = data.gaps;
    const bool zero = *data.gaps == Gaps::zero;
    for (std::size_t i = 0; i < data.documents() && !features_.empty(); ++i) {
        const std::span<const float> row = data.features.row(i);
        std::erase_if(features_, [&](std::size_t feature) {
            const float value = value_of(row, feature);
            const bool as_absent = zero ? value == 0.0F : value != value;
            return !as_absent;
        });
    }
}

void AbsentFeatures::add(const Dataset& data) {
    take(data, [](std::span<const float> row, std::size_t feature) { return row[feature]; });
}

void AbsentFeatures::add(const Dataset& data, const FeatureAlignment& alignment) {
    take(data, [&](std::span<const float> row, std::size_t feature) {
        return alignment.value(row, feature);
    });
}

std::vector<bool> occurring_features(const Dataset& data) {
    AbsentFeatures absent(schema_of(data));
    absent.add(data);
    std::vector<bool> occurs(data.features.columns(), true);
    for (const std::size_t feature : absent.features()) occurs[feature] = false;
    return occurs;
}

}  // namespace gradus
