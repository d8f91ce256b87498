#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/rank/ranking.hpp"

/// What the benchmarks of pairs share: queries, and the plain kernel that they are held against.
namespace gradus::bench {

/// A query in rank order.
struct Query {
    std::vector<double> grades;
    std::vector<double> ideal;
    std::vector<double> scores;
    std::vector<float> odds;  ///< e^score, for the pair cost of `force`

    RankedList ranked() const { return {grades, ideal, 4.0}; }
};

/// Lists of 20 to 200 documents with MSLR-WEB10K's shares of grades, better ones drawn upwards.
inline std::vector<Query> make_queries(std::size_t count) {
    std::vector<Query> queries(count);
    for (std::size_t q = 0; q < count; ++q) {
        gradus::Random random(1, "queries", q);
        std::vector<std::pair<double, double>> documents(20 + random.below(181));
        for (auto& [score, grade] : documents) {
            const double u = random.uniform();
            grade = u < 0.52 ? 0 : u < 0.84 ? 1 : u < 0.97 ? 2 : u < 0.99 ? 3 : 4;
            score = 0.5 * grade + random.normal();
        }
        std::ranges::sort(documents, std::greater());
        for (const auto& [score, grade] : documents) {
            queries[q].scores.push_back(score);
            queries[q].odds.push_back(static_cast<float>(std::exp(score)));
            queries[q].grades.push_back(grade);
        }
        queries[q].ideal = queries[q].grades;
        std::ranges::sort(queries[q].ideal, std::greater());
    }
    return queries;
}

/// Pairs that the rows look at: those with a position below the reach.
inline double pairs_of(const std::vector<Query>& queries, std::size_t reach) {
    double pairs = 0.0;
    for (const Query& query : queries) {
        const auto n = static_cast<double>(query.grades.size());
        const auto r = static_cast<double>(std::min(reach, query.grades.size()));
        pairs += r * (n - 1) - r * (r - 1) / 2;
    }
    return pairs;
}

/// The plain kernel. Gradients and Hessians of all documents, added up so that nothing is
/// optimised away.
class PlainKernel {
  public:
    PlainKernel() : table_(std::size_t{1} << 20) {
        for (std::size_t i = 0; i < table_.size(); ++i) {
            const double x = least_ + static_cast<double>(i) / per_unit_;
            table_[i] = 1.0 / (1.0 + std::exp(x));
        }
    }

    double run(const std::vector<Query>& queries, std::size_t reach) {
        double sum = 0.0;
        for (const Query& query : queries) {
            const std::size_t n = query.grades.size();
            gradients_.assign(n, 0.0);
            hessians_.assign(n, 0.0);
            double ideal = 0.0;
            for (std::size_t r = 0; r < std::min(n, reach); ++r) {
                ideal += (std::exp2(query.ideal[r]) - 1) / std::log2(static_cast<double>(r) + 2.0);
            }
            if (ideal == 0.0) continue;
            gains_.resize(n);
            discounts_.resize(n);
            for (std::size_t r = 0; r < n; ++r) {
                gains_[r] = std::exp2(query.grades[r]) - 1;
                discounts_[r] = r < reach ? 1.0 / std::log2(static_cast<double>(r) + 2.0) : 0.0;
            }
            for (std::size_t i = 0; i < std::min(n, reach); ++i) {
                for (std::size_t j = i + 1; j < n; ++j) {
                    if (query.grades[i] == query.grades[j]) continue;
                    const bool first = query.grades[i] > query.grades[j];
                    const std::size_t high = first ? i : j;
                    const std::size_t low = first ? j : i;
                    const double change =
                        (gains_[high] - gains_[low]) * (discounts_[i] - discounts_[j]) / ideal;
                    const double chance = sigmoid(query.scores[high] - query.scores[low]);
                    const double gradient = chance * change;
                    const double hessian = chance * (1.0 - chance) * change;
                    gradients_[high] -= gradient;
                    gradients_[low] += gradient;
                    hessians_[high] += hessian;
                    hessians_[low] += hessian;
                }
            }
            for (std::size_t i = 0; i < n; ++i) sum += std::abs(gradients_[i]) + hessians_[i];
        }
        return sum;
    }

  private:
    double sigmoid(double x) const {
        if (x <= least_) return table_.front();
        if (x >= -least_) return table_.back();
        return table_[static_cast<std::size_t>((x - least_) * per_unit_)];
    }

    static constexpr double least_ = -25.0;
    static constexpr double per_unit_ = static_cast<double>(std::size_t{1} << 20) / 50.0;
    std::vector<double> table_;
    std::vector<double> gains_;
    std::vector<double> discounts_;
    std::vector<double> gradients_;
    std::vector<double> hessians_;
};

}  // namespace gradus::bench
