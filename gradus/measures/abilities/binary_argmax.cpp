#include "gradus/measures/abilities/binary_argmax.hpp"

#include <limits>

namespace gradus {
namespace {

/// The interleaving with above[i] nonrelevant documents above the i-th relevant one.
void interleave(const TwoClasses& classes,
                std::span<const std::uint32_t> above,
                std::span<std::uint32_t> order) {
    std::size_t position = 0;
    std::size_t j = 0;
    for (std::size_t i = 0; i < classes.relevant.size(); ++i) {
        while (j < above[i]) order[position++] = classes.nonrelevant[j++];
        order[position++] = classes.relevant[i];
    }
    while (j < classes.nonrelevant.size()) order[position++] = classes.nonrelevant[j++];
}

/// sums[i] = the scores of the first i documents together.
std::span<const double> prefix_sums(std::span<const double> scores,
                                    std::span<const std::uint32_t> documents,
                                    Scratch& scratch) {
    const std::span<double> sums = scratch.array<double>(documents.size() + 1);
    sums[0] = 0.0;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        sums[i + 1] = sums[i] + scores[documents[i]];
    }
    return sums;
}

/// Finds for each nonrelevant document the first relevant one below it.
class FlipSearch {
  public:
    FlipSearch(std::span<const double> scores,
               const TwoClasses& classes,
               const std::function<double(std::size_t, std::size_t)>& flip_loss,
               Scratch& scratch)
        : scores_(scores),
          classes_(classes),
          flip_loss_(flip_loss),
          relevant_sums_(prefix_sums(scores, classes.relevant, scratch)),
          first_below_(scratch.array<std::size_t>(classes.nonrelevant.size())) {
        search(0, classes.nonrelevant.size(), 0, classes.relevant.size());
    }
    std::span<const std::size_t> first_below() const { return first_below_; }

  private:
    /// For the nonrelevant documents begin … end − 1, whose answers lie in low … high.
    void search(std::size_t begin, std::size_t end, std::size_t low, std::size_t high) {
        if (begin == end) return;
        const std::size_t j = begin + (end - begin) / 2;
        double best = worth(j, high);
        first_below_[j] = high;
        for (std::size_t i = high; i-- > low;) {
            const double here = worth(j, i);
            if (here > best) {
                best = here;
                first_below_[j] = i;
            }
        }
        search(begin, j, low, first_below_[j]);
        search(j + 1, end, first_below_[j], high);
    }

    /// δ_j(i, R): the change of loss + w·Ψ when j passes the relevant documents i … R − 1.
    double worth(std::size_t j, std::size_t i) const {
        const std::size_t relevant = classes_.relevant.size();
        if (i == relevant) return 0.0;
        const auto passed = static_cast<double>(relevant - i);
        const auto pairs = static_cast<double>(relevant * classes_.nonrelevant.size());
        const double scores_passed = relevant_sums_[relevant] - relevant_sums_[i];
        return flip_loss_(j, i) -
               2.0 * (scores_passed - passed * scores_[classes_.nonrelevant[j]]) / pairs;
    }

    std::span<const double> scores_;
    const TwoClasses& classes_;
    const std::function<double(std::size_t, std::size_t)>& flip_loss_;
    std::span<const double> relevant_sums_;
    std::span<std::size_t> first_below_;
};

}  // namespace

void best_interleaving(std::span<const double> scores,
                       const TwoClasses& classes,
                       const std::function<double(std::size_t, std::size_t)>& loss_of,
                       std::span<std::uint32_t> order,
                       Scratch& scratch) {
    const std::size_t relevant = classes.relevant.size();
    const std::size_t nonrelevant = classes.nonrelevant.size();
    const std::span<const double> sums = prefix_sums(scores, classes.nonrelevant, scratch);
    const auto pairs = static_cast<double>(relevant * nonrelevant);
    // best[c] = the most that the relevant documents so far can give when the last of them has at
    // most c nonrelevant ones above it; at[i][c] = how many it has then.
    const std::span<double> best = scratch.array<double>(nonrelevant + 1, 0.0);
    const std::size_t width = nonrelevant + 1;
    const std::span<std::uint32_t> at = scratch.array<std::uint32_t>(relevant * width);
    for (std::size_t i = 0; i < relevant; ++i) {
        const double score = scores[classes.relevant[i]];
        double most = -std::numeric_limits<double>::infinity();
        std::uint32_t where = 0;
        for (std::size_t c = 0; c <= nonrelevant; ++c) {
            const double below = static_cast<double>(nonrelevant) - static_cast<double>(c);
            const double margin =
                (below - static_cast<double>(c)) * score + 2.0 * sums[c] - sums[nonrelevant];
            const double here = best[c] + loss_of(i, i + c) + margin / pairs;
            if (here > most) {
                most = here;
                where = static_cast<std::uint32_t>(c);
            }
            best[c] = most;
            at[i * width + c] = where;
        }
    }
    const std::span<std::uint32_t> above = scratch.array<std::uint32_t>(relevant);
    std::size_t limit = nonrelevant;
    for (std::size_t i = relevant; i-- > 0;) {
        above[i] = at[i * width + limit];
        limit = above[i];
    }
    interleave(classes, above, order);
}

void best_flips(std::span<const double> scores,
                const TwoClasses& classes,
                const std::function<double(std::size_t, std::size_t)>& flip_loss,
                std::span<std::uint32_t> order,
                Scratch& scratch) {
    const FlipSearch search(scores, classes, flip_loss, scratch);
    const std::span<std::uint32_t> above =
        scratch.array<std::uint32_t>(classes.relevant.size(), 0U);
    // The places rise with j, so the last j whose place is i or higher up counts all above i.
    std::size_t j = 0;
    for (std::size_t i = 0; i < above.size(); ++i) {
        while (j < search.first_below().size() && search.first_below()[j] <= i) ++j;
        above[i] = static_cast<std::uint32_t>(j);
    }
    interleave(classes, above, order);
}

}  // namespace gradus
