#include "gradus/learners/nets/descent/net_log.hpp"

#include "gradus/base/json.hpp"

namespace gradus::net {

void NetLog::write(const LoggedEpoch& epoch, const Curves& train, const Curves& valid) {
    if (!log_.is_open()) return;
    Json line = {{"epoch", epoch.epoch},
                 {"objective", epoch.objective},
                 {"rate", epoch.rate},
                 {"restarts", epoch.restarts},
                 {"seconds", log_.seconds()}};
    const auto add = [&](const char* side, const Curves& curves) {
        for (std::size_t t = 0; t < curves.targets.size(); ++t)
            line[side][curves.targets[t].text] = curves.values[t];
    };
    add("train", train);
    add("valid", valid);
    line["best"] = {{"candidate", epoch.best_candidate}, {"epoch", epoch.best_epoch}};
    log_.write(line);
}

}  // namespace gradus::net
