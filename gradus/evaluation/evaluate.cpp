#include "gradus/evaluation/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gradus/base/parallel.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {
namespace {

double judged(float grade) {
    return std::isnan(grade) ? 0.0 : static_cast<double>(grade);
}

}  // namespace

QueryValues evaluate(const Dataset& data,
                     const LabelColumn& labels,
                     std::span<const float> scores,
                     const Measure& measure,
                     unsigned threads) {
    QueryValues result;
    result.values.resize(data.queries());
    parallel_for(data.queries(), 16, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> order;
        std::vector<double> ranked;
        std::vector<double> ideal;
        for (std::size_t query = begin; query < end; ++query) {
            const std::span<const float> grades = data.labels_of(labels, query);
            rank_by_score(scores.subspan(data.query_begins[query], grades.size()), order);
            ranked.resize(grades.size());
            std::ranges::transform(
                order, ranked.begin(), [&](std::uint32_t i) { return judged(grades[i]); });
            ideal = ranked;
            std::ranges::sort(ideal, std::greater());
            result.values[query] = measure.score({ranked, ideal});
        }
    });
    double sum = 0.0;
    for (const double value : result.values) {
        if (std::isnan(value)) {
            ++result.undefined;
        } else {
            sum += value;
        }
    }
    if (!result.values.empty()) result.mean = sum / static_cast<double>(result.values.size());
    return result;
}

}  // namespace gradus
