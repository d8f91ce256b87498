#include "gradus/measures/measure.hpp"

#include <limits>

#include "gradus/measures/spelling.hpp"
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
    const Where where = measure_place(text);
    const TypedMeasure typed = read_measure(text, where);
    if (typed.labels != TypedMeasure{}.labels || typed.tolerance != 0.0) {
        throw Error(where,
                    "labels and tolerance belong to a target, and this is the place of a measure",
                    "leave them out");
    }
    return typed.entry->make(typed.spec, where);
}

double undefined() {
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gradus
