#include "gradus/learners/ascent/search/tie_order.hpp"

#include "gradus/base/scratch.hpp"
#include "gradus/objectives/rank_order.hpp"

namespace gradus::ascent {

std::vector<std::size_t> documents_in_tie_order(const Dataset& data, std::uint64_t seed) {
    RankOrder ranks(data, seed);
    Scratch scratch;
    std::vector<std::size_t> documents;
    documents.reserve(data.documents());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::vector<float> zeros(data.query_size(query));
        scratch.clear();
        for (const std::uint32_t i : ranks.update(query, zeros, scratch))
            documents.push_back(data.query_begins[query] + i);
    }
    return documents;
}

Dataset grades_in_order(const Dataset& data,
                        const std::string& labels,
                        const std::vector<std::size_t>& documents) {
    const LabelColumn& column = data.label(labels);
    Dataset ordered;
    ordered.features = FeatureMatrix(documents.size(), 0);
    std::vector<float> grades;
    grades.reserve(documents.size());
    for (const std::size_t document : documents) grades.push_back(column.values[document]);
    ordered.labels.push_back({column.name, std::move(grades)});
    ordered.query_begins = data.query_begins;
    ordered.query_ids = data.query_ids;
    return ordered;
}

}  // namespace gradus::ascent
