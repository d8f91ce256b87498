#include "gradus/models/model.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/models/tree_importance.hpp"

namespace gradus {
namespace {

constexpr std::string_view format_name = "gradus-model";
constexpr const char* remedy = "give a model that gradus train wrote";

nlohmann::json parse(std::string_view text, const std::string& source) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        if (text.find(format_name) == std::string_view::npos) return {};
        const std::string_view read = text.substr(0, error.byte == 0 ? 0 : error.byte - 1);
        const std::size_t line_begin = read.rfind('\n') + 1;  // npos + 1 = 0
        throw Error({source,
                     1 + static_cast<std::size_t>(std::ranges::count(read, '\n')),
                     read.size() - line_begin + 1},
                    "the model file is damaged: it is not valid JSON here",
                    remedy);
    } catch (const nlohmann::json::exception&) {
        throw Error({source}, "the model file is damaged: a number in it is too large", remedy);
    }
}

/// By feature: its value can change a score.
std::vector<bool> used_features(const Model& model) {
    std::vector<bool> used;
    if (const auto* linear = dynamic_cast<const LinearModel*>(&model)) {
        for (const auto& feature : linear->weights()) used.push_back(feature.weight != 0.0);
    } else if (const auto* steps = dynamic_cast<const StepModel*>(&model)) {
        for (std::size_t j = 0; j < steps->features(); ++j) used.push_back(steps->reach(j) > 0.0);
    } else if (const auto* trees = dynamic_cast<const TreeEnsemble*>(&model)) {
        for (const FeatureUse& use : feature_use(trees->trees(), trees->features()))
            used.push_back(use.splits > 0);
    }
    return used;
}

}  // namespace

void Model::score_many(std::span<const float> rows, std::span<float> scores) const {
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = score_one(rows.subspan(i * features(), features()));
}

void Model::refuse_values(std::size_t values, std::size_t documents) const {
    throw Error({},
                fmt::format("{} value{} for {} document{} of a model with {} feature{}",
                            values,
                            values == 1 ? "" : "s",
                            documents,
                            documents == 1 ? "" : "s",
                            features(),
                            features() == 1 ? "" : "s"),
                "give a value for each feature of the model, NaN where it is missing");
}

FeatureSchema schema_of(const Model& model) {
    FeatureSchema schema{.names = {}, .gaps = model.notes().gaps, .owner = "the model"};
    for (std::size_t j = 0; j < model.features(); ++j)
        schema.names.push_back(model.feature_name(j));
    schema.used = used_features(model);
    return schema;
}

std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads) {
    return score_all(model, data, FeatureAlignment(schema_of(model), data, data_name), threads);
}

std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const FeatureAlignment& alignment,
                             unsigned threads) {
    std::vector<float> scores(data.documents());
    parallel_for(scores.size(), 256, threads, [&](std::size_t begin, std::size_t end) {
        const auto part = std::span(scores).subspan(begin, end - begin);
        if (alignment.is_identity()) {
            model.score_rows(data.features.rows(begin, end), part);
        } else {
            model.score_rows(alignment.rows(data, begin, end), part);
        }
    });
    return scores;
}

std::vector<float> model_row(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             std::size_t document) {
    return FeatureAlignment(schema_of(model), data, data_name).rows(data, document, document + 1);
}

std::unique_ptr<const Model> load_model(const std::string& path) {
    return model_from_text(read_text(path), path);
}

std::unique_ptr<const Model> model_from_text(std::string_view text, const std::string& source) {
    const nlohmann::json root = parse(text, source);
    const auto is = [&](const char* name, const nlohmann::json& value) {
        const auto found = root.find(name);
        return found != root.end() && *found == value;
    };
    if (!is("format", format_name)) throw Error({source}, "this is not a Gradus model", remedy);
    if (!is("version", 1))
        throw Error({source}, "the model is of another version of Gradus", "train it again");
    if (is("model", "linear")) return LinearModel::from_json(root, source);
    if (is("model", "net")) return NetModel::from_json(root, source);
    if (is("model", "steps")) return StepModel::from_json(root, source);
    if (is("model", "trees")) return TreeEnsemble::from_json(root, source);
    throw Error({source}, "the kind of model is unknown", remedy);
}

}  // namespace gradus
