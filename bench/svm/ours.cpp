// How long support vector machines train. See `run` for what each table holds.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/data/generators/synth.hpp"
#include "gradus/learners/svm/problem/feature_space.hpp"
#include "gradus/learners/svm/problem/objective_risk.hpp"
#include "gradus/objectives/pair_hinge.hpp"
#include "gradus/objectives/structural.hpp"

namespace {

using namespace gradus;

constexpr double epsilon = 1e-3;
constexpr double most_seconds = 60.0;  // for one training with a slack for each query

double seconds_of(const std::function<void()>& work) {
    const auto started = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

/// The least of several, as long as that takes no more than a second.
double least_seconds_of(const std::function<void()>& work) {
    double least = seconds_of(work);
    for (double sum = least; sum < 1.0;) {
        const double again = seconds_of(work);
        least = std::min(least, again);
        sum += again;
    }
    return least;
}

std::unique_ptr<const Objective> objective_of(const std::string& name) {
    if (name == "ranksvm") return std::make_unique<PairHinge>();
    return std::make_unique<Structural>(named_measure(name));
}

/// Data, objective and features of one training; C as `gradus train` takes it.
struct Problem {
    Problem(const Dataset& given, const std::string& name, const svm::FeatureParams& params)
        : data(given),
          objective(objective_of(name)),
          bound(objective->bind(data, 1)),
          features(svm::make_feature_space(data, params, 1)->map(data, 1)),
          risk(data, *bound, *features, 1.0, 1) {
        std::vector<double> zeros(risk.dimensions());
        std::vector<double> gradient(risk.dimensions());
        const double unit =
            name == "ranksvm" ? risk.at(zeros, gradient) : static_cast<double>(risk.queries());
        risk.set_scale(1.0 / unit);
        scale = name == "ranksvm" ? unit : 1.0;
    }

    const Dataset& data;
    std::unique_ptr<const Objective> objective;
    std::unique_ptr<const BoundObjective> bound;
    std::unique_ptr<const svm::FeatureMap> features;
    svm::ObjectiveRisk risk;
    double scale = 1.0;
};

void print_growth(std::size_t most_documents) {
    std::printf("growth: seconds to a gap of C times %g, 100 documents a query, 46 features\n",
                epsilon);
    std::printf("%-9s%10s%12s%10s%10s%14s%16s%10s\n",
                "for",
                "C",
                "documents",
                "seconds",
                "touches",
                "us/document",
                "slack a query",
                "ratio");
    for (const auto& [name, cost] : std::vector<std::pair<std::string, double>>{
             {"AP", 10.0}, {"AP", 1000.0}, {"AUC", 10.0}, {"AUC", 1000.0}, {"ranksvm", 10.0}}) {
        bool n_slack_is_too_slow = name == "ranksvm";
        for (const std::size_t documents : {1000U, 3000U, 10'000U, 30'000U, 100'000U, 300'000U}) {
            if (documents > most_documents) break;
            const Dataset data = synth_dataset(
                {.queries = documents / 100, .documents = 100, .features = 46, .seed = 1});
            Problem problem(data, name, {});
            const double whole = cost;  // clang 14 captures no structured bindings
            svm::CuttingPlaneState state;
            const double ours = seconds_of([&] {
                svm::CuttingPlane solver(problem.risk);
                solver.solve({.cost = whole, .epsilon = epsilon});
                state = solver.state();
            });
            std::printf("%-9s%10g%12zu%10.3f%10zu%14.2f",
                        name.c_str(),
                        cost / problem.scale,
                        data.documents(),
                        ours,
                        state.touches,
                        1e6 * ours / static_cast<double>(data.documents()));
            if (n_slack_is_too_slow) {
                std::printf("%16s%10s\n", "-", "-");
                continue;
            }
            svm::QueryRisks each(data, *problem.bound, *problem.features);
            svm::NSlack plain(each);
            const double theirs =
                seconds_of([&] { plain.solve({.cost = whole, .epsilon = epsilon}); });
            std::printf("%16.3f%10.4f\n", theirs, ours / theirs);
            n_slack_is_too_slow = theirs > most_seconds / 10.0;
            const double apart =
                std::abs(plain.state().objective - state.objective) / (cost * epsilon);
            if (apart > 1.1) {
                std::fprintf(stderr, "the two ways disagree by %g times the gap\n", apart);
                std::exit(1);
            }
        }
    }
}

void print_gradient() {
    std::printf(
        "\ngradient: milliseconds for RankSVM's sum over pairs of one query, five grades\n");
    std::printf("%10s%12s%12s%10s\n", "documents", "sweeps", "pairs", "ratio");
    for (const std::size_t n : {100U, 300U, 1000U, 3000U, 10'000U, 30'000U}) {
        Random random(n, "bench svm");
        Dataset data;
        std::vector<float> grades(n);
        std::vector<double> scores(n);
        for (std::size_t i = 0; i < n; ++i) {
            grades[i] = static_cast<float>(random.below(5));
            scores[i] = random.normal() + 0.3 * static_cast<double>(grades[i]);
        }
        data.features = FeatureMatrix(n, 1);
        data.query_begins.push_back(0);
        data.query_begins.push_back(n);
        data.query_ids.push_back("1");
        data.labels.push_back({"grade", grades});
        const PairHinge hinge;
        const auto bound = hinge.bind(data, 1);
        std::vector<std::uint32_t> order(n);
        rank_by_score(std::span<const double>(scores), order);
        std::vector<double> gradients(n);
        std::vector<double> hessians(n);
        Scratch scratch;
        double value = 0.0;
        const double ours = least_seconds_of([&] {
            scratch.clear();
            value = bound->evaluate(
                {.query = 0, .scores = scores, .order = order}, scratch, gradients, hessians);
        });
        std::vector<double> expected(n);
        double sum = 0.0;
        const double pairs = least_seconds_of([&] {
            sum = 0.0;
            std::ranges::fill(expected, 0.0);
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    const double lack = 1.0 - (scores[i] - scores[j]);
                    if (grades[i] <= grades[j] || lack <= 0.0) continue;
                    sum += lack;
                    expected[i] -= 1.0;
                    expected[j] += 1.0;
                }
            }
        });
        if (gradients != expected || std::abs(value - sum) > 1e-9 * sum) {
            std::fprintf(stderr, "the two ways disagree: %.17g and %.17g\n", value, sum);
            std::exit(1);
        }
        std::printf("%10zu%12.4f%12.4f%10.4f\n", n, 1e3 * ours, 1e3 * pairs, ours / pairs);
    }
}

