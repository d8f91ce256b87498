#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gradus/base/settings_text.hpp"
#include "gradus/data/gaps.hpp"

namespace gradus {

/// What came of a training, by the same words for every learner. No time and no path: the same
/// training gives the same model file.
struct TrainingOutcome {
    using Values = std::vector<std::pair<std::string, double>>;  ///< measure, value

    std::string kept;         ///< "5 of 55 trees"; "" = not known
    std::string stopped;      ///< why training stopped: "no improvement for 50 trees"
    std::string advice = {};  ///< what to try next, settings in backquotes; "" = nothing
    Values validation = {};   ///< of the model, on validation data
    Values training = {};     ///< and on training data

    /// "Kept 5 of 55 trees: validation NDCG@10 0.5504, training NDCG@10 0.6123. Stopped: no
    /// improvement for 50 trees." `speller` writes the settings of the advice.
    std::string text(const Speller& speller = in_quotes) const;
};

/// What a model file tells of how the model was made.
struct TrainingNotes {
    std::string learner;                                          ///< "lambdamart"
    std::vector<std::string> targets;                             ///< measures, first tier first
    std::vector<std::pair<std::string, std::string>> parameters;  ///< resolved: name, value
    std::optional<Gaps> gaps{};  ///< what absent features of a line were in training; nothing = not
                                 ///< known
    TrainingOutcome outcome = {};
};

}  // namespace gradus
