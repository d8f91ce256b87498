#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gradus/data/judgments.hpp"
#include "gradus/data/run.hpp"
#include "gradus/evaluation/profile.hpp"

namespace gradus::trec_eval {

/// What trec_eval's own flags say.
struct Settings {
    std::vector<std::string> measures;  ///< -m, as typed; none = official
    bool by_query = false;              ///< -q
    bool no_summary = false;            ///< -n
    bool complete = false;              ///< -c: judged queries that the run lacks count 0
    std::int64_t level = 1;             ///< -l
    std::size_t depth = 0;              ///< -M; 0 = all
    bool judged_only = false;           ///< -J
    double collection = 0.0;            ///< -N
};

/// trec_eval's output for a run, byte for byte. The profile is trec9 or trec10. Error for an
/// unknown measure or parameters that don't fit; names stand in messages.
std::string report(const Judgments& judgments,
                   const std::string& judgments_name,
                   const Run& run,
                   const std::string& run_name,
                   const Settings& settings,
                   const Profile& profile,
                   unsigned threads);

}  // namespace gradus::trec_eval
