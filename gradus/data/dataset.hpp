#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/column.hpp"
#include "gradus/data/feature_matrix.hpp"
#include "gradus/data/gaps.hpp"
#include "gradus/data/string_column.hpp"

namespace gradus {

/// A named column of grades, a value for each document; NaN = missing.
struct LabelColumn {
    std::string name;
    Column<float> values;
};

/// Documents in query order, with their features and labels. Everything that is "optional" is empty
/// where the data has none of it. A document is known by its place in the file, a query by its
/// place among the queries.
struct Dataset {
    FeatureMatrix features;
    std::vector<LabelColumn> labels;   ///< the first is "grade"
    Column<std::size_t> query_begins;  ///< first document of each query, then how many documents
    StringColumn query_ids;
    StringColumn document_ids;  ///< optional; "" = this document has none
    StringColumn comments;      ///< optional; the text behind '#' in LETOR lines, as it stood there
    Column<float> weights;      ///< optional; by document
    Column<std::uint32_t> positions;         ///< optional; rank when shown, from 1; 0 = unknown
    std::vector<std::string> feature_names;  ///< optional; else features are called 1, 2, ...
    std::optional<Gaps> gaps{};  ///< what was filled in where a line left out a feature; nothing
                                 ///< for data that has every value

    std::size_t documents() const { return features.rows(); }
    std::size_t queries() const { return query_ids.size(); }
    std::size_t query_size(std::size_t query) const {
        return query_begins[query + 1] - query_begins[query];
    }
    /// The values of a label column that belong to one query.
    std::span<const float> labels_of(const LabelColumn& column, std::size_t query) const {
        return std::span<const float>(column.values)
            .subspan(query_begins[query], query_size(query));
    }
    std::span<const float> grades() const { return labels.front().values; }
    /// The column of that name; Error names the columns there are.
    const LabelColumn& label(std::string_view name) const;
    /// The id of a document, or its index within its query (from 0) where it has none.
    std::string document_name(std::size_t query, std::size_t document) const;
    std::string feature_name(std::size_t feature) const;
};

/// The documents of the chosen queries, in the order chosen.
Dataset select_queries(const Dataset& data, std::span<const std::size_t> queries);

/// "3 documents, 2 features, 1 query": how large data is, in words.
std::string shape_text(std::size_t documents, std::size_t features, std::size_t queries);
std::string shape_text(const Dataset& data);

/// Equal in every part; NaN equals NaN.
bool same_content(const Dataset& a, const Dataset& b);

}  // namespace gradus
