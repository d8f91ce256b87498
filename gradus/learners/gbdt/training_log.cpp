#include "gradus/learners/gbdt/training_log.hpp"

#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"

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

TrainingLog::TrainingLog(const std::string& path) {
    if (path.empty()) return;
    file_.open(path, std::ios::app);
    if (!file_)
        throw Error({path}, "the log cannot be written", "check the folder and its permissions");
}

void TrainingLog::write(std::size_t tree_number,
                        const Tree& tree,
                        const Watch* watch,
                        std::span<const Target> targets,
                        const std::optional<LambdaPoint>& lambdas) {
    if (!file_.is_open()) return;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started_;
    nlohmann::ordered_json line = {
        {"tree", tree_number}, {"leaves", tree.leaves.size()}, {"seconds", seconds.count()}};
    if (watch != nullptr) {
        for (std::size_t t = 0; t < targets.size(); ++t)
            line["valid"][targets[t].text] = watch->values()[t];
        line["best"] = watch->best();
    }
    if (lambdas) line["lambdas"] = to_json(*lambdas);
    file_ << line.dump() << '\n' << std::flush;
}

void TrainingLog::resume(std::size_t trees) {
    if (!file_.is_open()) return;
    file_ << nlohmann::ordered_json{{"resumed", trees}}.dump() << '\n' << std::flush;
}

}  // namespace gradus::gbdt
