#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gradus/data/judgments.hpp"
#include "gradus/data/run.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/evaluation/trec_eval/selection.hpp"

namespace gradus::trec_eval {

/// What trec_eval's own flags say, but for -m.
struct Settings {
    bool by_query = false;     ///< -q
    bool no_summary = false;   ///< -n
    bool complete = false;     ///< -c: judged queries that the run lacks count 0
    std::int64_t level = 1;    ///< -l
    std::size_t depth = 0;     ///< -M; 0 = all
    bool judged_only = false;  ///< -J
    double collection = 0.0;   ///< -N
};

/// trec_eval's output for a run, byte for byte; `measures` as select() gives them for the same
/// profile, which is trec9 or trec10. Error for a run that lacks a judged query, in version 10
/// without -c; names stand in messages.
std::string report(const Judgments& judgments,
                   const std::string& judgments_name,
                   const Run& run,
                   const std::string& run_name,
                   std::span<const Selected> measures,
                   const Settings& settings,
                   const Profile& profile,
                   unsigned threads);

}  // namespace gradus::trec_eval
