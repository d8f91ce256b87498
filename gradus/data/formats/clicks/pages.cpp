#include "gradus/data/formats/clicks/pages.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace gradus::clicks {

void check_shown_once(const ResultPage& page, const Where& where) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& document : page.shown) {
        if (seen.insert(document).second) continue;
        throw Error(where,
                    fmt::format("document '{}' is shown twice", excerpt(document)),
                    "list each document of the page once");
    }
}

void order_by_time(ResultPage& page) {
    const auto timed = [](const Click& click) { return !std::isnan(click.time); };
    if (std::ranges::all_of(page.clicks, timed)) {
        std::ranges::stable_sort(page.clicks, {}, &Click::time);
    }
}

}  // namespace gradus::clicks
