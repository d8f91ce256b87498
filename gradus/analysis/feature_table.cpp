#include "gradus/analysis/feature_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "gradus/base/counted.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/data/sorted_columns.hpp"
#include "gradus/measures/ties.hpp"

namespace gradus {
namespace {

/// Features between two reports of progress.
constexpr std::size_t features_at_once = 16;

void describe_values(const std::vector<float>& sorted, std::size_t documents, FeatureRow& row) {
    row.missing = documents - sorted.size();
    if (sorted.empty()) return;
    double sum = 0.0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i == 0 || sorted[i] != sorted[i - 1]) ++row.distinct;
        sum += static_cast<double>(sorted[i]);
    }
    const auto count = static_cast<double>(sorted.size());
    row.min = decimal(sorted.front());
    row.max = decimal(sorted.back());
    row.mean = row.distinct == 1 ? row.min : sum / count;
    double squares = 0.0;
    for (const float value : sorted) {
        const double from_mean = static_cast<double>(value) - row.mean;
        squares += from_mean * from_mean;
    }
    row.deviation = std::sqrt(squares / count);
}

/// What a value of one query is worked out in.
struct Workspace {
    struct Present {
        float value;
        std::size_t place;  ///< in the query
    };
    std::vector<Present> present;
    std::vector<std::size_t> missing;
    std::vector<double> ranked;
    std::vector<std::size_t> ends;
};

class Ranker {
  public:
    Ranker(const Dataset& data, const NamedMeasure& measure, std::uint64_t seed, unsigned threads)
        : data_(data), measure_(*measure.measure), seed_(seed), grades_(data.documents()) {
        const LabelColumn& labels = data.label(measure.labels);
        for (std::size_t i = 0; i < grades_.size(); ++i) {
            const float grade = labels.values[i];
            grades_[i] = std::isnan(grade) ? 0.0 : static_cast<double>(grade);
            highest_ = std::max(highest_, grades_[i]);
        }
        ideals_ = grades_;
        any_order_.resize(data.queries());
        parallel_for(data.queries(), 64, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t query = begin; query < end; ++query) {
                const std::span<double> ideal = part(std::span(ideals_), query);
                std::ranges::sort(ideal, std::greater());
                const std::vector<std::size_t> one_group(ideal.empty() ? 0 : 1, ideal.size());
                any_order_[query] =
                    over_ties(query, part(std::span<const double>(grades_), query), one_group);
            }
        });
    }

    const std::vector<double>& any_order() const { return any_order_; }

    /// Means over all queries; `column` has the feature's values by document.
    void rank(std::span<const float> column, FeatureRow& row) const {
        Workspace work;
        double high = 0.0;
        double low = 0.0;
        for (std::size_t query = 0; query < data_.queries(); ++query) {
            if (std::isnan(any_order_[query])) continue;  // no order has a value
            const std::span<const float> values = part(column, query);
            if (is_constant(values)) {
                high += any_order_[query];
                low += any_order_[query];
                continue;
            }
            sort(values, work);
            high += counted_value(value(query, true, work));
            low += counted_value(value(query, false, work));
        }
        row.high_first = high / static_cast<double>(data_.queries());
        row.low_first = low / static_cast<double>(data_.queries());
    }

    static double counted_value(double value) { return std::isnan(value) ? 0.0 : value; }

  private:
    template <class Value>
    std::span<Value> part(std::span<Value> all, std::size_t query) const {
        return all.subspan(data_.query_begins[query], data_.query_size(query));
    }

    static bool is_constant(std::span<const float> values) {
        return std::ranges::all_of(values, [&](float value) {
            return value == values.front() || (std::isnan(value) && std::isnan(values.front()));
        });
    }

    static void sort(std::span<const float> values, Workspace& work) {
        work.present.clear();
        work.missing.clear();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::isnan(values[i])) {
                work.missing.push_back(i);
            } else {
                work.present.push_back({values[i], i});
            }
        }
        std::ranges::sort(work.present, [](const auto& a, const auto& b) {
            return a.value != b.value ? a.value < b.value : a.place < b.place;
        });
    }

    double value(std::size_t query, bool high_first, Workspace& work) const {
        const std::span<const double> grades = part(std::span<const double>(grades_), query);
        work.ranked.clear();
        work.ends.clear();
        const std::size_t count = work.present.size();
        for (std::size_t rank = 0; rank < count; ++rank) {
            const Workspace::Present& one = work.present[high_first ? count - 1 - rank : rank];
            const bool new_group =
                rank > 0 && one.value != work.present[high_first ? count - rank : rank - 1].value;
            if (new_group) work.ends.push_back(rank);
            work.ranked.push_back(grades[one.place]);
        }
        if (count > 0) work.ends.push_back(count);
        for (const std::size_t place : work.missing) work.ranked.push_back(grades[place]);
        if (!work.missing.empty()) work.ends.push_back(work.ranked.size());
        return over_ties(query, work.ranked, work.ends);
    }

    double over_ties(std::size_t query,
                     std::span<const double> ranked,
                     const std::vector<std::size_t>& ends) const {
        const RankedList list{.grades = ranked,
                              .ideal = part(std::span<const double>(ideals_), query),
                              .highest = highest_};
        if (const auto known = measure_.expected_over_ties(list, ends)) return *known;
        return value_over_ties(measure_, list, ends, seed_, query).mean;
    }

    const Dataset& data_;
    const Measure& measure_;
    std::uint64_t seed_;
    std::vector<double> grades_;  ///< by document
    std::vector<double> ideals_;  ///< of each query, highest first
    std::vector<double> any_order_;
    double highest_ = 0.0;
};

}  // namespace

FeatureTable feature_table(const Dataset& data,
                           const NamedMeasure& measure,
                           const FeatureTableOptions& options) {
    const Ranker ranker(data, measure, options.seed, options.threads);
    FeatureTable table{.rows = std::vector<FeatureRow>(data.features.columns())};
    for (const double value : ranker.any_order()) {
        if (std::isnan(value)) ++table.undefined;
        table.any_order += Ranker::counted_value(value) / static_cast<double>(data.queries());
    }
    ProgressState state{
        .task = "ranking by each feature", .total = table.rows.size(), .unit = "features"};
    options.progress.update(state);  // starts the clock
    for (std::size_t first = 0; first < table.rows.size(); first += features_at_once) {
        const std::size_t count = std::min(features_at_once, table.rows.size() - first);
        parallel_for(count, 1, options.threads, [&](std::size_t i, std::size_t) {
            FeatureRow& row = table.rows[first + i];
            describe_values(sorted_column(data.features, first + i), data.documents(), row);
            std::vector<float> column(data.documents());
            for (std::size_t document = 0; document < column.size(); ++document)
                column[document] = data.features.row(document)[first + i];
            ranker.rank(column, row);
        });
        state.done = first + count;
        options.progress.update(state);
    }
    options.progress.finish(state, human_counted(table.rows.size(), "feature"));
    return table;
}

}  // namespace gradus
