#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gradus/data/dataset.hpp"
#include "gradus/evaluation/judgment_index.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// A measure as the user typed it, with the profile's defaults where the user said nothing, and
/// notes on what is then not as its name may promise. Error where the name means another measure in
/// the profile's tool.
NamedMeasure named_measure(std::string_view text, const Profile& profile);

/// The measure's text with the highest grade in place of what was left to the data:
/// "err(max=4)@20" for "err@20".
std::string text_with_highest(const NamedMeasure& measure, double highest);

/// Error where a measure cannot take a grade that occurs, naming query and document.
void check_grades(std::span<const NamedMeasure> measures, const JudgmentIndex& index);
void check_grades(std::span<const NamedMeasure> measures,
                  const Dataset& data,
                  const std::string& name);

}  // namespace gradus
