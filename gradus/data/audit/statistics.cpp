#include "gradus/data/audit/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>

#include "gradus/base/checksum.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/parallel.hpp"

namespace gradus {
namespace {

/// So many features are gathered from the rows at once: a cache line holds sixteen floats.
constexpr std::size_t features_at_once = 16;
constexpr std::size_t queries_at_once = 64;

/// -0 is 0, and every missing value has the same bits.
float normal_form(float value) {
    return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value + 0.0F;
}

bool same_value(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

LabelStatistics statistics_of_labels(const LabelColumn& column) {
    LabelStatistics result{.name = column.name};
    std::vector<double> values;
    std::map<float, std::size_t> histogram;
    for (const float value : column.values) {
        if (std::isnan(value)) {
            ++result.missing;
        } else {
            values.push_back(decimal(value));
        }
    }
    std::ranges::sort(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i == 0 || values[i] != values[i - 1]) ++result.values;
    }
    if (result.values <= LabelStatistics::most_values) {
        for (const double value : values) ++histogram[static_cast<float>(value)];
        result.histogram.assign(histogram.begin(), histogram.end());
    }
    result.spread = spread_of(std::move(values));
    return result;
}

struct FeatureFacts {
    std::size_t missing = 0;
    bool constant = true;
    std::uint64_t checksum = 0;
    std::vector<LabelLeak> label_leaks{};
};

FeatureFacts facts_of(std::size_t feature,
                      std::span<const float> column,
                      const std::vector<LabelLeakRule>& rules) {
    FeatureFacts facts;
    for (const float value : column) {
        if (std::isnan(value)) ++facts.missing;
        if (!same_value(value, column.front())) facts.constant = false;
    }
    if (facts.constant) return facts;
    facts.checksum = checksum(column.data(), column.size_bytes());
    for (const LabelLeakRule& rule : rules) {
        if (auto found = rule.test(feature, column)) facts.label_leaks.push_back(*found);
    }
    return facts;
}

std::vector<FeatureFacts> facts_of_features(const Dataset& data, unsigned threads) {
    std::vector<LabelLeakRule> rules;
    rules.reserve(data.labels.size());
    for (std::size_t column = 0; column < data.labels.size(); ++column) {
        rules.emplace_back(data, column);
    }
    std::vector<FeatureFacts> facts(data.features.columns());
    const std::size_t rows = data.documents();
    parallel_for(facts.size(), features_at_once, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<float> columns(rows * (end - begin));
        for (std::size_t i = 0; i < rows; ++i) {
            const std::span<const float> row = data.features.row(i);
            for (std::size_t j = begin; j < end; ++j) {
                columns[(j - begin) * rows + i] = normal_form(row[j]);
            }
        }
        for (std::size_t j = begin; j < end; ++j) {
            facts[j] = facts_of(j, std::span(columns).subspan((j - begin) * rows, rows), rules);
        }
    });
    return facts;
}

bool equal_columns(const FeatureMatrix& features, std::size_t a, std::size_t b) {
    for (std::size_t i = 0; i < features.rows(); ++i) {
        const std::span<const float> row = features.row(i);
        if (!same_value(row[a], row[b])) return false;
    }
    return true;
}

/// Groups of equal columns: candidates by checksum, then compared value by value.
std::vector<std::vector<std::size_t>> equal_features(const FeatureMatrix& features,
                                                     const std::vector<FeatureFacts>& facts) {
    std::map<std::uint64_t, std::vector<std::vector<std::size_t>>> by_checksum;
    for (std::size_t j = 0; j < facts.size(); ++j) {
        if (facts[j].constant) continue;
        auto& groups = by_checksum[facts[j].checksum];
        const auto home = std::ranges::find_if(groups, [&](const std::vector<std::size_t>& group) {
            return equal_columns(features, group.front(), j);
        });
        if (home == groups.end()) {
            groups.push_back({j});
        } else {
            home->push_back(j);
        }
    }
    std::vector<std::vector<std::size_t>> result;
    for (auto& [sum, groups] : by_checksum) {
        for (auto& group : groups) {
            if (group.size() > 1) result.push_back(std::move(group));
        }
    }
    std::ranges::sort(result);
    return result;
}

void describe_features(const Dataset& data, unsigned threads, Statistics& result) {
    const std::vector<FeatureFacts> facts = facts_of_features(data, threads);
    for (std::size_t j = 0; j < facts.size(); ++j) {
        if (facts[j].missing == data.documents()) {
            result.empty_features.push_back(j);
        } else if (facts[j].missing > 0) {
            result.missing_values.emplace_back(j, facts[j].missing);
        } else if (facts[j].constant) {
            result.constant_features.push_back(j);
        }
        result.label_leaks.insert(
            result.label_leaks.end(), facts[j].label_leaks.begin(), facts[j].label_leaks.end());
    }
    std::ranges::stable_sort(result.label_leaks, {}, &LabelLeak::column);
    result.equal_features = equal_features(data.features, facts);
}

/// The documents of a query with another of the same key and, beyond that, `same`; groups in the
/// order of their first documents. A key of 0 takes no part.
template <class Key, class Same>
void find_repeated(const Dataset& data,
                   std::size_t query,
                   Key key,
                   Same same,
                   std::vector<RepeatedDocuments>& found) {
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> groups_of_key;
    std::vector<RepeatedDocuments> groups;
    for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
        const std::uint64_t hash = key(i);
        if (hash == 0) continue;
        std::vector<std::size_t>& candidates = groups_of_key[hash];
        const auto home = std::ranges::find_if(candidates, [&](std::size_t group) {
            return same(groups[group].documents.front(), i);
        });
        if (home == candidates.end()) {
            candidates.push_back(groups.size());
            groups.push_back({query, {i}});
        } else {
            groups[*home].documents.push_back(i);
        }
    }
    for (RepeatedDocuments& group : groups) {
        if (group.documents.size() > 1) found.push_back(std::move(group));
    }
}

