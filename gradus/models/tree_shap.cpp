// A leaf with value v is a game of its own: with the features S known it pays
//   v Π_{j in S} o_j Π_{j not in S} z_j,
// j over the features asked on the way to it, o_j = 1 where the document meets what is asked of
// feature j, else 0, and z_j the share of documents that come through. With d such features the
// Shapley value of feature i is
//   v (o_i - z_i) Σ_{S without i} |S|! (d-1-|S|)! / d! Π_{j in S} o_j Π_{j not in S, ≠ i} z_j.
// The weight is ∫_0^1 t^|S| (1-t)^(d-1-|S|) dt, so the sum over all S is
//   ∫_0^1 Π_{j≠i} (o_j t + z_j (1-t)) dt:
// a polynomial of degree d-1, which ⌈d/2⌉ points of Gauss and Legendre integrate exactly. All terms
// are >= 0: nothing cancels, unlike where one factor after another is divided out.

#include "gradus/models/tree_shap.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus {
namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// Of each split: the split above it, and the shares of its documents that go left and right.
struct Above {
    std::vector<std::size_t> of_split;
    std::vector<std::size_t> of_leaf;
    std::vector<double> left_share;

    explicit Above(const Tree& tree)
        : of_split(tree.splits.size(), nobody),
          of_leaf(tree.leaves.size(), nobody),
          left_share(tree.splits.size()) {
        for (std::size_t i = 0; i < tree.splits.size(); ++i) {
            const std::int32_t left = tree.splits[i].left;
            const std::int32_t right = tree.splits[i].right;
            for (const std::int32_t child : {left, right})
                (child >= 0 ? of_split : of_leaf)[Tree::place(child)] = i;
            const auto documents = static_cast<double>(tree.documents(left));
            const double both = documents + static_cast<double>(tree.documents(right));
            left_share[i] = both > 0.0 ? documents / both : 0.5;
        }
    }
};

}  // namespace

TreeShap::Quadrature::Quadrature(std::size_t size) : points(size), weights(size) {
    const auto n = static_cast<double>(size);
    for (std::size_t i = 0; i < size; ++i) {
        // Newton's method on the Legendre polynomial P_n, from a close guess of its i-th root.
        double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
        double gradient = 0.0;
        for (int step = 0; step < 8; ++step) {
            double before = 1.0;
            double here = x;
            for (std::size_t k = 2; k <= size; ++k) {
                const auto degree = static_cast<double>(k);
                const double next =
                    ((2.0 * degree - 1.0) * x * here - (degree - 1.0) * before) / degree;
                before = here;
                here = next;
            }
            gradient = n * (x * here - before) / (x * x - 1.0);
            x -= here / gradient;
        }
        points[i] = 0.5 + 0.5 * x;
        weights[i] = 1.0 / ((1.0 - x * x) * gradient * gradient);
    }
}

TreeShap::TreeShap(double base, std::span<const Tree> trees, std::size_t features)
    : features_(features), expectation_(base) {
    for (const Tree& tree : trees) add_paths(tree);
    std::size_t longest = 1;
    for (const Path& path : paths_) longest = std::max(longest, path.count);
    for (std::size_t size = 1; quadratures_.empty() || size < longest; size *= 2)
        quadratures_.emplace_back(size);
}

