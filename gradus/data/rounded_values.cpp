#include "gradus/data/rounded_values.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"

namespace gradus {

bool RoundedValues::has_large(std::span<const float> row) {
    unsigned any = 0;
    for (const float value : row) any |= static_cast<unsigned>(std::abs(value) >= exact_below);
    return any != 0;
}

void RoundedValues::add(std::size_t feature, double exact, float stored) {
    if (is_full()) return;
    ++looked_at_;
    Values& values = by_feature_[feature];
    const auto [first, fresh] = values.first.emplace(stored, exact);
    if (fresh || first->second == exact) return;
    if (values.merged++ == 0) {
        values.one = first->second;
        values.other = exact;
    }
}

std::string RoundedValues::note(const Dataset& data) const {
    std::vector<std::string> parts;
    std::size_t more = 0;
    for (const auto& [feature, values] : by_feature_) {
        constexpr std::size_t most_named = 3;
        if (values.merged == 0) continue;
        if (parts.size() == most_named) {
            ++more;
            continue;
        }
        parts.push_back(fmt::format("feature {}: {} value{}, such as {:.17g} beside {:.17g}",
                                    excerpt(data.feature_name(feature)),
                                    human_count(values.merged),
                                    values.merged == 1 ? "" : "s",
                                    values.other,
                                    values.one));
    }
    if (parts.empty()) return {};
    return fmt::format(
        "different values are equal as 32-bit floats ({}{}); subtract a constant "
        "from the feature first",
        fmt::join(parts, "; "),
        more == 0 ? "" : fmt::format("; and {} more", human_counted(more, "feature")));
}

}  // namespace gradus
