#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/models/model.hpp"
#include "gradus/models/packed_trees.hpp"
#include "gradus/models/training_notes.hpp"
#include "gradus/models/tree.hpp"

namespace gradus {

class Json;

/// Scores by base + Σ_t value of the leaf in tree t: a sum of doubles in tree order, rounded to
/// float at the end.
class TreeEnsemble final : public Model {
  public:
    /// Every tree must be one (tree_objection) over as many features as there are names.
    TreeEnsemble(std::vector<std::string> feature_names,
                 double base,
                 std::vector<Tree> trees,
                 TrainingNotes notes = {});

    const std::vector<std::string>& feature_names() const { return feature_names_; }
    double base() const { return base_; }
    const std::vector<Tree>& trees() const { return trees_; }
    const TrainingNotes& notes() const override { return notes_; }

    std::string_view kind() const override { return "trees"; }
    std::size_t features() const override { return feature_names_.size(); }
    const std::string& feature_name(std::size_t feature) const override {
        return feature_names_[feature];
    }
    std::string to_text() const override;
    /// Error, naming `source`, where the JSON is no such model.
    static std::unique_ptr<const TreeEnsemble> from_json(const Json& json,
                                                         const std::string& source);

  private:
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    void score_many(std::span<const float> rows, std::span<float> scores) const override;
    /// For many documents of one model make a TreeShap.
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    std::vector<std::string> feature_names_;
    double base_;
    std::vector<Tree> trees_;
    TrainingNotes notes_;
    PackedTrees packed_;
};

}  // namespace gradus
