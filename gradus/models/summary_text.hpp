#pragma once

#include <string>
#include <string_view>

#include "gradus/models/training_notes.hpp"

/// What `gradus model show` prints of every kind of model.
namespace gradus::summary_text {

constexpr std::size_t most_listed = 10;  ///< features

std::string line(std::string_view name, std::string_view value);

/// The kind of model and how it was made.
std::string head(std::string_view kind, const TrainingNotes& notes, const Speller& speller);

}  // namespace gradus::summary_text
