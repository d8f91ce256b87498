#pragma once

#include <cstddef>
#include <span>

#include "gradus/base/scratch.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

class Measure;

/// Who beats whom when scores are uncertain (Taylor, Guiver, Robertson & Minka, WSDM 2008): score i
/// is Gaussian around s_i with standard deviation σ, and documents i and j meet in a contest that
/// others do not influence. wins(i, j) = P(i beats j) = Φ((s_i − s_j)/(σ√2)); 0 for i = j.
class Contests {
  public:
    Contests(std::span<const double> scores, double sigma, Scratch& scratch);
    /// Each document in turn with its own score known to be s_j + draw·σ, which leaves its contests
    /// truly independent: wins(i, j) = Φ((s_i − s_j)/σ − draw), no longer 1 − wins(j, i).
    Contests(std::span<const double> scores, double sigma, double draw, Scratch& scratch);

    std::size_t size() const { return size_; }
    double wins(std::size_t i, std::size_t j) const { return losses_[j * size_ + i]; }
    /// The chances of all documents to beat document j: beats(j)[i] = wins(i, j).
    std::span<const double> beats(std::size_t j) const {
        return {losses_.data() + j * size_, size_};
    }
    /// ∂wins(i, j)/∂s_i but for the factor that all pairs share: e^(−d²) for wins(i, j) = Φ(√2·d).
    /// Of independent contests for i > j alone.
    double bell(std::size_t i, std::size_t j) const { return bells_[j * size_ + i]; }

  private:
    std::size_t size_;
    std::span<double> losses_;
    std::span<double> bells_;
};

/// A measure's smooth expectation under such contests.
class SoftForm {
  public:
    SoftForm() = default;
    SoftForm(const SoftForm&) = delete;
    SoftForm& operator=(const SoftForm&) = delete;
    SoftForm(SoftForm&&) = delete;
    SoftForm& operator=(SoftForm&&) = delete;
    virtual ~SoftForm() = default;

    /// The value, and gradients[j * n + i] = ∂value/∂wins(i, j), each ordered pair a variable of
    /// its own: row j holds how document j's own part changes when i beats it more often. NaN where
    /// the measure is undefined; the gradients are 0 then. The caller hands over gradients of n²
    /// zeros. It is a sum over j of what depends on beats(j) alone, as exact_soft_value needs.
    virtual double value(const ScoredList& list,
                         const Contests& contests,
                         std::span<double> contest_gradients,
                         Scratch& scratch) const = 0;
};

/// The smooth value at the scores, and its gradient by score. ∂M/∂s_m = Σ_{i≠m} (∂M/∂wins(m,i) −
/// ∂M/∂wins(i,m)) φ(s_m − s_i), φ(d) = exp(−d²/4σ²)/(2σ√π). NaN and a gradient of zeros where the
/// measure is undefined.
double soft_value(const SoftForm& form,
                  const ScoredList& list,
                  double sigma,
                  std::span<double> gradient,
                  Scratch& scratch);

/// The same without the assumption that the contests of one document are independent: the average
/// over the document's own draw, given which they are. For AP and GAP only AP(form=contest) becomes
/// the true expectation; the others stay ratios of expectations. Forty times as slow as soft_value.
double exact_soft_value(const SoftForm& form,
                        const ScoredList& list,
                        double sigma,
                        std::span<double> gradient,
                        Scratch& scratch);

/// P(document has rank r + 1), r = 0 … ranks − 1, from its chances to be beaten by each other
/// document; `beaten` has no entry for the document itself.
void rank_distribution(std::span<const double> beaten, std::span<double> chances);

/// F = Σ_r weights[r] · P(rank r + 1) with its gradients ∂F/∂beaten, by the adjoint recursion: only
/// convex combinations, no division. `keep[i]` scales what is left of the list when i wins (1 for a
/// plain rank; 1 − ρ_i for ERR). Empty `keep` = all 1. Weights beyond the end count 0. O(n·ranks).
double rank_functional(std::span<const double> beaten,
                       std::span<const double> keep,
                       std::span<const double> weights,
                       std::span<double> contest_gradients,
                       Scratch& scratch);

}  // namespace gradus
