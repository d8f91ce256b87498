#include "gradus/data/dataset.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"

namespace gradus {
namespace {

bool same_floats(std::span<const float> a, std::span<const float> b) {
    return std::ranges::equal(
        a, b, [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

bool same_labels(const LabelColumn& a, const LabelColumn& b) {
    return a.name == b.name && same_floats(a.values, b.values);
}

}  // namespace

const LabelColumn& Dataset::label(std::string_view name) const {
    for (const LabelColumn& column : labels) {
        if (column.name == name) return column;
    }
    std::vector<std::string> known;
    known.reserve(labels.size());
    for (const LabelColumn& column : labels) known.push_back(column.name);
    throw Error(
        {}, fmt::format("there is no label column '{}'", excerpt(name)), name_remedy(name, known));
}

std::string Dataset::document_name(std::size_t query, std::size_t document) const {
    if (document < document_ids.size() && !document_ids[document].empty())
        return std::string(document_ids[document]);
    return std::to_string(document - query_begins[query]);
}

std::string Dataset::feature_name(std::size_t feature) const {
    return feature < feature_names.size() ? feature_names[feature] : std::to_string(feature + 1);
}

Dataset select_queries(const Dataset& data, std::span<const std::size_t> queries) {
    Dataset chosen;
    std::size_t documents = 0;
    for (const std::size_t query : queries) documents += data.query_size(query);
    chosen.features = FeatureMatrix(documents, data.features.columns());
    chosen.feature_names = data.feature_names;
    chosen.gaps = data.gaps;
    for (const LabelColumn& column : data.labels) chosen.labels.push_back({column.name, {}});
    chosen.query_begins.push_back(0);
    std::size_t next = 0;
    for (const std::size_t query : queries) {
        const std::size_t begin = data.query_begins[query];
        const std::size_t end = data.query_begins[query + 1];
        for (std::size_t i = begin; i < end; ++i, ++next) {
            std::ranges::copy(data.features.row(i), chosen.features.mutable_row(next).begin());
            if (!data.document_ids.empty()) chosen.document_ids.push_back(data.document_ids[i]);
            if (!data.comments.empty()) chosen.comments.push_back(data.comments[i]);
            if (!data.weights.empty()) chosen.weights.push_back(data.weights[i]);
            if (!data.positions.empty()) chosen.positions.push_back(data.positions[i]);
        }
        for (std::size_t c = 0; c < data.labels.size(); ++c) {
            chosen.labels[c].values.append(data.labels_of(data.labels[c], query));
        }
        chosen.query_begins.push_back(next);
        chosen.query_ids.push_back(data.query_ids[query]);
    }
    return chosen;
}

std::string shape_text(std::size_t documents, std::size_t features, std::size_t queries) {
    return fmt::format("{}, {}, {}",
                       human_counted(documents, "document"),
                       human_counted(features, "feature"),
                       human_counted(queries, "query"));
}

std::string shape_text(const Dataset& data) {
    return shape_text(data.documents(), data.features.columns(), data.queries());
}

bool same_content(const Dataset& a, const Dataset& b) {
    if (a.documents() != b.documents() || a.features.columns() != b.features.columns())
        return false;
    for (std::size_t i = 0; i < a.documents(); ++i) {
        if (!same_floats(a.features.row(i), b.features.row(i))) return false;
    }
    return std::ranges::equal(a.labels, b.labels, same_labels) &&
           a.query_begins == b.query_begins && a.query_ids == b.query_ids &&
           a.document_ids == b.document_ids && a.comments == b.comments &&
           same_floats(a.weights, b.weights) && a.positions == b.positions &&
           a.feature_names == b.feature_names;
}

}  // namespace gradus
