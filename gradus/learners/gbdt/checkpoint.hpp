#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/data/features/feature_bins.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus::gbdt {

/// What decides which trees a training grows.
struct TrainingOrigin {
    const Dataset& train;
    const FeatureBins& bins;
    const Dataset* valid;
    const FeatureBins* valid_bins;
    const TreeEnsemble* start;
    std::string objective;
    const TrainingNotes& notes;
    std::span<const Target> stop_on;

    /// A checksum of it all.
    std::string text() const;
};

/// Keeps the trees so far in a file: a model that can be used, marked with its origin.
class Checkpoint {
  public:
    /// Error where the file's folder does not exist. `progress` may be none.
    Checkpoint(const TrainingFiles& files, Progress* progress);

    /// Whether a file is wanted and the last one is old enough.
    bool is_due() const;
    /// A model's notes with the mark of a checkpoint.
    static TrainingNotes marked(TrainingNotes notes, const std::string& origin);
    /// Saves a model with such notes. A failure costs a note, not the training.
    void save(const TreeEnsemble& model);
    /// The trees that were saved; nothing, with a note, where there is no file. Error where it is
    /// of another origin.
    std::optional<std::vector<Tree>> load(const std::string& origin) const;

  private:
    const TrainingFiles& files_;
    Progress* progress_;
    double last_saved_;
    bool told_of_failure_ = false;
};

}  // namespace gradus::gbdt
