#include "gradus/base/names.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gradus {
namespace {

/// Edit distance in which exchanging two neighbours counts one (Damerau, CACM 7(3), 1964;
/// restricted form).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitute = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, substitute});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::string nearest_name(std::string_view typed, const std::vector<std::string>& known) {
    constexpr std::size_t longest =
        64;  // the distance is quadratic, and nobody means so long a name
    if (typed.empty() || typed.size() > longest) return {};
    const std::string wanted = lower_case(typed);
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    for (const std::string& name : known) {
        const std::size_t distance = edit_distance(wanted, lower_case(name));
        if (distance < best_distance) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}

std::string name_remedy(std::string_view typed, const std::vector<std::string>& known) {
    const std::string near = nearest_name(typed, known);
    const std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
    return fmt::format("{}choose one of: {}", hint, fmt::join(known, ", "));
}

}  // namespace gradus
