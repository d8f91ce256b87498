#pragma once

#include <optional>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus::gbdt {

/// Keeps the trees so far in a file: a model that can be used, marked with its origin.
class Checkpoint {
  public:
    Checkpoint(const TrainingFiles& files, Progress& progress) : file_(files, progress) {}

    bool is_due() const { return file_.is_due(); }
    bool is_wanted() const { return file_.is_wanted(); }
    /// A model's notes with the mark of a checkpoint.
    static TrainingNotes marked(TrainingNotes notes, const Origin& origin);
    /// Saves a model with such notes.
    void save(const TreeEnsemble& model) { file_.save(model.to_text()); }
    /// The trees that were saved; nothing, with a note, where there is no file. Error where it is
    /// of another origin.
    std::optional<std::vector<Tree>> load(const Origin& origin) const;

  private:
    CheckpointFile file_;
};

}  // namespace gradus::gbdt
