// Five-fold cross-validation in memory: each query is tested once, by a model that never saw it.

#include <cstdio>
#include <exception>

#include "gradus/gradus.hpp"

int main() try {
    const gradus::Dataset data =
        gradus::synth_dataset({.queries = 100, .documents = 20, .features = 10});
    const auto learner = gradus::learner_named("lambdamart").make({{"leaves", 7}, {"trees", 60}});
    const gradus::NamedMeasure measure = gradus::named_measure("NDCG@10");

    // Parts of equal size, by query; fold i trains on three, validates on one, tests on one.
    const auto parts = gradus::equal_parts(data.queries(), 5, gradus::QueryOrder::shuffled, 1);
    double sum = 0.0;
    std::size_t number = 0;
    for (const gradus::Fold& fold : gradus::rotate_parts(parts, true)) {
        const gradus::Dataset train = gradus::select_queries(data, fold.train);
        const gradus::Dataset valid = gradus::select_queries(data, fold.vali);
        const gradus::Dataset test = gradus::select_queries(data, fold.test);
        const auto model = learner->fit(
            train, {.targets = {&measure, 1}, .valid = &valid, .seed = 1, .threads = 2});
        const auto scores = gradus::score_all(*model, test, "the test part", 2);
        const double value = gradus::Evaluator(test, {measure}, 2).means(scores).front();
        std::printf("fold %zu: NDCG@10 %.4f\n", ++number, value);
        sum += value * static_cast<double>(test.queries());
    }
    std::printf("all folds: NDCG@10 %.4f\n", sum / static_cast<double>(data.queries()));
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
