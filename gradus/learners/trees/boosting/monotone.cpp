#include "gradus/learners/trees/boosting/monotone.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/data/csv_table.hpp"

namespace gradus::gbdt {
namespace {

/// The parts of "+3,-length"; a name that holds a comma stands in double quotes, with or without
/// its sign: +"ctr, 30d".
std::vector<std::string> signed_names(const std::string& text) {
    std::string quoted = text;  // as a CSV file has it, the sign inside
    for (std::size_t i = 0; i + 1 < quoted.size(); ++i) {
        const bool begins = i == 0 || quoted[i - 1] == ',';
        if (begins && (quoted[i] == '+' || quoted[i] == '-') && quoted[i + 1] == '"')
            std::swap(quoted[i], quoted[i + 1]);
    }
    return split_line(quoted, ',');
}

}  // namespace

std::vector<int> directions_from(const std::string& text, const Dataset& data) {
    std::vector<int> directions;
    if (text.empty()) return directions;
    directions.assign(data.features.columns(), 0);
    std::vector<std::string> names;
    names.reserve(directions.size());
    for (std::size_t j = 0; j < directions.size(); ++j) names.push_back(data.feature_name(j));
    for (const std::string& part : signed_names(text)) {
        const Where where = Where::parameter("monotone", excerpt(text));
        if (part.size() < 2 || (part[0] != '+' && part[0] != '-')) {
            throw Error(where,
                        fmt::format("'{}' is not + or - with the name of a feature", excerpt(part)),
                        "write `monotone=+3,-7`");
        }
        const auto found = std::ranges::find(names, part.substr(1));
        if (found == names.end()) {
            throw Error(where,
                        fmt::format("there is no feature '{}'", excerpt(part.substr(1))),
                        name_remedy(part.substr(1), names));
        }
        int& direction = directions[static_cast<std::size_t>(found - names.begin())];
        if (direction != 0) {
            throw Error(where,
                        fmt::format("feature '{}' is named twice", excerpt(part.substr(1))),
                        "give each feature one sign");
        }
        direction = part[0] == '+' ? 1 : -1;
    }
    return directions;
}

}  // namespace gradus::gbdt
