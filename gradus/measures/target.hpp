#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gradus/measures/measure.hpp"

namespace gradus {

/// What one tier of training is for: a measure of one label column. An ordered list of them is a
/// tiered target (Svore, Volkovs & Burges, WWW 2011).
struct Target {
    std::string text;              ///< canonical: every parameter that differs from its default
    std::string typed;             ///< as the user wrote it, for people
    std::string labels = "grade";  ///< the label column
    std::unique_ptr<const Measure> measure;
    double tolerance = 0.0;  ///< a difference up to it counts as none
};

/// Reads a measure (gradus/measures/spelling.hpp) with, for any of them, `labels=COLUMN` and
/// `tolerance=T` besides its own parameters.
Target parse_target(std::string_view text);
Target copy_of(const Target& target);

/// −1, 0 or 1 as a is worse than, equal to or better than b: the first tier that differs by more
/// than its tolerance decides. Undefined (NaN) equals undefined and is below any number. A shorter
/// list of tolerances is continued with 0. With a tolerance the relation is not transitive: it is a
/// verdict on two, not an order to sort by.
int compare_tiers(std::span<const double> a,
                  std::span<const double> b,
                  std::span<const double> tolerances = {});

}  // namespace gradus
