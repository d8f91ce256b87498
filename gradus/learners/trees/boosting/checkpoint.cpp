#include "gradus/learners/trees/boosting/checkpoint.hpp"

#include "gradus/models/model_format.hpp"

namespace gradus::gbdt {

TrainingNotes Checkpoint::marked(TrainingNotes notes, const Origin& origin) {
    notes.parameters.emplace_back(origin_parameter, origin_text(origin));
    return notes;
}

std::optional<std::vector<Tree>> Checkpoint::load(const Origin& origin) const {
    if (!file_.is_there()) return {};
    const auto model = model_from_text(file_.load(origin), file_.path());
    const auto* const saved = model->as<TreeEnsemble>();
    if (saved == nullptr) refuse_no_checkpoint(file_.path());
    return saved->trees();
}

}  // namespace gradus::gbdt
