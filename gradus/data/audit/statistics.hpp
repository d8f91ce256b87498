#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gradus/data/audit/label_leak.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// Where the values of a column lie. Quartiles interpolate between neighbours (Hyndman & Fan 1996,
/// definition 7). All 0 where there is no value.
struct Spread {
    double min = 0.0;
    double lower_quartile = 0.0;
    double median = 0.0;
    double upper_quartile = 0.0;
    double max = 0.0;
    double mean = 0.0;
};

Spread spread_of(std::vector<double> values);

struct LabelStatistics {
    /// A column with more values than this has a spread instead of a histogram.
    static constexpr std::size_t most_values = 32;

    std::string name;
    std::size_t missing = 0;
    std::size_t values = 0;                                  ///< different ones
    std::vector<std::pair<float, std::size_t>> histogram{};  ///< rising; empty: too many values
    Spread spread{};                                         ///< of the values that are there
};

/// Documents of one query that are the same by some rule, in file order.
struct RepeatedDocuments {
    std::size_t query = 0;
    std::vector<std::size_t> documents;
};

/// What there is to know of a data set before training on it. Features, queries and documents are
/// listed by index, rising.
struct Statistics {
    std::size_t queries = 0;
    std::size_t documents = 0;
    std::size_t features = 0;
    Spread query_sizes{};
    std::vector<LabelStatistics> labels{};  ///< as in the data

    std::vector<std::size_t> constant_features{};  ///< one value, never missing
    std::vector<std::size_t> empty_features{};     ///< always missing
    std::vector<std::pair<std::size_t, std::size_t>>
        missing_values{};  ///< features that are missing somewhere but not always; how often
    std::vector<std::vector<std::size_t>>
        equal_features{};  ///< groups of equal columns that are neither constant nor empty
    std::vector<LabelLeak> label_leaks{};  ///< by label column, then feature

    std::vector<std::size_t> one_grade_queries{};
    std::vector<std::size_t> irrelevant_queries{};  ///< without a document of grade > 0
    std::vector<std::size_t> one_document_queries{};
    std::vector<RepeatedDocuments> repeated_ids{};
    std::vector<RepeatedDocuments> repeated_rows{};  ///< the same features
};

/// The same for any number of threads.
Statistics statistics_of(const Dataset& data, unsigned threads);

}  // namespace gradus
