#include "gradus/learners/gbdt/rounding.hpp"

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
    float slope = 0.0F;
    float curvature = 0.0F;
};
struct Sums {
    std::int64_t slopes = 0;
    std::int64_t curvatures = 0;
};

/// The largest |slope| and curvature; infinite where one is not a number.
Pair largest_of(const Derivatives& of, ThreadTeam& team) {
    std::vector<Pair> parts(team.size());
    team.run([&](unsigned worker) {
        const auto [begin, end] = team.share(of.slopes.size(), worker);
        Pair largest;
        bool numbers = true;
        for (std::size_t i = begin; i < end; ++i) {
            largest.slope = std::max(largest.slope, std::abs(of.slopes[i]));
            largest.curvature = std::max(largest.curvature, of.curvatures[i]);
            numbers = numbers && !std::isnan(of.slopes[i]) && of.curvatures[i] >= 0.0F;
        }
        if (!numbers) largest.slope = std::numeric_limits<float>::infinity();
        parts[worker] = largest;
    });
    Pair largest;
    for (const Pair& part : parts) {
        largest.slope = std::max(largest.slope, part.slope);
        largest.curvature = std::max(largest.curvature, part.curvature);
    }
    return largest;
}

/// Σ|slope| and Σ curvature in fine units, each rounded up.
Sums sums_of(const Derivatives& of, const Units& units, ThreadTeam& team) {
    std::vector<Sums> parts(team.size());
    team.run([&](unsigned worker) {
        const auto [begin, end] = team.share(of.slopes.size(), worker);
        Sums sums;
        for (std::size_t i = begin; i < end; ++i) {
            sums.slopes += 1 + static_cast<std::int64_t>(
                                   std::abs(static_cast<double>(of.slopes[i])) * units.fine_slope);
            sums.curvatures += 1 + static_cast<std::int64_t>(static_cast<double>(of.curvatures[i]) *
                                                             units.fine_curvature);
        }
        parts[worker] = sums;
    });
    Sums sums;
    for (const Sums& part : parts) {
        sums.slopes += part.slopes;
        sums.curvatures += part.curvatures;
    }
    return sums;
}

}  // namespace

Units choose_units(const Derivatives& of, const TreeParams& params, ThreadTeam& team) {
    const std::size_t count = of.slopes.size();
    const Pair largest = largest_of(of, team);
    if (!std::isfinite(largest.slope) || !std::isfinite(largest.curvature)) {
        throw Error({},
                    "a slope or curvature of the objective is not a finite number",
                    "use a smaller learning rate, or grades and weights of a usual size");
    }
    Units units;
    units.fine_slope = fine_unit(largest.slope, count);
    units.fine_curvature = fine_unit(largest.curvature, count);
    const Sums sums = sums_of(of, units, team);
    units.slope = histogram_unit(largest.slope,
                                 most_slope,
                                 static_cast<double>(sums.slopes) / units.fine_slope,
                                 count,
                                 params);
    units.curvature = histogram_unit(largest.curvature,
                                     most_curvature,
                                     static_cast<double>(sums.curvatures) / units.fine_curvature,
                                     count,
                                     params);
    return units;
}

}  // namespace gradus::gbdt