void find_repeated_ids(const Dataset& data,
                       std::size_t query,
                       std::vector<RepeatedDocuments>& found) {
    if (data.document_ids.empty()) return;
    find_repeated(
        data,
        query,
        [&](std::size_t i) {
            const std::string_view id = data.document_ids[i];
            return id.empty() ? 0 : checksum(id.data(), id.size()) | 1U;
        },
        [&](std::size_t a, std::size_t b) { return data.document_ids[a] == data.document_ids[b]; },
        found);
}

void find_repeated_rows(const Dataset& data,
                        std::size_t query,
                        std::vector<RepeatedDocuments>& found) {
    std::vector<float> row(data.features.columns());
    if (row.empty()) return;
    find_repeated(
        data,
        query,
        [&](std::size_t i) {
            std::ranges::transform(data.features.row(i), row.begin(), normal_form);
            return checksum(row.data(), row.size() * sizeof(float)) | 1U;
        },
        [&](std::size_t a, std::size_t b) {
            return std::ranges::equal(data.features.row(a), data.features.row(b), same_value);
        },
        found);
}

void describe_queries(const Dataset& data, unsigned threads, Statistics& result) {
    struct Part {
        std::vector<RepeatedDocuments> ids;
        std::vector<RepeatedDocuments> rows;
    };
    std::vector<Part> parts((data.queries() + queries_at_once - 1) / queries_at_once);
    parallel_for(data.queries(), queries_at_once, threads, [&](std::size_t begin, std::size_t end) {
        Part& part = parts[begin / queries_at_once];
        for (std::size_t query = begin; query < end; ++query) {
            find_repeated_ids(data, query, part.ids);
            find_repeated_rows(data, query, part.rows);
        }
    });
    for (Part& part : parts) {
        std::ranges::move(part.ids, std::back_inserter(result.repeated_ids));
        std::ranges::move(part.rows, std::back_inserter(result.repeated_rows));
    }
    std::vector<double> sizes;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::span<const float> grades = data.labels_of(data.labels.front(), query);
        sizes.push_back(static_cast<double>(grades.size()));
        const auto differs = [&](float grade) { return !same_value(grade, grades.front()); };
        if (std::ranges::none_of(grades, differs)) result.one_grade_queries.push_back(query);
        if (std::ranges::none_of(grades, [](float grade) { return grade > 0.0F; })) {
            result.irrelevant_queries.push_back(query);
        }
        if (grades.size() == 1) result.one_document_queries.push_back(query);
    }
    result.query_sizes = spread_of(std::move(sizes));
}

}  // namespace

Spread spread_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    const auto quantile = [&](double share) {
        const double place = share * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return values[below] +
               (place - static_cast<double>(below)) * (values[above] - values[below]);
    };
    double sum = 0.0;
    for (const double value : values) sum += value;
    return {.min = values.front(),
            .lower_quartile = quantile(0.25),
            .median = quantile(0.5),
            .upper_quartile = quantile(0.75),
            .max = values.back(),
            .mean = sum / static_cast<double>(values.size())};
}

Statistics statistics_of(const Dataset& data, unsigned threads) {
    Statistics result{.queries = data.queries(),
                      .documents = data.documents(),
                      .features = data.features.columns()};
    for (const LabelColumn& column : data.labels) {
        result.labels.push_back(statistics_of_labels(column));
    }
    describe_features(data, threads, result);
    describe_queries(data, threads, result);
    return result;
}

}  // namespace gradus
