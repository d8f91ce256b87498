#pragma once

#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"

namespace gradus::svm {

/// How a support vector machine is trained, whatever the objective.
struct SvmParams {
    std::vector<double> cost = {1.0};
    double epsilon = 1e-3;
    int rounds = 5000;
    static constexpr auto fields = std::tuple{
        List{
            "C",
            &SvmParams::cost,
            0.0,
            1e12,
            "weight of the hinges against that of large weights; of several each is tried, and the "
            "best on validation data kept"},
        Field{"epsilon",
              &SvmParams::epsilon,
              1e-12,
              1e3,
              "training ends when the objective is proven to be within C times this of its least"},
        Field{"rounds", &SvmParams::rounds, 1, 1'000'000, "cutting planes for each C at the most"},
    };
};

}  // namespace gradus::svm