/// Queries whose documents were found by several functions of differing worth, a tenth of them
/// relevant; a function does not return every document.
Dataset trec_like() {
    constexpr std::size_t queries = 50;
    constexpr std::size_t size = 1000;
    constexpr std::size_t functions = 15;
    Random random(1, "bench svm trec");
    Dataset data;
    data.features = FeatureMatrix(queries * size, functions);
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t i = 0; i < size; ++i) {
            const double relevant = random.chance(0.1) ? 1.0 : 0.0;
            const double shared = random.normal();
            const auto row = data.features.mutable_row(query * size + i);
            for (std::size_t f = 0; f < functions; ++f) {
                const double worth = 0.1 * static_cast<double>(f);
                const double score = worth * relevant + 0.7 * shared + random.normal();
                row[f] = score < -0.8 ? std::nanf("") : static_cast<float>(score);
            }
            data.labels[0].values.push_back(static_cast<float>(relevant));
        }
        data.query_begins.push_back((query + 1) * size);
        data.query_ids.push_back(std::to_string(query + 1));
    }
    return data;
}

void print_bits() {
    const Dataset data = trec_like();
    const svm::FeatureParams bits{.features = svm::FeatureKind::bits};
    std::printf("\nbits: 50 queries of 1000 documents, 15 functions\n");
    std::printf("%-9s%8s%10s%10s%10s%14s%14s%10s\n",
                "for",
                "C",
                "features",
                "seconds",
                "touches",
                "ms/touch",
                "columns",
                "ratio");
    const Dataset columns = to_indicators(data, choose_thresholds(data, {.count = 50}), "bench", 1);
    for (const std::string name : {"AP", "AUC"}) {
        Problem problem(data, name, bits);
        std::vector<double> weights(problem.risk.dimensions());
        std::vector<double> gradient(problem.risk.dimensions());
        const std::vector<FeatureScale> plain(columns.features.columns());
        const svm::DenseFeatures dense(columns, plain, 1);
        svm::ObjectiveRisk written_out(
            data, *problem.bound, dense, 1.0 / static_cast<double>(problem.risk.queries()), 1);
        for (const double cost : {1.0, 100.0, 10'000.0}) {
            svm::CuttingPlaneState state;
            const double ours = seconds_of([&] {
                svm::CuttingPlane solver(problem.risk);
                const auto best = solver.solve({.cost = cost, .epsilon = epsilon});
                std::ranges::copy(best, weights.begin());
                state = solver.state();
            });
            const double touch = least_seconds_of([&] { problem.risk.at(weights, gradient); });
            const double wide = least_seconds_of([&] { written_out.at(weights, gradient); });
            std::printf("%-9s%8g%10zu%10.3f%10zu%14.3f%14.3f%10.4f\n",
                        name.c_str(),
                        cost,
                        problem.risk.dimensions(),
                        ours,
                        state.touches,
                        1e3 * touch,
                        1e3 * wide,
                        touch / wide);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const long most = argc > 1 ? std::atol(argv[1]) : 300'000;
    if (most < 1) {
        std::fprintf(stderr, "usage: gradus_bench_svm [MOST_DOCUMENTS]\n");
        return 2;
    }
    print_growth(static_cast<std::size_t>(most));
    print_gradient();
    print_bits();
    return 0;
}
