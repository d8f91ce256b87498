// The file of thresholds:
//   {"format": "gradus-thresholds", "version": 1, "rule": "strict" or "inclusive",
//    "features": [{"name": "bm25", "thresholds": [0.5, 1.25]}, …]}

#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/features/thresholds.hpp"

namespace gradus {
namespace {

/// JSON whose numbers are floats, so that a decimal is rounded once.
using Json = nlohmann::
    basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

constexpr std::string_view format_name = "gradus-thresholds";
constexpr int version = 1;

class Reader {
  public:
    Reader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    Thresholds read() {
        const Json root = parse();
        if (!root.is_object() || member(root, "format") != std::string(format_name)) {
            refuse("it holds no thresholds");
        }
        if (member(root, "version") != version) {
            refuse(fmt::format("it is of another version than {}", version));
        }
        Thresholds thresholds;
        const Json rule = member(root, "rule");
        if (rule != "strict" && rule != "inclusive") {
            refuse(R"(its rule is neither "strict" nor "inclusive")");
        }
        thresholds.rule = rule == "strict" ? ThresholdRule::strict : ThresholdRule::inclusive;
        const Json features = member(root, "features");
        if (!features.is_array()) refuse("it has no list of features");
        for (const Json& feature : features) add(thresholds, feature);
        return thresholds;
    }

  private:
    Json parse() const {
        try {
            return Json::parse(text_);
        } catch (const nlohmann::json::parse_error& error) {
            const std::string_view read = text_.substr(0, error.byte == 0 ? 0 : error.byte - 1);
            const std::size_t line_begin = read.rfind('\n') + 1;  // npos + 1 = 0
            throw Error({source_,
                         1 + static_cast<std::size_t>(std::ranges::count(read, '\n')),
                         read.size() - line_begin + 1},
                        "it is not valid JSON here",
                        remedy);
        } catch (const nlohmann::json::exception&) {  // a number that no float can hold
            refuse("a number in it is too large");
        }
    }

    static Json member(const Json& object, const char* name) {
        const auto found = object.find(name);
        return found == object.end() ? Json() : *found;
    }

    void add(Thresholds& thresholds, const Json& feature) const {
        const std::size_t number = thresholds.features() + 1;
        const Json name = feature.is_object() ? member(feature, "name") : Json();
        const Json values = feature.is_object() ? member(feature, "thresholds") : Json();
        if (!name.is_string() || !values.is_array()) {
            refuse(fmt::format("feature {} in it has no name or no thresholds", number));
        }
        std::vector<float> list;
        for (const Json& value : values) {
            if (!value.is_number()) {
                refuse(fmt::format("a threshold of feature {} is not a number", number));
            }
            list.push_back(value.get<float>());
        }
        const bool rising = std::ranges::adjacent_find(list, std::greater_equal<>{}) == list.end();
        if (!rising || list.size() > Thresholds::most) {
            refuse(fmt::format("the thresholds of feature {} do not rise or are more than {}",
                               number,
                               Thresholds::most));
        }
        thresholds.feature_names.push_back(name.get<std::string>());
        thresholds.of_feature.push_back(std::move(list));
    }

    [[noreturn]] void refuse(std::string_view what) const { throw Error({source_}, what, remedy); }

    static constexpr std::string_view remedy =
        "give a file that gradus data bin --save has written";
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
        const std::string name =
            Json(thresholds.feature_names[j]).dump(-1, ' ', false, Json::error_handler_t::replace);
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
