#include "gradus/measures/cascade/cascade.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/measures/additive/generating_function.hpp"

namespace gradus {
namespace {

constexpr double nobody = 1e-17;  // a chance that no sum of at most 1 can feel

/// With A = Π_{t<a} (1−ρ_t), B = Π_{a<t<b} (1−ρ_t) and E = Σ_{a<t<b} ρ_t D(t) Π_{a<u<t} (1−ρ_u), a
/// swap changes the value by A (ρ_b − ρ_a)(D(a) − E − B·D(b)); what lies below b does not change.
template <class Real>
class CascadeRows final : public SwapRows<Real> {
  public:
    CascadeRows(std::span<const double> stops,
                std::span<const double> worths,
                std::span<const double> reaches,
                std::size_t reach)
        : SwapRows<Real>(stops.size(), reach), stops_(stops), worths_(worths), reaches_(reaches) {}

    void fill(std::size_t a, std::span<Real> changes) const override {
        const std::size_t size = stops_.size();
        const double own = stops_[a];
        const double scale = reaches_[a];
        double passes = 1.0;       // B
        double left = worths_[a];  // D(a) − E
        std::size_t b = a + 1;
        for (; b < worths_.size() && passes > nobody; ++b) {
            const double below = passes * worths_[b];
            changes[b] = static_cast<Real>(scale * (stops_[b] - own) * (left - below));
            left -= below * stops_[b];
            passes *= 1.0 - stops_[b];
        }
        for (; b < size; ++b) changes[b] = static_cast<Real>(scale * left * (stops_[b] - own));
    }

  private:
    std::span<const double> stops_;    // ρ
    std::span<const double> worths_;   // D, up to the cutoff
    std::span<const double> reaches_;  // A
};

}  // namespace

double StopChance::operator()(double grade) const {
    if (threshold_ > 0.0) return grade >= threshold_ ? 1.0 : 0.0;
    return std::exp2(grade - most_) - std::exp2(-most_);
}

double StopWorth::at(std::size_t position, std::size_t size) const {
    return position < ranks(size) ? 1.0 / static_cast<double>(by_length ? size : position + 1)
                                  : 0.0;
}

std::size_t StopWorth::ranks(std::size_t size) const {
    return counted_ranks(size, cutoff);
}

double Cascade::score(const RankedList& list) const {
    const StopChance chance = stop_chance(list.ideal, list.highest);
    const std::size_t size = list.grades.size();
    double sum = 0.0;
    double reaches = 1.0;
    for (std::size_t i = 0; i < worth_.ranks(size) && reaches > nobody; ++i) {
        if (list.grades[i] <= 0.0) continue;
        const double stop = chance(list.grades[i]);
        sum += reaches * stop * worth_.at(i, size);
        reaches *= 1.0 - stop;
    }
    return sum;
}

template <class Real>
const SwapRows<Real>& Cascade::swap_rows(const RankedList& list, Scratch& scratch) const {
    const StopChance chance = stop_chance(list.ideal, list.highest);
    const std::size_t size = list.grades.size();
    const std::size_t ranks = worth_.ranks(size);
    const std::span<double> stops = scratch.array<double>(size);
    const std::span<double> worths = scratch.array<double>(ranks);
    const std::span<double> reaches = scratch.array<double>(ranks);
    std::ranges::transform(list.grades, stops.begin(), chance);
    double reached = 1.0;
    std::size_t reach = 0;
    for (std::size_t i = 0; i < ranks; ++i) {
        worths[i] = worth_.at(i, size);
        reaches[i] = reached;
        if (reached > nobody) reach = i + 1;
        reached *= 1.0 - stops[i];
    }
    return scratch.make<CascadeRows<Real>>(stops, worths, reaches, reach);
}

template const SwapRows<double>& Cascade::swap_rows(const RankedList&, Scratch&) const;
template const SwapRows<float>& Cascade::swap_rows(const RankedList&, Scratch&) const;

double Cascade::Soft::value(const ScoredList& list,
                            const Contests& contests,
                            std::span<double> gradients,
                            Scratch& scratch) const {
    const StopChance chance = cascade_.stop_chance(list.ideal, list.highest);
    const std::size_t n = list.size();
    const std::span<double> keep = scratch.array<double>(n);
    const std::span<double> weights = scratch.array<double>(cascade_.worth_.ranks(n));
    for (std::size_t i = 0; i < n; ++i) keep[i] = 1.0 - chance(list.grades[i]);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = cascade_.worth_.at(i, n);
    const ExponentialSum* const exponentials =
        cascade_.worth_.is_whole(n) ? fits_.find(n) : nullptr;
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
        const double stop = chance(list.grades[j]);
        if (stop <= 0.0) continue;
        const std::span<double> row = gradients.subspan(j * n, n);
        const std::span<const double> beaten = contests.beats(j);
        sum += stop * (exponentials != nullptr
                           ? rank_functional(beaten, keep, *exponentials, row, scratch)
                           : rank_functional(beaten, keep, weights, row, scratch));
        for (double& gradient : row) gradient *= stop;
        row[j] = 0.0;  // it never beats itself
    }
    return sum;
}

double Cascade::Expected::value(const GradeChances& chances,
                                std::span<double> gradients,
                                Scratch& scratch) const {
    const StopChance chance = cascade_.stop_chance(chances.ideal, chances.highest);
    const std::size_t levels = chances.levels.size();
    const std::size_t size = chances.ranks();
    const std::size_t ranks = cascade_.worth_.ranks(size);
    const std::span<double> steps = scratch.array<double>(levels);  // of ρ from level to level
    double last = 0.0;
    for (std::size_t j = 0; j < levels; ++j) {
        const double stop = chance(chances.levels[j]);
        steps[j] = stop - last;
        last = stop;
    }
    const std::span<double> stops = scratch.array<double>(ranks, 0.0);
    const std::span<double> reaches = scratch.array<double>(ranks);
    double reached = 1.0;
    for (std::size_t i = 0; i < ranks; ++i) {
        for (std::size_t j = 0; j < levels; ++j) {
            stops[i] += chances.at_least[i * levels + j] * steps[j];
        }
        reaches[i] = reached;
        reached *= 1.0 - stops[i];
    }
    std::ranges::fill(gradients, 0.0);
    double value = 0.0;  // V of the next rank
    for (std::size_t i = ranks; i-- > 0;) {
        const double worth = cascade_.worth_.at(i, size);
        for (std::size_t j = 0; j < levels; ++j) {
            gradients[i * levels + j] = (worth - value) * reaches[i] * steps[j];
        }
        value = stops[i] * worth + (1.0 - stops[i]) * value;
    }
    return value;
}

}  // namespace gradus
