// Nanoseconds a pair for gradients and Hessians of the lambda objective under each measure, against
// the plain scalar kernel of bench/swap. See `run` for what each column holds.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/common/timing.hpp"
#include "bench/swap/plain_kernel.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/objectives/rank_order.hpp"

namespace {

using gradus::BoundObjective;
using gradus::Dataset;
using gradus::RankOrder;
using gradus::Scratch;
using gradus::bench::median;
using gradus::bench::Query;
using gradus::bench::seconds;

/// The queries as data, with their documents shuffled.
struct Data {
    Dataset set;
    std::vector<float> scores;
};

Data as_data(const std::vector<Query>& queries) {
    Data data;
    std::vector<float> grades;
    data.set.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries.size(); ++query) {
        std::vector<std::size_t> places(queries[query].grades.size());
        for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
        gradus::Random(1, "places", query).shuffle(std::span(places));
        for (const std::size_t place : places) {
            grades.push_back(static_cast<float>(queries[query].grades[place]));
            data.scores.push_back(static_cast<float>(queries[query].scores[place]));
        }
        data.set.query_begins.push_back(grades.size());
        data.set.query_ids.push_back(std::to_string(query));
    }
    data.set.features = gradus::FeatureMatrix(grades.size(), 0);
    data.set.labels.push_back({"grade", std::move(grades)});
    return data;
}

std::span<const float> scores_of(const Data& data, std::size_t query) {
    return std::span(data.scores).subspan(data.set.query_begins[query], data.set.query_size(query));
}

double all_gradients(const BoundObjective& objective,
                     const Data& data,
                     const RankOrder& ranks,
                     Scratch& scratch,
                     std::vector<float>& gradients,
                     std::vector<float>& hessians) {
    double sum = 0.0;
    for (std::size_t query = 0; query < data.set.queries(); ++query) {
        const std::size_t begin = data.set.query_begins[query];
        const std::size_t size = data.set.query_size(query);
        const auto own_gradients = std::span(gradients).subspan(begin, size);
        const auto own_hessians = std::span(hessians).subspan(begin, size);
        objective.evaluate_float({query, scores_of(data, query), ranks.order(query)},
                                 scratch,
                                 own_gradients,
                                 own_hessians);
        for (std::size_t i = 0; i < size; ++i) {
            sum += static_cast<double>(std::abs(own_gradients[i]) + own_hessians[i]);
        }
    }
    return sum;
}

double rank_all(RankOrder& ranks, const Data& data, Scratch& scratch) {
    double sum = 0.0;
    for (std::size_t query = 0; query < data.set.queries(); ++query) {
        sum += ranks.update(query, scores_of(data, query), scratch)[0];
    }
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    if (rounds < 1) {
        std::fprintf(stderr, "usage: gradus_bench_lambda [ROUNDS]\n");
        return 2;
    }
    const std::vector<Query> queries = gradus::bench::make_queries(300);
    const Data data = as_data(queries);
    Scratch scratch;
    RankOrder ranks(data.set, 1);
    rank_all(ranks, data, scratch);
    constexpr std::size_t all = 1'000'000;
    struct Case {
        const char* target;
        std::size_t reach;
        gradus::LambdaParams params;
    };
    const gradus::LambdaParams lightgbm{.normalise = gradus::QueryScale::lightgbm};
    const gradus::LambdaParams sigmoid{.cost = gradus::PairCost::sigmoid};
    const Case cases[] = {
        {"NDCG@30", 30, {}},
        {"NDCG@30", 30, lightgbm},
        {"NDCG@30", 30, sigmoid},
        {"NDCG", all, {}},
        {"P@30", 30, {}},
        {"RBP", all, {}},
        {"AP", all, {}},
        {"GAP", all, {}},
        {"Q", all, {}},
        {"RR", all, {}},
        {"ERR@30", 30, {}},
        {"ERR", all, {}},
        {"AUC", all, {}},
        {"pair_accuracy", all, {}},
    };
    gradus::bench::PlainKernel plain;
    std::vector<float> gradients(data.scores.size());
    std::vector<float> hessians(data.scores.size());
    // The two ways agree before anything is timed.
    for (const auto& [target, reach, params] : {cases[0], cases[3]}) {
        const gradus::Lambda objective(gradus::named_measure(target), params);
        const auto bound = objective.bind(data.set, 1);
        const double expected = plain.run(queries, reach);
        const double got = all_gradients(*bound, data, ranks, scratch, gradients, hessians);
        if (std::abs(expected - got) > 1e-3 * expected) {
            std::fprintf(stderr, "%s: the kernels disagree: %g and %g\n", target, expected, got);
            return 1;
        }
    }
    std::printf(
        "300 queries of 20 to 200 documents, one thread, %d rounds, medians; nanoseconds a pair\n",
        rounds);
    std::printf("%-44s %8s %8s %12s\n", "objective", "plain", "ours", "ours/plain");
    double ignored = 0.0;
    for (const auto& [target, reach, params] : cases) {
        const gradus::Lambda objective(gradus::named_measure(target), params);
        const auto bound = objective.bind(data.set, 1);
        const double pairs = gradus::bench::pairs_of(queries, reach);
        std::vector<double> plain_times;
        std::vector<double> our_times;
        std::vector<double> ratios;
        for (int round = 0; round < rounds; ++round) {
            const double base = seconds([&] { return plain.run(queries, reach); }, ignored);
            const double ours = seconds(
                [&] { return all_gradients(*bound, data, ranks, scratch, gradients, hessians); },
                ignored);
            plain_times.push_back(1e9 * base / pairs);
            our_times.push_back(1e9 * ours / pairs);
            ratios.push_back(ours / base);
        }
        std::printf("%-44s %8.3f %8.3f %12.3f\n",
                    objective.text().c_str(),
                    median(plain_times),
                    median(our_times),
                    median(ratios));
    }
    std::vector<double> sorting;
    for (int round = 0; round < rounds; ++round) {
        sorting.push_back(seconds([&] { return rank_all(ranks, data, scratch); }, ignored));
    }
    std::printf("ranking again where nothing has changed: %.2f nanoseconds a document\n",
                1e9 * median(sorting) / static_cast<double>(data.scores.size()));
    return 0;
}
