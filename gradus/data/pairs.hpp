#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/data/string_column.hpp"

namespace gradus {

/// Explicit preferences: in query `query_ids[i]` the winner should stand above the loser.
struct Pairs {
    StringColumn query_ids;
    StringColumn winners;
    StringColumn losers;
    std::vector<float> weights;  ///< 1 where the file names none
};

}  // namespace gradus
