#include "gradus/models/model.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus {
namespace {

constexpr std::string_view format_name = "gradus-model";
constexpr const char* remedy = "give a model that gradus train wrote";

/// Rows [begin, end), with missing values where the data has fewer features than the model.
std::vector<float> padded(const Dataset& data,
                          std::size_t begin,
                          std::size_t end,
                          std::size_t features) {
    std::vector<float> rows((end - begin) * features, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = begin; i < end; ++i) {
        std::ranges::copy(data.features.row(i),
                          rows.begin() + static_cast<std::ptrdiff_t>((i - begin) * features));
    }
    return rows;
}

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

}  // namespace

void Model::score_rows(std::span<const float> rows, std::span<float> scores) const {
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = score(rows.subspan(i * features(), features()));
}

void check_features(const Model& model, const Dataset& data, const std::string& data_name) {
    constexpr const char* own = "score data with the model's own features";
    if (data.features.columns() > model.features()) {
        throw Error({data_name},
                    fmt::format("it has {} features, but the model was trained with {}",
                                data.features.columns(),
                                model.features()),
                    own);
    }
    for (std::size_t j = 0; j < data.feature_names.size(); ++j) {
        const std::string& known = model.feature_name(j);
        if (known == data.feature_names[j] || known == std::to_string(j + 1)) continue;
        throw Error({data_name},
                    fmt::format("feature {} is '{}', but '{}' in the model",
                                j + 1,
                                excerpt(data.feature_names[j]),
                                excerpt(known)),
                    own);
    }
}

std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads) {
    check_features(model, data, data_name);
    std::vector<float> scores(data.documents());
    parallel_for(scores.size(), 256, threads, [&](std::size_t begin, std::size_t end) {
        const auto part = std::span(scores).subspan(begin, end - begin);
        if (data.features.columns() == model.features()) {
            model.score_rows(data.features.rows(begin, end), part);
        } else {
            model.score_rows(padded(data, begin, end, model.features()), part);
        }
    });
    return scores;
}

std::vector<float> model_row(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             std::size_t document) {
    check_features(model, data, data_name);
    return padded(data, document, document + 1, model.features());
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
