#include "gradus/measures/target.hpp"

#include <cassert>
#include <cmath>

#include "gradus/measures/spelling.hpp"

namespace gradus {

Target parse_target(std::string_view text) {
    const Where where = measure_place(text);
    const TypedMeasure typed = read_measure(text, where);
    return {.text = canonical_text(typed),
            .typed = std::string(text),
            .labels = typed.labels,
            .measure = typed.entry->make(typed.spec, where),
            .tolerance = typed.tolerance};
}

Target copy_of(const Target& target) {
    Target copy = parse_target(target.text);
    copy.typed = target.typed;
    copy.labels = target.labels;
    copy.tolerance = target.tolerance;
    return copy;
}

int compare_tiers(std::span<const double> a,
                  std::span<const double> b,
                  std::span<const double> tolerances) {
    assert(a.size() == b.size());
    for (std::size_t tier = 0; tier < a.size(); ++tier) {
        if (std::isnan(a[tier]) && std::isnan(b[tier])) continue;
        if (std::isnan(a[tier])) return -1;
        if (std::isnan(b[tier])) return 1;
        const double tolerance = tier < tolerances.size() ? tolerances[tier] : 0.0;
        if (a[tier] - b[tier] > tolerance) return 1;
        if (b[tier] - a[tier] > tolerance) return -1;
    }
    return 0;
}

}  // namespace gradus
