#include "gradus/measures/additive/discount.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace gradus {
namespace {

/// log₂(rank), from a table where most ranks are.
double log2_of(std::size_t rank) {
    constexpr std::size_t size = 2048;
    static const std::array<double, size> table = [] {
        std::array<double, size> logarithms{};
        for (std::size_t i = 1; i < size; ++i) logarithms[i] = std::log2(static_cast<double>(i));
        return logarithms;
    }();
    return rank < size ? table[rank] : std::log2(static_cast<double>(rank));
}

}  // namespace

double Discount::term(double gain, std::size_t position) const {
    switch (shape_) {
        case DiscountShape::log:
            return gain / log2_of(position + 2);
        case DiscountShape::letor:
            return position < 2 ? gain : gain / log2_of(position + 1);
        case DiscountShape::linear:
            return gain / static_cast<double>(position + 1);
        case DiscountShape::flat:
            return gain;
        case DiscountShape::geometric:
            return gain * ((1.0 - p_) * std::pow(p_, static_cast<double>(position)));
    }
    return 0.0;
}

ExponentialSum Discount::exponentials(std::size_t size) const {
    if (shape_ == DiscountShape::geometric) return {{p_}, {1.0 - p_}};
    std::vector<double> values(size);
    for (std::size_t position = 0; position < size; ++position) values[position] = at(position);
    return fit_exponentials(values);
}

}  // namespace gradus
