#include "gradus/rank/paired_values.hpp"

#include <cassert>
#include <cmath>

namespace gradus {

double root_mean_square_difference(std::span<const double> x, std::span<const double> y) {
    assert(x.size() == y.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return std::sqrt(sum / static_cast<double>(x.size()));
}

WinsAndLosses wins_and_losses(std::span<const double> x, std::span<const double> y) {
    assert(x.size() == y.size());
    WinsAndLosses counts;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i] > y[i]) ++counts.wins;
        if (x[i] < y[i]) ++counts.losses;
    }
    return counts;
}

}  // namespace gradus
