#include "gradus/measures/precision/soft_precision.hpp"

#include <algorithm>

namespace gradus {
namespace {

/// What one document's rank gives, F = Σ_r (1/r)(P(r) + Q(r)), with P(r) = P(rank is r) and Q(r) =
/// E[relevant documents above; rank is r]: opponent i of relevance t_i takes them to
///   P(r) ← (1−π)P(r) + πP(r−1),  Q(r) ← (1−π)Q(r) + π(Q(r−1) + t_i P(r−1)).
/// The gradients come from the adjoint of this linear recursion, as in rank_functional.
class RankAndRelevantAbove {
  public:
    RankAndRelevantAbove(std::size_t size, std::size_t ranks, Scratch& scratch)
        : ranks_(ranks),
          chance_(scratch.array<double>((size + 1) * ranks)),
          above_(scratch.array<double>((size + 1) * ranks)),
          chance_worth_(scratch.array<double>(ranks + 1)),
          above_worth_(scratch.array<double>(ranks + 1)) {}

    double value(std::span<const double> beaten,
                 std::span<const double> relevance,
                 std::span<double> gradients) {
        forward(beaten, relevance);
        double sum = 0.0;
        const std::size_t last = beaten.size() * ranks_;
        for (std::size_t r = 0; r < ranks_; ++r) {
            const double worth = 1.0 / static_cast<double>(r + 1);
            sum += worth * (chance_[last + r] + above_[last + r]);
            chance_worth_[r] = worth;
            above_worth_[r] = worth;
        }
        chance_worth_[ranks_] = 0.0;
        above_worth_[ranks_] = 0.0;
        backward(beaten, relevance, gradients);
        return sum;
    }

  private:
    void forward(std::span<const double> beaten, std::span<const double> relevance) {
        std::fill_n(chance_.begin(), ranks_, 0.0);
        std::fill_n(above_.begin(), ranks_, 0.0);
        chance_[0] = 1.0;
        for (std::size_t i = 0; i < beaten.size(); ++i) {
            const double* const p = &chance_[i * ranks_];
            const double* const q = &above_[i * ranks_];
            double* const next_p = &chance_[(i + 1) * ranks_];
            double* const next_q = &above_[(i + 1) * ranks_];
            const double stay = 1.0 - beaten[i];
            const double move = beaten[i];
            next_p[0] = stay * p[0];
            next_q[0] = stay * q[0];
            for (std::size_t r = 1; r < ranks_; ++r) {
                next_p[r] = stay * p[r] + move * p[r - 1];
                next_q[r] = stay * q[r] + move * (q[r - 1] + relevance[i] * p[r - 1]);
            }
        }
    }

    void backward(std::span<const double> beaten,
                  std::span<const double> relevance,
                  std::span<double> gradients) {
        for (std::size_t i = beaten.size(); i-- > 0;) {
            const double* const p = &chance_[i * ranks_];
            const double* const q = &above_[i * ranks_];
            const double stay = 1.0 - beaten[i];
            const double move = beaten[i];
            double gradient = 0.0;
            for (std::size_t r = 0; r < ranks_; ++r) {
                const double p_moved = chance_worth_[r + 1] + relevance[i] * above_worth_[r + 1];
                const double q_moved = above_worth_[r + 1];
                gradient +=
                    p[r] * (p_moved - chance_worth_[r]) + q[r] * (q_moved - above_worth_[r]);
                chance_worth_[r] = stay * chance_worth_[r] + move * p_moved;
                above_worth_[r] = stay * above_worth_[r] + move * q_moved;
            }
            gradients[i] = gradient;
        }
    }

    std::size_t ranks_;
    std::span<double> chance_;  // P after the contests 0 … i − 1, row by row
    std::span<double> above_;   // Q likewise
    std::span<double> chance_worth_;
    std::span<double> above_worth_;
};

}  // namespace

double soft_precision_ratio(std::span<const double> worths,
                            double total,
                            const Contests& contests,
                            std::span<double> gradients) {
    const std::size_t n = worths.size();
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
        if (worths[j] <= 0.0) continue;
        const std::span<const double> beaten = contests.beats(j);  // 0 by itself
        double num = worths[j];
        double den = 1.0;
        for (std::size_t i = 0; i < n; ++i) {
            num += beaten[i] * std::min(worths[i], worths[j]);
            den += beaten[i];
        }
        const double ratio = num / den;
        sum += ratio;
        const double scale = 1.0 / (den * total);
        for (std::size_t i = 0; i < n; ++i) {
            gradients[j * n + i] = scale * (std::min(worths[i], worths[j]) - ratio);
        }
        gradients[j * n + j] = 0.0;
    }
    return sum / total;
}

double soft_precision_contest(std::span<const double> relevance,
                              double total,
                              std::size_t cutoff,
                              const Contests& contests,
                              std::span<double> gradients,
                              Scratch& scratch) {
    const std::size_t n = relevance.size();
    if (n == 0) return 0.0;
    RankAndRelevantAbove one(n, counted_ranks(n, cutoff), scratch);
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
        if (relevance[j] <= 0.0) continue;
        const std::span<double> row = gradients.subspan(j * n, n);
        sum += one.value(contests.beats(j), relevance, row);  // it never beats itself
        for (double& gradient : row) gradient /= total;
        row[j] = 0.0;
    }
    return sum / total;
}

}  // namespace gradus
