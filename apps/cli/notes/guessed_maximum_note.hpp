#pragma once

#include <span>
#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus::cli {

/// Of a measure that left its highest grade to the data, which has this one: part of every value.
std::string guessed_maximum_note(const NamedMeasure& measure,
                                 double highest,
                                 const std::string& path);

/// Data that a training measures, and the file that it came from.
struct MeasuredFile {
    const Dataset& data;
    const std::string& path;
};

/// The same for the measures of a training, once each; where its files have different highest
/// grades, that their values are on different scales.
void note_guessed_maxima(std::span<const NamedMeasure> measures,
                         std::span<const MeasuredFile> files,
                         Session& session);

}  // namespace gradus::cli
