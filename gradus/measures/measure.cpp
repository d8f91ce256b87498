#include "gradus/measures/measure.hpp"

#include <limits>

#include <fmt/format.h>

#include "gradus/base/names.hpp"
#include "measures_catalog.inc"

namespace gradus {

const SwapRows<double>& Measure::swap(const RankedList& list, Scratch& scratch) const {
    return rescoring_rows<double>(*this, list, scratch);
}

const SwapRows<float>& Measure::swap_float(const RankedList& list, Scratch& scratch) const {
    return rescoring_rows<float>(*this, list, scratch);
}

std::span<const MeasureEntry* const> all_measures() {
    return measures_catalog;
}

std::unique_ptr<const Measure> make_measure(std::string_view text) {
    const Where where{fmt::format("measure '{}'", excerpt(text))};
    const Spec spec = parse_spec(text, where);
    std::vector<std::string> known;
    for (const MeasureEntry* entry : all_measures()) {
        if (entry->name == spec.name) return entry->make(spec, where);
        known.emplace_back(entry->name);
    }
    throw Error(
        where, fmt::format("unknown name '{}'", excerpt(spec.name)), name_remedy(spec.name, known));
}

double undefined() {
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gradus
