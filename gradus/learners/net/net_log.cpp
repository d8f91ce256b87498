#include "gradus/learners/net/net_log.hpp"

#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"

namespace gradus::net {

NetLog::NetLog(const std::string& path) {
    if (path.empty()) return;
    file_.open(path, std::ios::app);
    if (!file_)
        throw Error({path}, "the log cannot be written", "check the folder and its permissions");
}

void NetLog::write(const LoggedEpoch& epoch, const Curves& train, const Curves& valid) {
    if (!file_.is_open()) return;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started_;
    nlohmann::ordered_json line = {{"epoch", epoch.epoch},
                                   {"objective", epoch.objective},
                                   {"rate", epoch.rate},
                                   {"restarts", epoch.restarts},
                                   {"seconds", seconds.count()}};
    const auto add = [&](const char* side, const Curves& curves) {
        for (std::size_t t = 0; t < curves.targets.size(); ++t)
            line[side][curves.targets[t].text] = curves.values[t];
    };
    add("train", train);
    add("valid", valid);
    line["best"] = {{"candidate", epoch.best_candidate}, {"epoch", epoch.best_epoch}};
    file_ << line.dump() << '\n' << std::flush;
}

void NetLog::resume(std::size_t epoch) {
    if (!file_.is_open()) return;
    file_ << nlohmann::ordered_json{{"resumed", epoch}}.dump() << '\n' << std::flush;
}

}  // namespace gradus::net
