#include "gradus/models/summary_text.hpp"

#include <fmt/format.h>

namespace gradus::summary_text {

std::string line(std::string_view name, std::string_view value) {
    return fmt::format("{:<12}{}\n", name, value);
}

std::string head(std::string_view kind, const TrainingNotes& notes, const Speller& speller) {
    std::string text = line("kind", kind);
    text += line("learner", notes.learner.empty() ? "unknown" : notes.learner);
    if (!notes.targets.empty())
        text += line("trained for", fmt::format("{}", fmt::join(notes.targets, ", then ")));
    for (std::size_t i = 0; i < notes.parameters.size(); ++i) {
        const auto& [name, value] = notes.parameters[i];
        text += line(i == 0 ? "parameters" : "", fmt::format("{} = {}", name, value));
    }
    if (notes.gaps) {
        text += line("gaps",
                     fmt::format("{}: a feature that a line leaves out {}",
                                 gaps_name(*notes.gaps),
                                 *notes.gaps == Gaps::zero ? "counts as 0" : "is missing"));
    }
    if (!notes.outcome.kept.empty()) text += line("outcome", notes.outcome.text(speller));
    return text;
}

}  // namespace gradus::summary_text
