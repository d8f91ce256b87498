#include "gradus/objectives/lists/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gradus::plackett_luce {
namespace {

/// log(e^a + e^b).
double log_of_sum(double a, double b) {
    const double high = std::max(a, b);
    if (high == -std::numeric_limits<double>::infinity()) return high;
    return high + std::log1p(std::exp(std::min(a, b) - high));
}

double log_sum_of_exponentials(std::span<const double> scores, std::span<const char> taken) {
    double high = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (taken.empty() || taken[i] == 0) high = std::max(high, scores[i]);
    double sum = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (taken.empty() || taken[i] == 0) sum += std::exp(scores[i] - high);
    return high + std::log(sum);
}

/// C(n, k), or 2^62 where it is more.
std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
    constexpr double most = 0x1p62;
    if (k > n) return 0;
    double exact = 1.0;
    for (std::uint64_t i = 0; i < k; ++i)
        exact = exact * static_cast<double>(n - i) / static_cast<double>(i + 1);
    if (exact >= most) return static_cast<std::uint64_t>(most);
    std::uint64_t result = 1;
    for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return result;
}

/// The place of a set of documents, in rising order, among all sets of its size.
std::uint64_t place_of(std::span<const std::uint32_t> set) {
    std::uint64_t place = 0;
    for (std::size_t i = 0; i < set.size(); ++i) place += binomial(set[i], i + 1);
    return place;
}

/// To the next set of its size in the order of places; false after the last.
bool advance(std::span<std::uint32_t> set, std::size_t n) {
    for (std::size_t i = 0; i < set.size(); ++i) {
        const std::uint32_t limit = i + 1 < set.size() ? set[i + 1] : static_cast<std::uint32_t>(n);
        if (set[i] + 1 < limit) {
            ++set[i];
            for (std::size_t j = 0; j < i; ++j) set[j] = static_cast<std::uint32_t>(j);
            return true;
        }
    }
    return false;
}

void clear(const Derivatives& to) {
    std::ranges::fill(to.gradients, 0.0);
    std::ranges::fill(to.hessians, 0.0);
}

}  // namespace

double first_draw(std::span<const double> target,
                  std::span<const double> scores,
                  const Derivatives& to) {
    const double target_sum = log_sum_of_exponentials(target, {});
    const double score_sum = log_sum_of_exponentials(scores, {});
    double value = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const double wanted = std::exp(target[i] - target_sum);
        const double chance = std::exp(scores[i] - score_sum);
        value += wanted * (score_sum - scores[i]);
        to.gradients[i] = chance - wanted;
        to.hessians[i] = chance * (1.0 - chance);
    }
    return value;
}

std::uint64_t count_sets(std::size_t n, std::size_t draws) {
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    std::uint64_t sum = 0;
    for (std::size_t size = 0; size < std::min(draws, n); ++size)
        sum = std::min(most, sum + binomial(n, size));
    return sum;
}

double first_draws(std::span<const double> target,
                   std::span<const double> scores,
                   std::size_t draws,
                   Scratch& scratch,
                   const Derivatives& to) {
    const Scratch::Frame frame(scratch);
    const std::size_t n = scores.size();
    const std::size_t sizes = std::min(draws, n);
    clear(to);
    // The chance that the first draws take a set, of all sets of one size.
    std::span<double> chances = scratch.array<double>(1, 1.0);
    const std::span<char> taken = scratch.array<char>(n);
    const std::span<std::uint32_t> set = scratch.array<std::uint32_t>(sizes);
    const std::span<std::uint32_t> larger = scratch.array<std::uint32_t>(sizes);
    double value = 0.0;
    for (std::size_t size = 0; size < sizes; ++size) {
        const std::span<double> next =
            scratch.array<double>(size + 1 < sizes ? binomial(n, size + 1) : 0, 0.0);
        const auto own = set.first(size);
        for (std::size_t i = 0; i < size; ++i) own[i] = static_cast<std::uint32_t>(i);
        std::size_t place = 0;
        do {
            const double chance = chances[place++];
            if (chance == 0.0) continue;
            std::ranges::fill(taken, char{0});
            for (const std::uint32_t i : own) taken[i] = 1;
            const double score_sum = log_sum_of_exponentials(scores, taken);
            const double target_sum = log_sum_of_exponentials(target, taken);
            std::size_t below = 0;  // documents of the set before i
            for (std::size_t i = 0; i < n; ++i) {
                if (taken[i] != 0) {
                    ++below;
                    continue;
                }
                const double wanted = std::exp(target[i] - target_sum);
                const double drawn = std::exp(scores[i] - score_sum);
                value += chance * wanted * (score_sum - scores[i]);
                to.gradients[i] += chance * (drawn - wanted);
                to.hessians[i] += chance * drawn * (1.0 - drawn);
                if (next.empty()) continue;
                std::ranges::copy(own.first(below), larger.begin());
                larger[below] = static_cast<std::uint32_t>(i);
                std::ranges::copy(own.subspan(below),
                                  larger.begin() + static_cast<std::ptrdiff_t>(below) + 1);
                next[place_of(larger.first(size + 1))] += chance * wanted;
            }
        } while (advance(own, n));
        chances = next;
    }
    return value;
}

double drawn_in_order(std::span<const std::uint32_t> order,
                      std::span<const double> scores,
                      std::size_t draws,
                      Scratch& scratch,
                      const Derivatives& to) {
    const Scratch::Frame frame(scratch);
    const std::size_t n = order.size();
    const std::size_t counted = std::min(draws, n);
    clear(to);
    // log Σ e^score of what is left before each draw.
    const std::span<double> left = scratch.array<double>(n);
    double sum = -std::numeric_limits<double>::infinity();
    for (std::size_t j = n; j-- > 0;) {
        sum = log_of_sum(sum, scores[order[j]]);
        left[j] = sum;
    }
    double value = 0.0;
    double inverse = -std::numeric_limits<double>::infinity();  // log Σ 1/left so far
    double squared = inverse;                                   // log Σ 1/left²
    for (std::size_t j = 0; j < n; ++j) {
        const double score = scores[order[j]];
        if (j < counted) {
            value += left[j] - score;
            inverse = log_of_sum(inverse, -left[j]);
            squared = log_of_sum(squared, -2.0 * left[j]);
        }
        const double drawn = std::exp(score + inverse);  // expected draws of it
        to.gradients[order[j]] = drawn - (j < counted ? 1.0 : 0.0);
        to.hessians[order[j]] = std::max(0.0, drawn - std::exp(2.0 * score + squared));
    }
    return value;
}

}  // namespace gradus::plackett_luce
