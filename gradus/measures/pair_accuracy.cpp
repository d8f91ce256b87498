// Pair accuracy over any grades: Herbrich, Graepel & Obermayer, Advances in Large Margin
// Classifiers, 2000 (its complement, the share of swapped pairs).

#include <algorithm>
#include <numeric>
#include <vector>

#include "gradus/base/prefix_sums.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

struct PairsParams {
    static constexpr std::tuple<> fields{};
};

/// Judged documents with a grade below the given one, and documents that were not judged.
double lower_documents(const RankedList& list, double grade, std::size_t unjudged) {
    if (grade <= 0.0) return 0.0;
    const auto judged =
        list.ideal.end() -
        std::ranges::lower_bound(list.ideal, grade, [](double a, double b) { return a >= b; });
    return static_cast<double>(judged) + static_cast<double>(unjudged);
}

std::size_t unjudged_documents(const RankedList& list) {
    if (list.judged.empty()) {
        return list.grades.size() - std::min(list.grades.size(), list.ideal.size());
    }
    return static_cast<std::size_t>(std::ranges::count(list.judged, 0));
}

/// Pairs of documents, judged or ranked, whose grades differ.
double different_pairs(const RankedList& list) {
    const std::size_t unjudged = unjudged_documents(list);
    return std::accumulate(
        list.ideal.begin(), list.ideal.end(), 0.0, [&](double sum, double grade) {
            return sum + lower_documents(list, grade, unjudged);
        });
}

/// The place of each grade among the distinct ones, 0 = lowest; returns how many are distinct.
template <class Index>
std::size_t grade_classes(std::span<const double> grades, std::span<Index> classes) {
    std::vector<double> distinct(grades.begin(), grades.end());
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::ranges::transform(grades, classes.begin(), [&](double grade) {
        return static_cast<Index>(std::ranges::lower_bound(distinct, grade) - distinct.begin());
    });
    return distinct.size();
}

/// Δ = [sign(y − x) + lt(y) − lt(x) + gt(x) − gt(y)] / pairs for grades x at a and y at b, where lt
/// and gt count the documents strictly between them of lower and of higher grade.
template <class Real>
class PairsRows final : public SwapRows<Real> {
  public:
    PairsRows(std::span<const std::uint32_t> classes,
              std::span<const std::uint32_t> below,
              std::size_t width,
              double pairs)
        : SwapRows<Real>(classes.size(), pairs > 0 ? classes.size() : 0),
          classes_(classes),
          below_(below),
          width_(width),
          pairs_(pairs) {}

    void fill(std::size_t a, std::span<Real> changes) const override {
        const std::uint32_t x = classes_[a];
        for (std::size_t b = a + 1; b < classes_.size(); ++b) {
            const std::uint32_t y = classes_[b];
            const double sign = static_cast<double>(y > x) - static_cast<double>(y < x);
            // gt(g) = all between − those up to g, and "all" cancels.
            const double change = sign + between(a, b, y) - between(a, b, x) +
                                  between(a, b, y + 1) - between(a, b, x + 1);
            changes[b] = static_cast<Real>(change / pairs_);
        }
    }

  private:
    double between(std::size_t a, std::size_t b, std::uint32_t limit) const {
        return static_cast<double>(below_[b * width_ + limit] - below_[(a + 1) * width_ + limit]);
    }

    std::span<const std::uint32_t> classes_;  // of the grade at each position
    std::span<const std::uint32_t> below_;    // [r · width + c] = positions < r of a class < c
    std::size_t width_;
    double pairs_;
};

/// The share of pairs with different grades in which the higher grade stands higher. What was not
/// retrieved stands below all that was; among two such documents no pair is right. 0/0 where all
/// grades are equal.
class Pairs final : public WithSwap<Pairs> {
  public:
    double score(const RankedList& list) const override {
        const double pairs = different_pairs(list);
        if (pairs == 0.0) return undefined();
        std::vector<std::uint32_t> classes(list.grades.size());
        PrefixSums<double> seen(grade_classes<std::uint32_t>(list.grades, classes));
        const std::size_t unjudged = unjudged_documents(list);
        double right = 0.0;
        for (std::size_t position = 0; position < classes.size(); ++position) {
            right += lower_documents(list, list.grades[position], unjudged) -
                     seen.below(classes[position]);
            seen.add(classes[position], 1.0);
        }
        return right / pairs;
    }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const {
        const std::size_t n = list.grades.size();
        const std::span<std::uint32_t> classes = scratch.array<std::uint32_t>(n);
        const std::size_t width = grade_classes(list.grades, classes) + 1;
        const std::span<std::uint32_t> below = scratch.array<std::uint32_t>((n + 1) * width, 0U);
        for (std::size_t position = 0; position < n; ++position) {
            for (std::size_t limit = 0; limit < width; ++limit) {
                below[(position + 1) * width + limit] =
                    below[position * width + limit] + (classes[position] < limit ? 1U : 0U);
            }
        }
        return scratch.make<PairsRows<Real>>(classes, below, width, different_pairs(list));
    }
};

}  // namespace

namespace measures {
extern const MeasureEntry pair_accuracy_entry{
    .name = "pair_accuracy",
    .summary = "pair accuracy: share of pairs with different grades in right order",
    .reference = "Herbrich, Graepel & Obermayer 2000",
    .aliases = "pairs pairwise_accuracy",
    .examples = "pairs",
    .params = [] { return describe_params<PairsParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        params_from<PairsParams>(spec, where);
        return std::make_unique<Pairs>();
    },
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
