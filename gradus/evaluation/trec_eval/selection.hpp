#pragma once

#include <span>
#include <string>
#include <vector>

#include "gradus/evaluation/profile.hpp"
#include "gradus/evaluation/trec_eval/measures.hpp"

namespace gradus::trec_eval {

/// A measure to be printed, with its parameters and the names of its values.
struct Selected {
    const Entry* entry = nullptr;
    Parameters parameters;
    std::vector<std::string> names;
};

/// Of the two versions that there are profiles of.
bool is_version_10(const Profile& profile);

/// What `-m` asked for (none: the official measures), in the order of the catalogue: names, names
/// with parameters (`P.5,10`, `ndcg.1=3,2=9`), and the sets official, set and all_trec. Error for
/// what is unknown or malformed.
std::vector<Selected> select(std::span<const std::string> typed, const Profile& profile);

}  // namespace gradus::trec_eval
