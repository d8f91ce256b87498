#include "gradus/models/foreign_models.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus {
namespace {

/// RankLib's models begin with "## " and the name of the ranker, as the tool prints it.
constexpr std::pair<std::string_view, std::string_view> ranklib_rankers[] = {
    {"LambdaMART", "lambdamart"},
    {"MART", "mart"},
    {"RankNet", "ranknet"},
    {"RankBoost", "rankboost"},
    {"AdaRank", "adarank"},
    {"Coordinate Ascent", "coordinate-ascent"},
    {"LambdaRank", "lambdarank"},
    {"ListNet", "listnet"},
    {"Random Forests", ""},
    {"Linear Regression", ""}};

/// Of the JSON that it looks like, without being parsed: files may be large, or binary.
bool begins_as_object_with(std::string_view text, std::string_view key, std::size_t enough = 4096) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    text = text.substr(begin, enough);
    return text.starts_with('{') && text.find(key) != std::string_view::npos;
}

}  // namespace

std::optional<ForeignModel> foreign_model(std::string_view text) {
    if (text.starts_with("## ")) {
        for (const auto& [name, learner] : ranklib_rankers) {
            const std::string_view after = text.substr(3);
            if (!after.starts_with(name)) continue;
            return ForeignModel{fmt::format("a RankLib model ({})", name), std::string(learner)};
        }
    }
    const bool lightgbm = text.starts_with("tree\nversion=") ||
                          text.starts_with("tree\r\nversion=") ||
                          begins_as_object_with(text, "\"tree_info\"") ||
                          begins_as_object_with(text, "\"feature_infos\"");
    if (lightgbm) return ForeignModel{"a LightGBM model", "lambdamart"};
    const bool xgboost = text.starts_with("binf") || text.starts_with("booster[0]:") ||
                         text.starts_with("bs64") || begins_as_object_with(text, "learner", 20);
    if (text.starts_with("CBM1") || begins_as_object_with(text, "\"oblivious_trees\"") ||
        begins_as_object_with(text, "\"features_info\""))
        return ForeignModel{"a CatBoost model", "lambdamart"};
    if (xgboost) return ForeignModel{"an XGBoost model", "lambdamart"};
    const bool pickle =
        text.size() > 1 && text[0] == '\x80' && text[1] >= '\x02' && text[1] <= '\x05';
    if (pickle) return ForeignModel{"a Python pickle", ""};
    return std::nullopt;
}

void refuse_other_file(std::string_view text, const std::string& source) {
    const auto foreign = foreign_model(text);
    if (!foreign) throw Error({source}, "this is not a Gradus model", model_remedy);
    throw Error(
        {source},
        fmt::format("this is {}, which Gradus cannot read", foreign->what),
        fmt::format(
            "train again{}, or evaluate a file of the scores of that model",
            foreign->learner.empty() ? "" : fmt::format(" with the learner {}", foreign->learner)),
        Topic::foreign_scores);
}

}  // namespace gradus
