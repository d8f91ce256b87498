// Nanoseconds a pair for the change of each measure under a swap, against a plain scalar kernel
// that is written here in LightGBM's manner. See `run` for what each column holds.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench/common/timing.hpp"
#include "bench/swap/plain_kernel.hpp"
#include "gradus/measures/measure.hpp"

namespace {

using gradus::Measure;
using gradus::Scratch;
using gradus::bench::make_queries;
using gradus::bench::median;
using gradus::bench::pairs_of;
using gradus::bench::PlainKernel;
using gradus::bench::Query;
using gradus::bench::seconds;

double fill_rows(const Measure& measure, const std::vector<Query>& queries, Scratch& scratch) {
    std::vector<float> row(256);
    double sum = 0.0;
    for (const Query& query : queries) {
        scratch.clear();
        const auto& rows = measure.swap_float(query.ranked(), scratch);
        for (std::size_t a = 0; a < rows.reach(); ++a) {
            rows.fill(a, std::span(row).first(rows.size()));
            sum += static_cast<double>(row[rows.size() - 1]);
        }
    }
    return sum;
}

/// Rows, and from each row the forces of its pairs: ρ = E_low / (E_low + E_high), E = e^score.
double fill_forces(const Measure& measure, const std::vector<Query>& queries, Scratch& scratch) {
    std::vector<float> row(256);
    std::vector<float> gradients(256);
    std::vector<float> hessians(256);
    double sum = 0.0;
    for (const Query& query : queries) {
        scratch.clear();
        const auto& rows = measure.swap_float(query.ranked(), scratch);
        const std::size_t n = rows.size();
        std::fill_n(gradients.begin(), n, 0.0F);
        std::fill_n(hessians.begin(), n, 0.0F);
        const float* const odds = query.odds.data();
        for (std::size_t a = 0; a < rows.reach(); ++a) {
            rows.fill(a, std::span(row).first(n));
            // A swap that lowers the measure says that a has the higher grade.
            float gradient_a[8] = {};
            float hessian_a[8] = {};
            const float own = odds[a];
            std::size_t b = a + 1;
            const auto pair = [&](std::size_t other, std::size_t lane) {
                const float change = row[other];
                const float up = change < 0 ? own : odds[other];  // of the higher grade
                const float total = own + odds[other];
                const float chance = (total - up) / total;
                const float force = change * chance;  // negative where a is the higher
                const float hessian = std::abs(force) * (1.0F - chance);
                gradient_a[lane] += force;
                gradients[other] -= force;
                hessian_a[lane] += hessian;
                hessians[other] += hessian;
            };
            for (; b + 8 <= n; b += 8) {
                for (std::size_t lane = 0; lane < 8; ++lane) pair(b + lane, lane);
            }
            for (; b < n; ++b) pair(b, 0);
            for (std::size_t lane = 0; lane < 8; ++lane) {
                gradients[a] += gradient_a[lane];
                hessians[a] += hessian_a[lane];
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            sum += static_cast<double>(std::abs(gradients[i]) + hessians[i]);
        }
    }
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    if (rounds < 1) {
        std::fprintf(stderr, "usage: gradus_bench_swap [ROUNDS]\n");
        return 2;
    }
    const std::vector<Query> queries = make_queries(300);
    constexpr std::size_t all = 1'000'000;
    struct Case {
        const char* spec;
        std::size_t reach;
    };
    const Case cases[] = {
        {"NDCG@30", 30},
        {"NDCG", all},
        {"P@30", 30},
        {"RBP", all},
        {"kNDCG@30", 30},
        {"AP", all},
        {"GAP", all},
        {"Q", all},
        {"RR", all},
        {"ERR@30", 30},
        {"ERR", all},
        {"kERR", all},
        {"AUC", all},
        {"pair_accuracy", all},
    };
    Scratch scratch;
    PlainKernel plain;
    double plain_sum = 0.0;
    double ours_sum = 0.0;
    // The two ways agree before anything is timed.
    for (const auto& [spec, reach] : {cases[0], cases[1]}) {
        plain_sum = plain.run(queries, reach);
        ours_sum = fill_forces(*gradus::make_measure(spec), queries, scratch);
        if (std::abs(plain_sum - ours_sum) > 1e-3 * plain_sum) {
            std::fprintf(
                stderr, "%s: the kernels disagree: %g and %g\n", spec, plain_sum, ours_sum);
            return 1;
        }
    }
    std::printf(
        "300 queries of 20 to 200 documents, one thread, %d rounds, medians; nanoseconds a pair\n",
        rounds);
    std::printf("%-10s %8s %8s %8s %12s %12s\n",
                "measure",
                "plain",
                "rows",
                "force",
                "rows/plain",
                "force/plain");
    for (const auto& [spec, reach] : cases) {
        const std::shared_ptr<const Measure> measure = gradus::make_measure(spec);
        const double pairs = pairs_of(queries, reach);
        std::vector<double> plain_times;
        std::vector<double> row_times;
        std::vector<double> force_times;
        std::vector<double> row_ratios;
        std::vector<double> force_ratios;
        for (int round = 0; round < rounds; ++round) {
            double ignored = 0.0;
            const double base = seconds([&] { return plain.run(queries, reach); }, ignored);
            const double rows =
                seconds([&] { return fill_rows(*measure, queries, scratch); }, ignored);
            const double force =
                seconds([&] { return fill_forces(*measure, queries, scratch); }, ignored);
            plain_times.push_back(1e9 * base / pairs);
            row_times.push_back(1e9 * rows / pairs);
            force_times.push_back(1e9 * force / pairs);
            row_ratios.push_back(rows / base);
            force_ratios.push_back(force / base);
        }
        std::printf("%-10s %8.3f %8.3f %8.3f %12.3f %12.3f\n",
                    spec,
                    median(plain_times),
                    median(row_times),
                    median(force_times),
                    median(row_ratios),
                    median(force_ratios));
    }
    return 0;
}
