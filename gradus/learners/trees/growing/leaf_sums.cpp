#include "gradus/learners/trees/growing/leaf_sums.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gradus::gbdt {
namespace {

constexpr double no_hessian = 1e-12;

double gradients_of(const LeafSums& sums, const Units& units) {
    return static_cast<double>(sums.gradients) / units.fine_gradient;
}
double hessians_of(const LeafSums& sums, const Units& units) {
    return static_cast<double>(sums.hessians) / units.fine_hessian;
}

}  // namespace

double leaf_value(const LeafSums& sums,
                  std::uint64_t documents,
                  const Bounds& bounds,
                  const Units& units,
                  const TreeParams& params) {
    const double divisor = params.step == Step::gradient ? static_cast<double>(documents)
                                                         : hessians_of(sums, units) + params.l2;
    const double step = divisor > no_hessian ? -gradients_of(sums, units) / divisor : 0.0;
    const double unit = units.hessian / units.gradient;
    return params.learning_rate * std::clamp(step, bounds.low * unit, bounds.high * unit);
}

void set_gains(Tree& tree,
               std::span<const LeafSums> leaves,
               const Units& units,
               const TreeParams& params) {
    struct Side {
        LeafSums sums;
        std::uint64_t documents = 0;
    };
    const auto gain = [&](const Side& side) {
        const double gradients = gradients_of(side.sums, units);
        const double divisor = params.gain == Gain::variance
                                   ? static_cast<double>(side.documents)
                                   : hessians_of(side.sums, units) + params.l2;
        return divisor > 0.0 ? gradients * gradients / divisor : 0.0;
    };
    std::vector<Side> sides(tree.splits.size());
    const auto child = [&](std::int32_t node) {
        const std::size_t place = Tree::place(node);
        return node >= 0 ? sides[place] : Side{leaves[place], tree.leaves[place].documents};
    };
    for (std::size_t i = tree.splits.size(); i-- > 0;) {  // children stand behind their parents
        const Side left = child(tree.splits[i].left);
        const Side right = child(tree.splits[i].right);
        sides[i] = left;
        sides[i].sums += right.sums;
        sides[i].documents += right.documents;
        const double both = gain(left) + gain(right);
        const double gained = both - gain(sides[i]);
        tree.splits[i].gain = std::abs(gained) > rounding_share * both ? gained : 0.0;
    }
}

}  // namespace gradus::gbdt
