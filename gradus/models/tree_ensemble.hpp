#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"
#include "gradus/models/tree.hpp"

namespace gradus {

/// Scores by base + Σ_t value of the leaf in tree t: a sum of doubles in tree order, rounded to
/// float at the end.
class TreeEnsemble final : public Model {
  public:
    static constexpr std::string_view kind_name = "trees";

    /// Every tree must be one (tree_objection) over as many features as there are names.
    TreeEnsemble(std::vector<std::string> feature_names,
                 double base,
                 std::vector<Tree> trees,
                 TrainingNotes notes = {});

    const std::vector<std::string>& feature_names() const { return feature_names_; }
    double base() const { return base_; }
    const std::vector<Tree>& trees() const { return trees_; }

    std::string_view kind() const override { return kind_name; }
    std::size_t features() const override { return feature_names_.size(); }
    const std::string& feature_name(std::size_t feature) const override {
        return feature_names_[feature];
    }
    const TrainingNotes& notes() const override { return notes_; }
    std::vector<Importance> importance() const override;
    std::vector<bool> used_features() const override;
    bool takes_missing_as_mean() const override { return false; }
    std::vector<ModelSize> sizes() const override {
        return {{.name = "trees", .count = trees_.size()}};
    }

  private:
    AnyModel as_any() const override { return this; }
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    /// For many documents of one model make a TreeShap.
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    std::vector<std::string> feature_names_;
    double base_;
    std::vector<Tree> trees_;
    TrainingNotes notes_;
};

}  // namespace gradus
