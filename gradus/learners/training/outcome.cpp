#include "gradus/learners/training/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/evaluation/evaluate.hpp"

namespace gradus {
namespace {

double value_of(const Dataset& data,
                std::span<const float> scores,
                const Target& target,
                unsigned threads) {
    const double value =
        evaluate(data, data.label(target.labels), scores, *target.measure, threads).mean;
    return std::round(value * 1e6) / 1e6;  // the order of queries must not change the model file
}

/// Each measure once, however often and in whatever spelling it was asked for.
void add_values(TrainingOutcome::Values& values,
                const Dataset& data,
                std::span<const float> scores,
                std::initializer_list<std::span<const Target>> lists,
                unsigned threads) {
    std::vector<std::string_view> known;
    for (const std::span<const Target> targets : lists) {
        for (const Target& target : targets) {
            if (std::ranges::find(known, target.text) != known.end()) continue;
            known.push_back(target.text);
            values.emplace_back(target.typed, value_of(data, scores, target, threads));
        }
    }
}

}  // namespace

void measure_outcome(TrainingOutcome& outcome,
                     const Model& model,
                     const Dataset& train,
                     const FitContext& context,
                     std::span<const Target> chosen_by) {
    const std::vector<float> scores = score_all(model, train, "training data", context.threads);
    add_values(outcome.training, train, scores, {context.targets}, context.threads);
    if (context.valid == nullptr) return;
    const std::vector<float> fresh =
        score_all(model, *context.valid, "validation data", context.threads);
    add_values(
        outcome.validation, *context.valid, fresh, {chosen_by, context.targets}, context.threads);
}

std::string kept_text(std::size_t kept, std::size_t made, const std::string& unit) {
    return fmt::format("{} of {}", kept, counted(made, unit));
}

void refuse_nothing_learned(const std::string& why, const std::string& remedy) {
    throw Error({"training data"}, "nothing was learned: " + why, remedy);
}

void refuse_no_order() {
    throw Error({"training data"},
                "no query has documents whose order could be learned",
                "give data with different grades within queries");
}

void check_grades_differ(const Dataset& train, const std::string& labels) {
    const auto& grades = train.label(labels).values;
    const auto grade = [&](std::size_t document) {
        return std::isnan(grades[document]) ? 0.0F : grades[document];
    };
    for (std::size_t query = 0; query < train.queries(); ++query)
        for (std::size_t i = train.query_begins[query] + 1; i < train.query_begins[query + 1]; ++i)
            if (grade(i) != grade(i - 1)) return;
    refuse_no_order();
}

void check_measure_can_learn(const Dataset& train, const Target& target) {
    const auto& grades = train.label(target.labels).values;
    std::vector<float> scores(grades.size());
    const auto values_of = [&](double sign) {
        for (std::size_t i = 0; i < grades.size(); ++i)
            scores[i] = std::isnan(grades[i]) ? 0.0F : static_cast<float>(sign) * grades[i];
        return evaluate(train, train.label(target.labels), scores, *target.measure, 1).values;
    };
    const std::vector<double> best = values_of(1.0);
    const std::vector<double> worst = values_of(-1.0);
    for (std::size_t query = 0; query < best.size(); ++query)
        if (best[query] != worst[query] && !(std::isnan(best[query]) && std::isnan(worst[query])))
            return;
    refuse_nothing_learned(
        fmt::format("{} is the same for the best and the worst order of every query", target.text),
        "train for another measure with --for, or give data with different grades within queries");
}

}  // namespace gradus
