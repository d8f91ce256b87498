#pragma once

#include <memory>
#include <optional>
#include <span>

#include "gradus/base/json.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/learners/boosting/rounds/round.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus::boosting {

/// A way to boost: where it stands after some rounds depends on those rounds alone, however they
/// were found.
class Booster {
  public:
    Booster() = default;
    Booster(const Booster&) = delete;
    Booster& operator=(const Booster&) = delete;
    Booster(Booster&&) = delete;
    Booster& operator=(Booster&&) = delete;
    virtual ~Booster() = default;

    /// The weak ranker to add next; nothing where none would help.
    virtual std::optional<Round> find() = 0;
    virtual void add(const Round& round) = 0;
    /// What it comes to on the training data by the measure to train for, where that is known.
    virtual std::optional<double> value() const { return std::nullopt; }
    /// To the line of a log: what is known of the newest round besides r and alpha.
    virtual void describe(const Round& /*newest*/, Json& /*line*/) const {}

    /// Adds to the scores of documents what a round gives them.
    virtual void score(const Round& round, const Dataset& data, std::span<double> scores) const = 0;
    virtual std::unique_ptr<const Model> model(std::span<const Round> rounds,
                                               const TrainingNotes& notes) const = 0;
};

}  // namespace gradus::boosting