void TreeShap::add_paths(const Tree& tree) {
    const Above above(tree);
    for (std::size_t leaf = 0; leaf < tree.leaves.size(); ++leaf) {
        const std::size_t first = conditions_.size();
        auto child = ~static_cast<std::int32_t>(leaf);
        for (std::size_t at = above.of_leaf[leaf]; at != nobody; at = above.of_split[at]) {
            const Tree::Split& split = tree.splits[at];
            const bool left = child == split.left;
            const auto begin = conditions_.begin() + static_cast<std::ptrdiff_t>(first);
            auto found = std::find_if(begin, conditions_.end(), [&](const Condition& condition) {
                return condition.feature == split.feature;
            });
            if (found == conditions_.end()) {
                found = conditions_.insert(found,
                                           {.feature = split.feature,
                                            .missing = true,
                                            .above = std::nanf(""),
                                            .at_most = std::numeric_limits<float>::infinity(),
                                            .share = 1.0});
            }
            found->missing = found->missing && left == split.missing_left;
            found->share *= left ? above.left_share[at] : 1.0 - above.left_share[at];
            if (left) {
                found->at_most = std::min(found->at_most, split.threshold);
            } else {
                found->above = std::fmax(found->above, split.threshold);
            }
            child = static_cast<std::int32_t>(at);
        }
        paths_.push_back({first, conditions_.size() - first, tree.leaves[leaf].value});
        double share = 1.0;
        for (std::size_t i = first; i < conditions_.size(); ++i) share *= conditions_[i].share;
        expectation_ += share * paths_.back().value;
    }
}

Explanation TreeShap::explain(std::span<const float> features) const {
    if (features.size() != features_) {
        throw Error(
            {},
            fmt::format("{} values for a document of {} features", features.size(), features_),
            "give a value for each feature of the model, NaN where it is missing");
    }
    Explanation result{.expectation = expectation_, .values = std::vector<double>(features_)};
    std::vector<double> products;
    for (const Path& path : paths_) explain(path, features, products, result.values);
    return result;
}

void TreeShap::explain(const Path& path,
                       std::span<const float> features,
                       std::vector<double>& products,
                       std::span<double> values) const {
    if (path.count == 0) return;
    // 2^k points for k = ⌈log2 ⌈d/2⌉⌉, more than needed unless d is such a number.
    const Quadrature& rule =
        quadratures_[static_cast<std::size_t>(std::bit_width((path.count + 1) / 2 - 1))];
    const std::size_t points = rule.points.size();
    const std::span conditions = std::span(conditions_).subspan(path.first, path.count);
    const auto met = [&](const Condition& condition) {
        const float x = features[condition.feature];
        const bool inside = !(x <= condition.above) && x <= condition.at_most;
        return (std::isnan(x) ? condition.missing : inside) ? 1.0 : 0.0;
    };
    // Row i: the products of the factors of all conditions before i, by point.
    products.assign((path.count + 1) * points, 1.0);
    for (std::size_t i = 0; i < path.count; ++i) {
        const double o = met(conditions[i]);
        const double z = conditions[i].share;
        const double* const before = products.data() + i * points;
        double* const here = products.data() + (i + 1) * points;
        for (std::size_t q = 0; q < points; ++q)
            here[q] = before[q] * (o * rule.points[q] + z * (1.0 - rule.points[q]));
    }
    // From behind, with the weights times the factors of all conditions behind i in the last row.
    double* const behind = products.data() + path.count * points;
    std::ranges::copy(rule.weights, behind);
    for (std::size_t i = path.count; i-- > 0;) {
        const double o = met(conditions[i]);
        const double z = conditions[i].share;
        const double* const before = products.data() + i * points;
        double integral = 0.0;
        for (std::size_t q = 0; q < points; ++q) {
            integral += before[q] * behind[q];
            behind[q] *= o * rule.points[q] + z * (1.0 - rule.points[q]);
        }
        values[conditions[i].feature] += path.value * (o - z) * integral;
    }
}

std::vector<Contribution> largest_first(std::span<const double> values) {
    std::vector<Contribution> all;
    for (std::size_t j = 0; j < values.size(); ++j)
        if (values[j] != 0.0) all.push_back({j, values[j]});
    std::ranges::stable_sort(
        all, std::greater(), [](const Contribution& one) { return std::abs(one.value); });
    return all;
}

std::vector<Contribution> why_above(const Explanation& above, const Explanation& below) {
    std::vector<double> differences = above.values;
    for (std::size_t j = 0; j < differences.size(); ++j) differences[j] -= below.values[j];
    return largest_first(differences);
}

}  // namespace gradus
