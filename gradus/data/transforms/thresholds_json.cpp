// The file of thresholds:
//   {"format": "gradus-thresholds", "version": 1, "rule": "strict" or "inclusive",
//    "features": [{"name": "bm25", "thresholds": [0.5, 1.25]}, …]}

#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/transforms/thresholds.hpp"

namespace gradus {
namespace {

constexpr std::string_view format_name = "gradus-thresholds";
constexpr int version = 1;

class Reader {
  public:
    Reader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    Thresholds read() {
        const Json root = parse();
        const auto is = [&](const char* name, const Json& value) {
            const Json* const found = root.find(name);
            return found != nullptr && *found == value;
        };
        if (!is("format", format_name)) refuse("it holds no thresholds");
        if (!is("version", version))
            refuse(fmt::format("it is of another version than {}", version));
        const bool strict = is("rule", "strict");
        if (!strict && !is("rule", "inclusive"))
            refuse(R"(its rule is neither "strict" nor "inclusive")");
        Thresholds thresholds;
        thresholds.rule = strict ? ThresholdRule::strict : ThresholdRule::inclusive;
        const Json* const features = root.find("features");
        if (features == nullptr || !features->is_array()) refuse("it has no list of features");
        for (const Json& feature : features->items()) add(thresholds, feature);
        return thresholds;
    }

  private:
    Json parse() const {
        try {
            return Json::parse(text_);
        } catch (const JsonError& error) {
            if (error.kind() != JsonError::Kind::syntax) refuse(error.what());
            throw Error({source_, error.line(), error.column()},
                        "it is not valid JSON here",
                        remedy,
                        Topic::saved_bins);
        }
    }

    void add(Thresholds& thresholds, const Json& feature) const {
        const std::size_t number = thresholds.features() + 1;
        const Json* const name = feature.find("name");
        const Json* const values = feature.find("thresholds");
        if (name == nullptr || !name->is_string() || values == nullptr || !values->is_array())
            refuse(fmt::format("feature {} in it has no name or no thresholds", number));
        std::vector<float> list;
        for (const Json& value : values->items()) {
            if (!value.is_number())
                refuse(fmt::format("a threshold of feature {} is not a number", number));
            const std::optional<float> threshold = value.number_if<float>();
            if (!threshold) refuse("a number in it is too large");
            list.push_back(*threshold);
        }
        const bool rising = std::ranges::adjacent_find(list, std::greater_equal<>{}) == list.end();
        if (!rising || list.size() > Thresholds::most) {
            refuse(fmt::format("the thresholds of feature {} do not rise or are more than {}",
                               number,
                               Thresholds::most));
        }
        thresholds.feature_names.push_back(name->as<std::string>());
        thresholds.of_feature.push_back(std::move(list));
    }

    [[noreturn]] void refuse(std::string_view what) const {
        throw Error({source_}, what, remedy, Topic::saved_bins);
    }

    static constexpr std::string_view remedy = "give a file of thresholds that Gradus has written";
    std::string_view text_;
    const std::string& source_;
};

}  // namespace

std::string to_json(const Thresholds& thresholds) {
    const bool strict = thresholds.rule == ThresholdRule::strict;
    std::string text = fmt::format("{{\"format\": \"{}\", \"version\": {}, \"rule\": \"{}\",\n",
                                   format_name,
                                   version,
                                   strict ? "strict" : "inclusive");
    text += "\"features\": [";
    for (std::size_t j = 0; j < thresholds.features(); ++j) {
        text += j == 0 ? "\n" : ",\n";
        // Names come from the user's file: bytes that are no UTF-8 are replaced.
        const std::string name = Json(thresholds.feature_names[j]).dump();
        text += fmt::format(R"({{"name": {}, "thresholds": [)", name);
        for (std::size_t k = 0; k < thresholds.of_feature[j].size(); ++k) {
            if (k > 0) text += ", ";
            append_shortest(text, thresholds.of_feature[j][k]);
        }
        text += "]}";
    }
    return text + "\n]}\n";
}

Thresholds thresholds_from_json(std::string_view text, const std::string& source) {
    return Reader(text, source).read();
}

}  // namespace gradus
