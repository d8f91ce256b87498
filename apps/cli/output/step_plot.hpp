#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "gradus/models/steps.hpp"

namespace gradus::cli {

/// The step functions of some features as an SVG picture, a panel each, all of one height scale.
std::string step_plot(const StepModel& model, std::span<const std::size_t> features);

}  // namespace gradus::cli
