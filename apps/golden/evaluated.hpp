#pragma once

#include <vector>

#include "apps/golden/query.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::golden {

struct Slopes {
    double value = 0.0;
    std::vector<double> slopes;
    std::vector<double> curvatures;
};

/// What an objective says of a query.
Slopes evaluated(const Objective& objective, const Query& query);

}  // namespace gradus::golden
