#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/measures/measure.hpp"

namespace gradus {

/// A measure and all that is said with it: what it is called, which labels it looks at, when two of
/// its values count as equal. What a training is for is an ordered list of them, the tiers (Svore,
/// Volkovs & Burges, WWW 2011).
struct NamedMeasure {
    std::string text;                        ///< canonical: parameters that differ from defaults
    std::string typed;                       ///< as the user wrote it, for people
    std::string labels = "grade";            ///< the label column
    std::size_t cutoff = 0;                  ///< the number behind @; 0 = none
    double tolerance = 0.0;                  ///< a difference up to it counts as none
    std::shared_ptr<const Measure> measure;  ///< never null but in an empty one
    std::vector<std::string> notes = {};     ///< where a value is not what the name may promise
};

/// Reads a measure (gradus/measures/spelling.hpp) with, for any of them, `labels=COLUMN` and
/// `tolerance=T` besides its own parameters.
NamedMeasure named_measure(std::string_view text);

/// By measure.
std::vector<double> tolerances_of(std::span<const NamedMeasure> measures);

/// −1, 0 or 1 as a is worse than, equal to or better than b: the first tier that differs by more
/// than its tolerance decides. Undefined (NaN) equals undefined and is below any number. A shorter
/// list of tolerances is continued with 0. With a tolerance the relation is not transitive: it is a
/// verdict on two, not an order to sort by.
int compare_tiers(std::span<const double> a,
                  std::span<const double> b,
                  std::span<const double> tolerances = {});

}  // namespace gradus
