#include "gradus/models/model.hpp"

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/models/summary_text.hpp"

namespace gradus {

float Model::score(std::span<const float> features) const {
    check_values(features.size(), 1, this->features());
    return score_one(features);
}

std::optional<Explanation> Model::explain(std::span<const float> features) const {
    check_values(features.size(), 1, this->features());
    return explain_one(features);
}

std::string Model::summary(const Speller& speller) const {
    return summary_text::head(kind(), notes(), speller) + details();
}

void check_values(std::size_t values, std::size_t documents, std::size_t features) {
    if (values == documents * features) return;
    throw Error({},
                fmt::format("{} value{} for {} document{} of a model with {} feature{}",
                            values,
                            values == 1 ? "" : "s",
                            documents,
                            documents == 1 ? "" : "s",
                            features,
                            features == 1 ? "" : "s"),
                "give a value for each feature of the model, NaN where it is missing");
}

FeatureSchema schema_of(const Model& model) {
    FeatureSchema schema{.names = {}, .gaps = model.notes().gaps, .owner = "the model"};
    for (std::size_t j = 0; j < model.features(); ++j)
        schema.names.push_back(model.feature_name(j));
    schema.used = model.used_features();
    return schema;
}

std::vector<float> model_row(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             std::size_t document) {
    return FeatureAlignment(schema_of(model), data, data_name).rows(data, document, document + 1);
}

}  // namespace gradus
