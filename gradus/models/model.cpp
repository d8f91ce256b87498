#include "gradus/models/model.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus {

std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads) {
    const std::size_t known = model.features();
    if (data.features.columns() > known) {
        throw Error({data_name},
                    fmt::format("it has {} features, but the model was trained with {}",
                                data.features.columns(),
                                known),
                    "score data with the model's own features");
    }
    std::vector<float> scores(data.documents());
    parallel_for(scores.size(), 256, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<float> padded(known, std::numeric_limits<float>::quiet_NaN());
        for (std::size_t i = begin; i < end; ++i) {
            std::ranges::copy(data.features.row(i), padded.begin());
            scores[i] = model.score(padded);
        }
    });
    return scores;
}

std::unique_ptr<const Model> load_model(const std::string& path) {
    constexpr const char* remedy = "give a model that gradus train wrote";
    const auto json = nlohmann::json::parse(read_text(path), nullptr, false);
    if (!json.is_object() || json.value("format", "") != "gradus-model") {
        throw Error({path}, "this is not a Gradus model", remedy);
    }
    try {
        if (json.at("version") != 1)
            throw Error({path}, "the model is of another version of Gradus", "train it again");
        if (json.at("model") == "linear") return LinearModel::from_json(json);
        if (json.at("model") == "trees") return TreeEnsemble::from_json(json, path);
    } catch (const nlohmann::json::exception&) {
        throw Error({path}, "the model file is damaged", remedy);
    }
    throw Error({path}, "the kind of model is unknown", remedy);
}

}  // namespace gradus
