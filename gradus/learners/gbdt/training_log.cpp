#include "gradus/learners/gbdt/training_log.hpp"

#include <nlohmann/json.hpp>

namespace gradus::gbdt {

nlohmann::ordered_json to_json(const LambdaPoint& point) {
    nlohmann::ordered_json json = {{"high_documents", point.high_documents},
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
                        std::span<const Target> targets,
                        const std::optional<LambdaPoint>& lambdas) {
    if (!log_.is_open()) return;
    nlohmann::ordered_json line = {
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
