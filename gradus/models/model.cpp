#include "gradus/models/model.hpp"

#include <fmt/format.h>

#include "gradus/base/atomic_file.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/sealed_json.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/models/foreign_models.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/summary_text.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/models/tree_importance.hpp"

namespace gradus {
namespace {

constexpr std::string_view format_name = "gradus-model";
constexpr int version = 1;
constexpr const char* remedy = "give a model that Gradus has trained";

Json parse(std::string_view text, const std::string& source) {
    try {
        return Json::parse(text);
    } catch (const JsonError& error) {
        if (text.find(format_name) == std::string_view::npos) return {};
        const std::string damaged = "the model file is damaged: ";
        if (error.kind() != JsonError::Kind::syntax)
            throw Error({source}, damaged + error.what(), remedy);
        throw Error(
            {source, error.line(), error.column()}, damaged + "it is not valid JSON here", remedy);
    }
}

[[noreturn]] void refuse_other_file(std::string_view text, const std::string& source) {
    const auto foreign = foreign_model(text);
    if (!foreign) throw Error({source}, "this is not a Gradus model", remedy);
    throw Error(
        {source},
        fmt::format("this is {}, which Gradus cannot read", foreign->what),
        fmt::format(
            "train again{}, or evaluate a file of the scores of that model",
            foreign->learner.empty() ? "" : fmt::format(" with the learner {}", foreign->learner)),
        Topic::foreign_scores);
}

[[noreturn]] void refuse_other_version(const Json& root, const std::string& source) {
    const Json* const found = root.find("version");
    if (found == nullptr || !found->is_integer())
        throw Error({source}, "the model file is damaged: it does not tell its version", remedy);
    const bool newer = found->as<double>() > version;
    throw Error({source},
                fmt::format("the model has version {} of the format, but this Gradus reads version "
                            "{}",
                            found->dump(),
                            version),
                newer ? "use the newer Gradus that wrote it" : "train it again");
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

std::string Model::summary(const Speller& speller) const {
    return summary_text::head(kind(), notes(), speller) + details();
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

void save_model(const Model& model, const std::string& path) {
    AtomicFile file(path);
    file.write(model.to_text());
    file.commit();
}

std::unique_ptr<const Model> load_model(const std::string& path) {
    return model_from_text(read_text(path), path);
}

std::unique_ptr<const Model> model_from_text(std::string_view text, const std::string& source) {
    const Json root = parse(text, source);
    const auto is = [&](const char* name, const Json& value) {
        const Json* const found = root.find(name);
        return found != nullptr && *found == value;
    };
    if (!is("format", format_name)) refuse_other_file(text, source);
    if (!is("version", version)) refuse_other_version(root, source);
    std::unique_ptr<const Model> model;
    if (is("model", "linear")) model = LinearModel::from_json(root, source);
    if (is("model", "net")) model = NetModel::from_json(root, source);
    if (is("model", "steps")) model = StepModel::from_json(root, source);
    if (is("model", "trees")) model = TreeEnsemble::from_json(root, source);
    if (model == nullptr) throw Error({source}, "the kind of model is unknown", remedy);
    if (seal_of(text) == Seal::broken)
        throw Error({source},
                    "the model file is damaged: its checksum does not match its content",
                    "give the file as Gradus wrote it; if it was changed on purpose, delete "
                    "its line \"checksum\"");
    return model;
}

}  // namespace gradus
