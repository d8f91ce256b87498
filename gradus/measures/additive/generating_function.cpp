#include "gradus/measures/additive/generating_function.hpp"

#include <algorithm>

namespace gradus {

double expected_discount(const ExponentialSum& discount,
                         std::span<const double> beaten,
                         std::span<double> slopes) {
    std::ranges::fill(slopes, 0.0);
    double value = 0.0;
    for (std::size_t m = 0; m < discount.bases.size(); ++m) {
        const double loss = 1.0 - discount.bases[m];
        double product = discount.weights[m];
        for (const double chance : beaten) product *= 1.0 - loss * chance;
        value += product;
        for (std::size_t i = 0; i < beaten.size(); ++i) {
            slopes[i] -= loss * product / (1.0 - loss * beaten[i]);
        }
    }
    return value;
}

}  // namespace gradus
