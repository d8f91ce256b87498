#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus::testing {

/// Data without features: the grades of each query, whose ids are 1, 2, …
inline Dataset graded_data(const std::vector<std::vector<float>>& queries) {
    Dataset data;
    std::vector<float> grades;
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries.size(); ++query) {
        grades.insert(grades.end(), queries[query].begin(), queries[query].end());
        data.query_begins.push_back(grades.size());
        data.query_ids.push_back(std::to_string(query + 1));
    }
    data.features = FeatureMatrix(grades.size(), 0);
    data.labels.push_back({"grade", std::move(grades)});
    return data;
}

}  // namespace gradus::testing
