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
    return measures::catalog;
}

std::shared_ptr<const Measure> make_measure(std::string_view text) {
    const Where where = measure_place(text);
    const NamedMeasure named = named_measure(read_measure(text, where), text, where);
    if (named.labels != NamedMeasure{}.labels || named.tolerance != 0.0) {
        throw Error(where,
                    "labels and tolerance belong to a target, and this is the place of a measure",
                    "leave them out");
    }
    return named.measure;
}

double undefined() {
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gradus
