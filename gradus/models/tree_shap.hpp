#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/models/model.hpp"
#include "gradus/models/tree.hpp"

namespace gradus {

/// Shapley values of a sum of trees, exact but for rounding, in the path-dependent sense of
/// Lundberg, Erion & Lee (arXiv 1802.03888, 2018): where a feature is not known, a document goes
/// both ways of a split, in the shares of the training documents that did. (Of a split through
/// which none came, each way is a half.) Takes O(trees · leaves · depth²) for a document.
class TreeShap {
  public:
    TreeShap(double base, std::span<const Tree> trees, std::size_t features);

    Explanation explain(std::span<const float> features) const;

  private:
    /// What all splits on one feature ask on the way to a leaf.
    struct Condition {
        std::uint32_t feature;
        bool missing;   ///< a missing value comes through
        float above;    ///< x > above; NaN = no such condition
        float at_most;  ///< x <= at_most
        double share;   ///< of documents that come through, as far as these splits decide
    };
    struct Path {
        std::size_t first;  ///< condition
        std::size_t count;
        double value;  ///< of the leaf
    };
    /// Points and weights of Gauss and Legendre on [0, 1].
    struct Quadrature {
        std::vector<double> points;
        std::vector<double> weights;
        explicit Quadrature(std::size_t size);
    };
    void add_paths(const Tree& tree);
    void explain(const Path& path,
                 std::span<const float> features,
                 std::vector<double>& products,
                 std::span<double> values) const;

    std::size_t features_;
    double expectation_;
    std::vector<Condition> conditions_;
    std::vector<Path> paths_;
    std::vector<Quadrature> quadratures_;  ///< number k has 2^k points
};

/// A feature's part in a score, or in the difference of two.
struct Contribution {
    std::size_t feature = 0;
    double value = 0.0;
};

/// The values that are not zero, the largest up or down first.
std::vector<Contribution> largest_first(std::span<const double> values);

/// Why one document scores more than another: by feature, what it gives the one less what it gives
/// the other. The sum is the difference of the scores.
std::vector<Contribution> why_above(const Explanation& above, const Explanation& below);

}  // namespace gradus
