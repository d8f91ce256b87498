// Milliseconds for the gradient of a smooth measure of one query. See `run` for what each column
// holds.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/measures/measure.hpp"

namespace {

using gradus::Measure;
using gradus::Random;
using gradus::Scratch;

constexpr double sigma = 0.3;

struct Query {
    std::vector<double> grades;
    std::vector<double> scores;
    std::vector<double> ideal;
    gradus::ScoredList list() const { return {grades, scores, ideal, 4.0}; }
};

/// A third of the documents has a grade above 0.
Query make_query(std::size_t n) {
    Random random(n, "bench soft");
    Query query;
    for (std::size_t i = 0; i < n; ++i) {
        query.grades.push_back(random.chance(0.35) ? 1.0 + static_cast<double>(random.below(4))
                                                   : 0.0);
        query.scores.push_back(0.3 * query.grades.back() + random.normal());
    }
    query.ideal = query.grades;
    std::ranges::sort(query.ideal, std::greater());
    return query;
}

/// Chances of all ranks, opponent by opponent, one of them left out.
void ranks_without(const std::vector<double>& beaten,
                   std::size_t own,
                   std::size_t left_out,
                   std::vector<double>& chances) {
    std::ranges::fill(chances, 0.0);
    chances[0] = 1.0;
    std::size_t met = 0;
    for (std::size_t i = 0; i < beaten.size(); ++i) {
        if (i == own || i == left_out) continue;
        ++met;
        for (std::size_t r = met + 1; r-- > 0;)
            chances[r] =
                chances[r] * (1.0 - beaten[i]) + (r > 0 ? chances[r - 1] * beaten[i] : 0.0);
    }
}

/// Σ gain · discount of the rank, and its gradient, by the definition.
double naive(const Query& query,
             const std::vector<double>& gains,
             const std::vector<double>& discounts,
             std::vector<double>& gradient) {
    const std::size_t n = query.scores.size();
    std::vector<double> beaten(n);
    std::vector<double> chances(n);
    std::ranges::fill(gradient, 0.0);
    double value = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
        if (gains[j] == 0.0) continue;
        for (std::size_t i = 0; i < n; ++i)
            beaten[i] = 0.5 * std::erfc(-(query.scores[i] - query.scores[j]) / (2.0 * sigma));
        ranks_without(beaten, j, j, chances);
        for (std::size_t r = 0; r < n; ++r) value += gains[j] * discounts[r] * chances[r];
        for (std::size_t i = 0; i < n; ++i) {
            if (i == j) continue;
            ranks_without(beaten, j, i, chances);
            double contest_gradient = 0.0;
            for (std::size_t r = 0; r + 1 < n; ++r)
                contest_gradient += gains[j] * chances[r] * (discounts[r + 1] - discounts[r]);
            const double d = query.scores[i] - query.scores[j];
            const double density = std::exp(-d * d / (4.0 * sigma * sigma)) /
                                   (2.0 * sigma * std::sqrt(std::numbers::pi));
            gradient[i] += contest_gradient * density;
            gradient[j] -= contest_gradient * density;
        }
    }
    return value;
}

double milliseconds(int rounds, const std::function<double()>& work) {
    std::vector<double> all;
    double sink = 0.0;
    for (int round = 0; round < rounds; ++round) {
        const auto started = std::chrono::steady_clock::now();
        int repeats = 0;
        std::chrono::duration<double, std::milli> passed{};
        do {
            sink += work();
            ++repeats;
            passed = std::chrono::steady_clock::now() - started;
        } while (passed.count() < 20.0);
        all.push_back(passed.count() / repeats);
    }
    if (std::isnan(sink)) std::printf("undefined\n");
    std::ranges::sort(all);
    return all[all.size() / 2];
}

/// The gains and discounts of a measure that is a sum over ranks.
struct Sum {
    std::vector<double> gains;
    std::vector<double> discounts;
};

Sum sum_of(const Query& query, std::size_t cutoff, bool graded) {
    const std::size_t n = query.grades.size();
    Sum sum{std::vector<double>(n), std::vector<double>(n)};
    double ideal = 0.0;
    for (std::size_t r = 0; r < n; ++r) {
        if (r < cutoff)
            sum.discounts[r] = graded ? 1.0 / std::log2(2.0 + static_cast<double>(r))
                                      : 1.0 / static_cast<double>(cutoff);
        ideal += graded ? (std::exp2(query.ideal[r]) - 1.0) * sum.discounts[r] : 0.0;
    }
    for (std::size_t i = 0; i < n; ++i)
        sum.gains[i] = graded ? (std::exp2(query.grades[i]) - 1.0) / ideal
                              : (query.grades[i] > 0.0 ? 1.0 : 0.0);
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    if (rounds < 1) {
        std::fprintf(stderr, "usage: gradus_bench_soft [ROUNDS]\n");
        return 2;
    }
    const std::vector<std::size_t> sizes = {25, 50, 100, 150, 300, 500};
    constexpr std::size_t most_naive = 150;
    std::printf("milliseconds a query, median of %d rounds; documents:\n%-10s", rounds, "measure");
    for (const std::size_t n : sizes) std::printf("%12zu", n);
    std::printf("\n");
    Scratch scratch;
    for (const std::string name :
         {"AP", "GAP", "NDCG", "NDCG@10", "P@10", "RBP", "ERR", "RR", "AUC"}) {
        const auto measure = gradus::make_measure(name);
        std::printf("%-10s", name.c_str());
        std::vector<std::string> ratios;
        for (const std::size_t n : sizes) {
            const Query query = make_query(n);
            std::vector<double> gradient(n);
            const auto ours = [&] {
                scratch.clear();
                return gradus::soft_value(*measure->soft(), query.list(), sigma, gradient, scratch);
            };
            const double own = milliseconds(rounds, ours);
            std::printf("%12.4f", own);
            const bool is_sum = name == "NDCG" || name == "NDCG@10" || name == "P@10";
            if (!is_sum || n > most_naive) continue;
            const Sum sum = sum_of(query, name == "NDCG" ? n : 10, name != "P@10");
            std::vector<double> other(n);
            const auto plain = [&] { return naive(query, sum.gains, sum.discounts, other); };
            const double value = ours();
            const double expected = plain();
            double apart = std::abs(value - expected);
            for (std::size_t i = 0; i < n; ++i)
                apart = std::max(apart, std::abs(gradient[i] - other[i]));
            if (apart > 1e-9) {
                std::fprintf(stderr, "%s: the two ways disagree by %g\n", name.c_str(), apart);
                return 1;
            }
            char text[32];
            std::snprintf(text, sizeof text, "%zu: %.5f", n, own / milliseconds(1, plain));
            ratios.emplace_back(text);
        }
        std::printf("\n");
        if (!ratios.empty()) {
            std::printf("  ours/naive");
            for (const std::string& text : ratios) std::printf("   %s", text.c_str());
            std::printf("\n");
        }
    }
    return 0;
}
