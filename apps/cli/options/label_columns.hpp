#pragma once

#include <span>
#include <string>

#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus::cli {

/// Error where a measure looks at a label column that the data was read without: it names the
/// option and the file that would be read. Error where a measure cannot take a grade.
void require_measurable(std::span<const NamedMeasure> targets,
                        const Dataset& data,
                        const std::string& path);

}  // namespace gradus::cli
