#include "gradus/models/training_notes.hpp"

#include <fmt/format.h>

namespace gradus {

std::string TrainingOutcome::text(const Speller& speller) const {
    if (kept.empty()) return {};
    std::string values;
    const auto add = [&](const char* side, const Values& of) {
        for (const auto& [measure, value] : of)
            values +=
                fmt::format("{}{} {} {:.4f}", values.empty() ? ": " : ", ", side, measure, value);
    };
    add("validation", validation);
    add("training", training);
    return fmt::format("Kept {}{}. Stopped: {}.{}",
                       kept,
                       values,
                       stopped,
                       advice.empty() ? "" : fmt::format(" {}.", spelled(advice, speller)));
}

}  // namespace gradus
