#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus::testing {

struct RandomQueries {
    std::size_t queries = 6;
    std::size_t most_documents = 7;
    std::size_t features = 3;
    std::size_t grades = 4;  ///< 0, 1, …
    double missing = 0.1;    ///< share of values, and of grades
};

/// Queries from no document on, with few values of features, so that many tie.
inline Dataset random_queries(std::uint64_t seed, const RandomQueries& shape = {}) {
    Random random(seed, "random queries");
    Dataset data;
    std::vector<float> grades;
    std::vector<float> values;
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < shape.queries; ++query) {
        const std::size_t size = random.below(shape.most_documents + 1);
        for (std::size_t i = 0; i < size; ++i) {
            grades.push_back(random.chance(shape.missing)
                                 ? std::nanf("")
                                 : static_cast<float>(random.below(shape.grades)));
            for (std::size_t j = 0; j < shape.features; ++j)
                values.push_back(random.chance(shape.missing)
                                     ? std::nanf("")
                                     : static_cast<float>(random.below(6)) * 0.5F - 1.0F);
        }
        data.query_begins.push_back(grades.size());
        data.query_ids.push_back(std::to_string(query + 1));
    }
    data.features = FeatureMatrix(grades.size(), shape.features);
    for (std::size_t i = 0; i < grades.size(); ++i)
        for (std::size_t j = 0; j < shape.features; ++j)
            data.features.mutable_row(i)[j] = values[i * shape.features + j];
    data.labels.push_back({"grade", std::move(grades)});
    return data;
}

}  // namespace gradus::testing
