#include "gradus/measures/named_measure.hpp"

#include <cassert>
#include <cmath>

#include "gradus/measures/spelling.hpp"

namespace gradus {

NamedMeasure named_measure(std::string_view text) {
    const Where where = measure_place(text);
    return named_measure(read_measure(text, where), text, where);
}

std::vector<double> tolerances_of(std::span<const NamedMeasure> measures) {
    std::vector<double> tolerances;
    tolerances.reserve(measures.size());
    for (const NamedMeasure& measure : measures) tolerances.push_back(measure.tolerance);
    return tolerances;
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
