#include "gradus/learners/trees/growing/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gradus/base/error.hpp"

namespace gradus::gbdt {
namespace {

constexpr double most_sum = 2147483647.0;  // 2^31 − 1

/// What coarse numbers add up to. Few documents are rounded less, so that a tree still has
/// something to choose its splits by.
double coarse_sum(std::size_t count, const TreeParams& params) {
    constexpr double least_a_tree = 200.0;
    constexpr double least_a_leaf = 20.0;
    const auto leaves = static_cast<double>(params.leaves);
    const double mean = params.coarse_mean > 0.0 ? params.coarse_mean : std::min(0.1, 3.0 / leaves);
    return std::max({mean * static_cast<double>(count), least_a_tree, least_a_leaf * leaves});
}

/// The largest power of two by which numbers up to `largest` can be multiplied so that the sum of
/// `count` of them fits 62 bits.
double fine_unit(float largest, std::size_t count) {
    if (largest == 0.0F) return 1.0;
    const int bits = std::ilogb(largest) + 1 + std::ilogb(static_cast<double>(count)) + 1;
    return std::ldexp(1.0, std::min(62 - bits, 1000));
}

double histogram_unit(
    float largest, double most, double sum, std::size_t count, const TreeParams& params) {
    if (largest == 0.0F) return 1.0;
    const double unit = std::min(most / static_cast<double>(largest),
                                 (most_sum - static_cast<double>(count)) / sum);
    return params.rounding == Rounding::fine ? unit
                                             : std::min(unit, coarse_sum(count, params) / sum);
}

struct Pair {
    float gradient = 0.0F;
    float hessian = 0.0F;
};
struct Sums {
    std::int64_t gradients = 0;
    std::int64_t hessians = 0;
};

/// The largest |gradient| and Hessian; infinite where one is not a number.
Pair largest_of(const Derivatives& of, ThreadTeam& team) {
    std::vector<Pair> parts(team.size());
    team.run([&](unsigned worker) {
        const auto [begin, end] = team.share(of.gradients.size(), worker);
        Pair largest;
        bool numbers = true;
        for (std::size_t i = begin; i < end; ++i) {
            largest.gradient = std::max(largest.gradient, std::abs(of.gradients[i]));
            largest.hessian = std::max(largest.hessian, of.hessians[i]);
            numbers = numbers && !std::isnan(of.gradients[i]) && of.hessians[i] >= 0.0F;
        }
        if (!numbers) largest.gradient = std::numeric_limits<float>::infinity();
        parts[worker] = largest;
    });
    Pair largest;
    for (const Pair& part : parts) {
        largest.gradient = std::max(largest.gradient, part.gradient);
        largest.hessian = std::max(largest.hessian, part.hessian);
    }
    return largest;
}

/// Σ|gradient| and Σ Hessian in fine units, each rounded up.
Sums sums_of(const Derivatives& of, const Units& units, ThreadTeam& team) {
    std::vector<Sums> parts(team.size());
    team.run([&](unsigned worker) {
        const auto [begin, end] = team.share(of.gradients.size(), worker);
        Sums sums;
        for (std::size_t i = begin; i < end; ++i) {
            sums.gradients +=
                1 + static_cast<std::int64_t>(std::abs(static_cast<double>(of.gradients[i])) *
                                              units.fine_gradient);
            sums.hessians += 1 + static_cast<std::int64_t>(static_cast<double>(of.hessians[i]) *
                                                           units.fine_hessian);
        }
        parts[worker] = sums;
    });
    Sums sums;
    for (const Sums& part : parts) {
        sums.gradients += part.gradients;
        sums.hessians += part.hessians;
    }
    return sums;
}

}  // namespace

Units choose_units(const Derivatives& of, const TreeParams& params, ThreadTeam& team) {
    const std::size_t count = of.gradients.size();
    const Pair largest = largest_of(of, team);
    if (!std::isfinite(largest.gradient) || !std::isfinite(largest.hessian)) {
        throw Error({},
                    "a gradient or hessian of the objective is not a finite number",
                    "use a smaller learning rate, or grades and weights of a usual size");
    }
    Units units;
    units.fine_gradient = fine_unit(largest.gradient, count);
    units.fine_hessian = fine_unit(largest.hessian, count);
    const Sums sums = sums_of(of, units, team);
    units.gradient = histogram_unit(largest.gradient,
                                    most_gradient,
                                    static_cast<double>(sums.gradients) / units.fine_gradient,
                                    count,
                                    params);
    units.hessian = histogram_unit(largest.hessian,
                                   most_hessian,
                                   static_cast<double>(sums.hessians) / units.fine_hessian,
                                   count,
                                   params);
    return units;
}

}  // namespace gradus::gbdt
