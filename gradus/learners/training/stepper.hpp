#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/learners/training/origin.hpp"
#include "gradus/learners/training/validation_tracker.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

/// What a call of Stepper::advance() came to.
enum class Advance : unsigned char {
    step,       ///< a step was taken
    last_step,  ///< the same, and a further one would change nothing: the candidate is done
    none,       ///< there was no step to take: the candidate is done
    again,      ///< nothing that counts as a step: to be called once more
    stopped,    ///< told to stop: the step was not finished
    partial     ///< the same, and what the step came to so far can be a model all the same
};

/// What a long step is given while it works, to be seen and to be broken off.
class WithinStep {
  public:
    WithinStep() = default;
    WithinStep(const WithinStep&) = delete;
    WithinStep& operator=(const WithinStep&) = delete;
    WithinStep(WithinStep&&) = delete;
    WithinStep& operator=(WithinStep&&) = delete;
    virtual ~WithinStep() = default;

    virtual bool is_stop_wanted() const = 0;
    /// A round of the step is done: `fields` go to a line of the log, `detail` to the progress; a
    /// checkpoint is written where one is due.
    virtual void round(const std::string& detail, const Json& fields) = 0;
    /// Writes a checkpoint now: what comes next cannot be broken off.
    virtual void save() = 0;
    virtual void note(const std::string& text) = 0;
};

/// Where a training stands, as the loop sees it.
struct Course {
    std::vector<std::size_t> made;  ///< steps of each candidate; the last one is at work
    std::vector<std::string> ends;  ///< why each candidate is done; "" = it is not
    ValidationTracker::State chosen;

    static constexpr auto json_fields = std::tuple{JsonField{"made", &Course::made},
                                                   JsonField{"ends", &Course::ends},
                                                   JsonField{"chosen", &Course::chosen}};
};

/// Measures on the training data: text and value.
using TrainValues = std::vector<std::pair<std::string, double>>;

/// What a family of learners supplies to the training loop, which does everything else. A training
/// tries one candidate after the other (an objective, a rate, a start) and takes steps with each (a
/// tree, an epoch, a round). Its life:
///
///  1. The loop refuses what cannot be, locks the checkpoint and has the stepper made.
///  2. start(candidate) puts it before a candidate's first step; or restore() puts it where a
///     checkpoint was written. prepare() then makes ready what the steps need.
///  3. Where has_start(), the model that is started from is judged as step 0, as in 5.
///  4. advance() takes one step. A long one reports rounds, asks whether to stop, and is broken off
///     there; a short one is broken off only if it can go back to where it stood.
///  5. The loop judges the step: by score() on the validation data, else by the first of
///     train_values(). Where it is the best so far of a slot (0 = the model, 1, 2, … = FitContext::
///     also), keep(slot) is called: the stepper remembers what model() will need.
///  6. describe() adds its own fields to the line of the log; the progress is told, a checkpoint()
///     written where one is due, FitContext::on_step called.
///  7. At the limit of steps, when patience ends, and after last_step or none the candidate is
///     done: 2 with the next one, else 8. A request to stop writes a checkpoint and goes to 8.
///  8. model() is asked for each alternative and for the model, kept_text() and advice() say what
///     came of it, and check_learned() refuses a model that learned nothing.
class Stepper {
  public:
    Stepper() = default;
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;
    Stepper(Stepper&&) = delete;
    Stepper& operator=(Stepper&&) = delete;
    virtual ~Stepper() = default;

    virtual void start(std::size_t candidate) = 0;
    /// After start() and restore(). False where it was told to stop meanwhile.
    virtual bool prepare() { return true; }
    /// Whether there is a model before the first step, to be judged with the others.
    virtual bool has_start() const { return false; }
    virtual Advance advance(WithinStep& within) = 0;

    /// The scores of the validation documents at the newest step, as the model gives them.
    virtual std::span<const float> score(const Dataset& valid) = 0;
    /// At the newest step, by what it is trained for and then by what the log shows besides; none
    /// where that is not known.
    virtual TrainValues train_values() { return {}; }
    virtual void describe(Json& /*line*/) const {}
    /// Nothing to do where the model of any step can be made later.
    virtual void keep(std::size_t /*slot*/) {}

    /// The text of a checkpoint: all that further steps and model() depend on, with `origin` where
    /// CheckpointFile finds it, and the course.
    virtual std::string checkpoint(const Origin& origin, const Course& course) const = 0;
    /// Goes on from such a text. Error, naming the path, where it is another kind of text.
    virtual Course restore(const std::string& text, const std::string& path) = 0;
    /// Whether restore() only remembers the steps: from start(0) on advance() then takes them
    /// again, which is quick, and each is judged anew, by the alternatives of now. Of the course
    /// only the number of steps counts.
    virtual bool is_retraced() const { return false; }
    /// Where it goes on after restore(): "3 rounds of start 2"; "" = as the loop says it.
    virtual std::string standing() const { return {}; }

    /// Of a slot: "5 of 55 trees".
    virtual std::string kept_text(std::size_t slot,
                                  const KeptStep& kept,
                                  std::size_t made) const = 0;
    /// Why no step came after last_step or none, or after the last there can be.
    virtual std::string end_text() const = 0;
    /// What to try next; "" = nothing but what the loop says.
    virtual std::string advice(const KeptStep& /*kept*/) const { return {}; }
    /// Error where a training from nothing that ended by itself has learned nothing; null where
    /// there was no step.
    virtual void check_learned(const Model* model) const = 0;
    /// Of what was kept for a slot.
    virtual std::unique_ptr<const Model> model(std::size_t slot,
                                               const KeptStep& kept,
                                               TrainingNotes notes) const = 0;
};

}  // namespace gradus
