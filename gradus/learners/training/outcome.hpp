#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gradus/learners/learner.hpp"

namespace gradus {

/// What a training that was told to stop says.
inline constexpr const char* stopped_early = "interrupted";

/// The model's values on training and validation data: by what it was trained for, and by
/// `chosen_by` where that is something else.
void measure_outcome(TrainingOutcome& outcome,
                     const Model& model,
                     const Dataset& train,
                     const FitContext& context,
                     std::span<const NamedMeasure> chosen_by);

/// The final model, with what came of its training in its file. `make` makes it with given notes.
template <std::invocable<TrainingNotes> Make>
auto with_outcome(TrainingOutcome outcome,
                  const TrainingNotes& notes,
                  const Dataset& train,
                  const FitContext& context,
                  std::span<const NamedMeasure> chosen_by,
                  Make make) {
    measure_outcome(outcome, *make(notes), train, context, chosen_by);
    TrainingNotes complete = notes;
    complete.outcome = std::move(outcome);
    return make(complete);
}

/// "5 of 55 trees", "1 of 1 tree".
std::string kept_text(std::size_t kept, std::size_t made, const std::string& unit);

/// Error: a training ended with a model that gives every document the same score.
[[noreturn]] void refuse_nothing_learned(const std::string& why,
                                         const std::string& remedy,
                                         Topic topic = Topic::none);
/// Error where a training from nothing that ended by itself gives all documents of each query the
/// same score.
void check_tells_documents_apart(const Model& model,
                                 const Dataset& train,
                                 const FitContext& context);
/// Error: in no query could an order be learned.
[[noreturn]] void refuse_no_order();

/// Error where, in all of some label columns, all documents of each query have the same grade; a
/// missing one is 0. Without columns there is nothing to check.
void check_grades_differ(const Dataset& train, const std::vector<std::string>& columns);
/// Error where the measure cannot tell any two orders of the documents of any query apart: where
/// nothing could be learned for it, whatever the model.
void check_measure_can_learn(const Dataset& train, const NamedMeasure& target);

}  // namespace gradus
