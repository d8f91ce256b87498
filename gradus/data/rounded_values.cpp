#include "gradus/data/rounded_values.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

/// Large numbers with all their digits.
std::string number_text(double value) {
    return std::abs(value) < 1.0 ? shortest(value) : fmt::format("{:.17g}", value);
}

}  // namespace

bool RoundedValues::has_large(std::span<const float> row) {
    unsigned any = 0;
    for (const float value : row) any |= static_cast<unsigned>(std::abs(value) >= exact_below);
    return any != 0;
}

bool RoundedValues::has_tiny(std::string_view text) {
    constexpr int of_smallest_normal = 37;  // 1.18e-38
    for (const char sign : {'e', 'E'}) {
        for (std::size_t at = text.find(sign); at != std::string_view::npos;
             at = text.find(sign, at + 1)) {
            if (at + 1 == text.size() || text[at + 1] != '-') continue;
            int exponent = 0;
            for (std::size_t i = at + 2; i < text.size() && exponent < of_smallest_normal; ++i) {
                if (text[i] < '0' || text[i] > '9') break;
                exponent = 10 * exponent + (text[i] - '0');
            }
            if (exponent >= of_smallest_normal) return true;
        }
    }
    return false;
}

bool RoundedValues::is_suspect(float stored, std::string_view text) {
    const float size = std::abs(stored);
    return size >= exact_below || (size < std::numeric_limits<float>::min() && has_tiny(text));
}

void RoundedValues::add(std::size_t feature, double exact, float stored) {
    if (is_full()) return;
    ++looked_at_;
    Values& values = by_feature_[feature];
    if (stored == 0.0F && exact != 0.0 && values.vanished++ == 0) values.first_vanished = exact;
    const auto [first, fresh] = values.first.emplace(stored, exact);
    if (fresh || first->second == exact) return;
    if (values.merged++ == 0) {
        values.one = first->second;
        values.other = exact;
    }
}

/// Values that vanished are equal to those that were 0 from the beginning, too.
RoundedValues::Values RoundedValues::with_zeros(const Values& values,
                                                const Dataset& data,
                                                std::size_t feature) {
    Values all = values;
    if (values.merged > 0 || values.vanished == 0) return all;
    std::size_t zeros = 0;
    for (std::size_t i = 0; i < data.documents(); ++i)
        zeros += static_cast<std::size_t>(data.features.row(i)[feature] == 0.0F);
    if (zeros <= values.vanished) return all;
    all.merged = 1;
    all.other = values.first_vanished;
    return all;
}

std::string RoundedValues::note(const Dataset& data) const {
    std::vector<std::string> parts;
    std::size_t more = 0;
    bool large = false;
    bool tiny = false;
    for (const auto& [feature, looked_at] : by_feature_) {
        constexpr std::size_t most_named = 3;
        const Values values = with_zeros(looked_at, data, feature);
        if (values.merged == 0) continue;
        (std::abs(values.other) < 1.0 ? tiny : large) = true;
        if (parts.size() == most_named) {
            ++more;
            continue;
        }
        parts.push_back(fmt::format("feature {}: {} value{}, such as {} beside {}",
                                    excerpt(data.feature_name(feature)),
                                    human_count(values.merged),
                                    values.merged == 1 ? "" : "s",
                                    number_text(values.other),
                                    number_text(values.one)));
    }
    if (parts.empty()) return {};
    return fmt::format(
        "different values are equal as 32-bit floats ({}{}); {}{}{} first",
        fmt::join(parts, "; "),
        more == 0 ? "" : fmt::format("; and {} more", human_counted(more, "feature")),
        large ? "subtract a constant from the feature" : "",
        large && tiny ? ", or scale it up," : "",
        tiny && !large ? "scale the feature up" : "");
}

}  // namespace gradus
