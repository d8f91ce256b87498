#include "gradus/evaluation/evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/evaluation/judged_run.hpp"
#include "gradus/evaluation/profiled_measure.hpp"

namespace gradus {
namespace {

constexpr std::size_t queries_at_once = 16;

void refuse_labels(std::span<const NamedMeasure> measures) {
    for (const NamedMeasure& measure : measures) {
        if (measure.labels == NamedMeasure{}.labels) continue;
        throw Error(Where::typed(fmt::format("measure '{}'", measure.text)),
                    fmt::format("judgments have no label column {}", measure.labels),
                    "measure graded data, which may have label columns",
                    Topic::graded_data);
    }
}

/// One query's ranking as the measures of a label column see it.
class RankedGrades {
  public:
    RankedList list(const GradedLabels& labels,
                    std::size_t query,
                    std::span<const std::uint32_t> order) {
        const std::span<const float> grades = labels.of(query);
        grades_.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            grades_[i] = GradedLabels::value(grades[order[i]]);
        judged_.resize(labels.all_judged() ? 0 : order.size());
        for (std::size_t i = 0; i < judged_.size(); ++i)
            judged_[i] = static_cast<unsigned char>(labels.is_judged(grades[order[i]]));
        return {.grades = grades_,
                .ideal = labels.ideals()->of(query),
                .highest = labels.highest(),
                .judged = judged_};
    }

  private:
    std::vector<double> grades_;
    std::vector<unsigned char> judged_;
};

}  // namespace

Evaluator::Evaluator(const Dataset& data,
                     std::vector<NamedMeasure> measures,
                     unsigned threads,
                     const Profile& profile)
    : data_(data), measures_(std::move(measures)), profile_(profile), threads_(threads) {
    for (std::size_t m = 0; m < measures_.size(); ++m) {
        const std::string& labels = measures_[m].labels;
        auto column = std::ranges::find_if(columns_, [&](const Labels& known) {
            return measures_[known.measures.front()].labels == labels;
        });
        if (column == columns_.end()) {
            columns_.push_back({{data, data.label(labels), profile_, threads}, {}});
            column = columns_.end() - 1;
        }
        column->measures.push_back(m);
    }
    check_grades(measures_, data, "the data");
}

std::vector<QueryValues> Evaluator::values(std::span<const float> scores) const {
    std::vector<QueryValues> result(measures_.size());
    for (QueryValues& each : result) each.values.resize(data_.queries());
    parallel_for(
        data_.queries(), queries_at_once, threads_, [&](std::size_t first, std::size_t last) {
            std::vector<std::uint32_t> order;
            RankedGrades ranked;
            for (std::size_t query = first; query < last; ++query) {
                const auto own = scores.subspan(data_.query_begins[query], data_.query_size(query));
                rank_documents(data_, query, own, profile_.data_ties, order);
                for (const Labels& column : columns_) {
                    const RankedList list = ranked.list(column.labels, query, order);
                    for (const std::size_t m : column.measures)
                        result[m].values[query] = measures_[m].measure->score(list);
                }
            }
        });
    for (QueryValues& each : result) {
        each.mean = mean_of(each.values, profile_);
        each.undefined = static_cast<std::size_t>(
            std::ranges::count_if(each.values, [](double value) { return std::isnan(value); }));
    }
    return result;
}

std::vector<double> Evaluator::means(std::span<const float> scores) const {
    std::vector<double> result;
    for (const QueryValues& each : values(scores)) result.push_back(each.mean);
    return result;
}

Evaluation Evaluator::evaluate(std::span<const double> scores, const TieRule& ties) const {
    std::vector<JudgedRun> runs(columns_.size());
    std::vector<const JudgedRun*> by_measure(measures_.size());
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        runs[column] = judge(columns_[column].labels, scores, profile_, threads_);
        for (const std::size_t m : columns_[column].measures) by_measure[m] = &runs[column];
    }
    return measure_runs(by_measure, measures_, profile_, threads_, ties);
}

RunEvaluator::RunEvaluator(const Judgments& judgments,
                           std::string name,
                           std::vector<NamedMeasure> measures,
                           unsigned threads,
                           const Profile& profile)
    : measures_(std::move(measures)),
      profile_(profile),
      threads_(threads),
      index_(judgments, std::move(name), profile, threads) {
    refuse_labels(measures_);
}

Evaluation RunEvaluator::evaluate(const Run& run,
                                  const std::string& name,
                                  const TieRule& ties) const {
    const JudgedRun judged = judge(run, name, index_, profile_, threads_);
    const std::vector<const JudgedRun*> by_measure(measures_.size(), &judged);
    return measure_runs(by_measure, measures_, profile_, threads_, ties);
}

}  // namespace gradus
