#include "gradus/objectives/pairs/pair_exponents.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gradus/base/exponential.hpp"

namespace gradus {
namespace {

constexpr double none = -std::numeric_limits<double>::infinity();
constexpr double least_exponent = -708.0;

/// log Σ e^(sign·s), by way of the largest term.
double log_sum(std::span<const double> scores, double sign) {
    double most = none;
    for (const double score : scores) most = std::max(most, sign * score);
    double sum = 0.0;
    for (const double score : scores)
        sum += exponential(std::max(sign * score - most, least_exponent));
    return most + std::log(sum);
}

/// log(e^a + e^b).
double log_add(double a, double b) {
    const double most = std::max(a, b);
    if (most == none) return none;
    return most + std::log1p(exponential(std::max(std::min(a, b) - most, least_exponent)));
}

}  // namespace

void pair_exponents(std::span<const double> scores,
                    std::span<const std::size_t> class_ends,
                    const PairExponents& to) {
    double passed = none;
    std::size_t begin = 0;
    for (const std::size_t end : class_ends) {
        for (std::size_t i = begin; i < end; ++i) to.above[i] = passed - scores[i];
        passed = log_add(passed, log_sum(scores.subspan(begin, end - begin), 1.0));
        begin = end;
    }
    passed = none;
    for (std::size_t k = class_ends.size(); k-- > 0;) {
        const std::size_t end = class_ends[k];
        begin = k == 0 ? 0 : class_ends[k - 1];
        for (std::size_t i = begin; i < end; ++i) to.below[i] = passed + scores[i];
        passed = log_add(passed, log_sum(scores.subspan(begin, end - begin), -1.0));
    }
}

}  // namespace gradus
