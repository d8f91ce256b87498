#pragma once

#include <vector>

#include "gradus/objectives/objective.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {

struct Gradients {
    double value = 0.0;
    std::vector<double> gradients;
    std::vector<double> hessians;
};

/// What an objective says of a query.
Gradients evaluated(const Objective& objective, const Query& query);

}  // namespace gradus::golden
