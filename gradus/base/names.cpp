#include "gradus/base/names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

std::string plain_name(std::string_view text) {
    std::string plain = lower_case(text);
    std::erase_if(plain,
                  [](char c) { return std::string_view(" -_.:").find(c) != std::string::npos; });
    return plain;
}

std::string meaning_of(std::string_view typed,
                       std::span<const Synonym> synonyms,
                       const std::vector<std::string>& known) {
    const std::string plain = plain_name(typed);
    for (const Synonym& synonym : synonyms) {
        if (synonym.typed != plain) continue;
        const std::string first(synonym.meant.substr(0, synonym.meant.find(' ')));
        if (std::ranges::find(known, first) != known.end()) return std::string(synonym.meant);
    }
    return {};
}

std::vector<std::string> nearest_names(std::string_view typed,
                                       const std::vector<std::string>& known) {
    // The distance is quadratic, and nobody means so long a name.
    constexpr std::size_t longest = 64;
    constexpr std::size_t most = 3;
    constexpr std::size_t part = 4;  // letters of a word that says something as a part of another
    if (typed.empty() || typed.size() > longest) return {};
    const std::string wanted = lower_case(typed);
    const std::size_t farthest = std::max<std::size_t>(1, wanted.size() / 3);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : known) {
        const std::string other = lower_case(name);
        const std::size_t distance = edit_distance(wanted, other);
        const bool within =
            std::min(wanted.size(), other.size()) >= part &&
            (other.find(wanted) != std::string::npos || wanted.find(other) != std::string::npos);
        if (distance <= farthest || within)
            near.emplace_back(std::min(distance, farthest + 1), name);
    }
    std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> names;
    for (auto& [distance, name] : near)
        if (names.size() < most) names.push_back(std::move(name));
    return names;
}

std::string nearest_name(std::string_view typed, const std::vector<std::string>& known) {
    const std::vector<std::string> near = nearest_names(typed, known);
    return near.empty() ? std::string() : near.front();
}

std::string did_you_mean(std::span<const std::string> names) {
    if (names.empty()) return {};
    std::string text = fmt::format("did you mean '{}'", names.front());
    for (std::size_t i = 1; i < names.size(); ++i)
        text += fmt::format("{} '{}'", i + 1 == names.size() ? " or" : ",", names[i]);
    return text + "?";
}

std::string did_you_mean_synonym(std::string_view meant) {
    std::string text = fmt::format("did you mean '{}'", meant.substr(0, meant.find(' ')));
    std::string_view joint = " with ";
    for (std::size_t begin = meant.find(' '); begin < meant.size();) {
        const std::size_t end = std::min(meant.find(' ', begin + 1), meant.size());
        text += fmt::format("{}`{}`", joint, meant.substr(begin + 1, end - begin - 1));
        joint = " and ";
        begin = end;
    }
    return text + "?";
}

std::string name_remedy(std::string_view typed,
                        const std::vector<std::string>& known,
                        std::string_view shown_by) {
    constexpr std::size_t few = 8;
    const std::vector<std::string> near = nearest_names(typed, known);
    if (known.size() <= few) {
        const std::string nearest =
            near.empty() ? "" : did_you_mean(std::span(near).first(1)) + " ";
        return fmt::format("{}choose one of: {}", nearest, fmt::join(known, ", "));
    }
    if (!near.empty()) return did_you_mean(near);
    if (!shown_by.empty()) return fmt::format("{} shows all", shown_by);
    constexpr std::size_t listed = 40;
    return fmt::format(
        "choose one of: {}{}",
        fmt::join(known.begin(),
                  known.begin() + static_cast<std::ptrdiff_t>(std::min(listed, known.size())),
                  ", "),
        known.size() > listed ? fmt::format(", ... ({} in all)", known.size()) : "");
}

UnknownName::UnknownName(Where where,
                         std::string_view noun,
                         std::string_view typed,
                         std::vector<std::string> known,
                         Topic topic,
                         std::string meant)
    : Error(std::move(where),
            fmt::format("unknown {} '{}'", noun, excerpt(typed)),
            meant.empty() ? name_remedy(typed, known) : did_you_mean_synonym(meant),
            topic),
      typed_(typed),
      known_(std::move(known)),
      is_synonym_(!meant.empty()),
      meant_(is_synonym_ ? std::move(meant) : nearest_name(typed, known_)) {}

}  // namespace gradus
