#include "gradus/learners/trees/boosting/training_log.hpp"

namespace gradus::gbdt {

Json to_json(const LambdaPoint& point) {
    Json json = {{"high_documents", point.high_documents},
                 {"partner_shares", point.partner_shares},
                 {"top_shares", point.top_shares},
                 {"changes", nullptr},
                 {"top_changes", nullptr}};
    if (point.changes) {
        json["changes"] = point.changes->all;
        json["top_changes"] = point.changes->top;
    }
    if (!point.agreements.empty()) json["agreements"] = point.agreements;
    return json;
}

void TrainingLog::write(std::size_t tree_number,
                        const Tree& tree,
                        const Watch* watch,
                        std::span<const NamedMeasure> targets,
                        const std::optional<LambdaPoint>& lambdas) {
    if (!log_.is_open()) return;
    Json line = {
        {"tree", tree_number}, {"leaves", tree.leaves.size()}, {"seconds", log_.seconds()}};
    if (watch != nullptr) {
        for (std::size_t t = 0; t < targets.size(); ++t)
            line["valid"][targets[t].text] = watch->values()[t];
        line["best"] = watch->best();
    }
    if (lambdas) line["lambdas"] = to_json(*lambdas);
    log_.write(line);
}

}  // namespace gradus::gbdt
