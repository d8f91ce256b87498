#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/data/features/feature_bins.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
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
    Checkpoint(const TrainingFiles& files, Progress* progress) : file_(files, progress) {}

    bool is_due() const { return file_.is_due(); }
    bool is_wanted() const { return file_.is_wanted(); }
    /// A model's notes with the mark of a checkpoint.
    static TrainingNotes marked(TrainingNotes notes, const std::string& origin);
    /// Saves a model with such notes.
    void save(const TreeEnsemble& model) { file_.save(model.to_text()); }
    /// The trees that were saved; nothing, with a note, where there is no file. Error where it is
    /// of another origin.
    std::optional<std::vector<Tree>> load(const std::string& origin) const;

  private:
    CheckpointFile file_;
};

}  // namespace gradus::gbdt
