#include "gradus/learners/training/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus {
namespace {

/// Each measure once, however often and in whatever spelling it was asked for.
void add_values(TrainingOutcome::Values& values,
                const Dataset& data,
                std::span<const float> scores,
                std::initializer_list<std::span<const NamedMeasure>> lists,
                unsigned threads) {
    std::vector<NamedMeasure> measures;
    for (const std::span<const NamedMeasure> targets : lists)
        for (const NamedMeasure& target : targets)
            if (std::ranges::find(measures, target.text, &NamedMeasure::text) == measures.end())
                measures.push_back(target);
    const std::vector<double> means = Evaluator(data, measures, threads).means(scores);
    for (std::size_t m = 0; m < measures.size(); ++m) {
        // Rounded: the order of queries must not change the model file.
        values.emplace_back(measures[m].typed, std::round(means[m] * 1e6) / 1e6);
    }
}

bool grades_differ(const Dataset& data, std::span<const float> grades) {
    const auto grade = [&](std::size_t document) {
        return std::isnan(grades[document]) ? 0.0F : grades[document];
    };
    for (std::size_t query = 0; query < data.queries(); ++query)
        for (std::size_t i = data.query_begins[query] + 1; i < data.query_begins[query + 1]; ++i)
            if (grade(i) != grade(i - 1)) return true;
    return false;
}

}  // namespace

void measure_outcome(TrainingOutcome& outcome,
                     const Model& model,
                     const Dataset& train,
                     const FitContext& context,
                     std::span<const NamedMeasure> chosen_by) {
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

void refuse_nothing_learned(const std::string& why, const std::string& remedy, Topic topic) {
    throw Error({"training data"}, "nothing was learned: " + why, remedy, topic);
}

void check_tells_documents_apart(const Model& model,
                                 const Dataset& train,
                                 const FitContext& context) {
    if (context.start != nullptr || model.notes().outcome.stopped == stopped_early) return;
    const std::vector<float> scores = score_all(model, train, "training data", context.threads);
    for (std::size_t query = 0; query < train.queries(); ++query)
        for (std::size_t i = train.query_begins[query] + 1; i < train.query_begins[query + 1]; ++i)
            if (scores[i] != scores[i - 1]) return;
    refuse_nothing_learned("the model gives all documents of each query the same score",
                           "give data with features that differ within queries");
}

void refuse_no_order() {
    throw Error({"training data"},
                "no query has documents whose order could be learned",
                "give data with different grades within queries");
}

void check_grades_differ(const Dataset& train, const std::vector<std::string>& columns) {
    const auto differ = [&](const std::string& column) {
        return grades_differ(train, train.label(column).values);
    };
    if (!columns.empty() && std::ranges::none_of(columns, differ)) refuse_no_order();
}

void check_measure_can_learn(const Dataset& train, const NamedMeasure& target) {
    const auto& grades = train.label(target.labels).values;
    std::vector<float> scores(grades.size());
    const Evaluator evaluator(train, {target}, 1);
    const auto values_of = [&](double sign) {
        for (std::size_t i = 0; i < grades.size(); ++i)
            scores[i] = std::isnan(grades[i]) ? 0.0F : static_cast<float>(sign) * grades[i];
        return evaluator.values(scores).front().values;
    };
    const std::vector<double> best = values_of(1.0);
    const std::vector<double> worst = values_of(-1.0);
    for (std::size_t query = 0; query < best.size(); ++query)
        if (best[query] != worst[query] && !(std::isnan(best[query]) && std::isnan(worst[query])))
            return;
    refuse_nothing_learned(
        fmt::format("{} is the same for the best and the worst order of every query", target.text),
        "train for another measure with `for`, or give data with different grades within queries");
}

}  // namespace gradus
