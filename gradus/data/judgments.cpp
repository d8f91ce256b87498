#include "gradus/data/judgments.hpp"

#include <cmath>

#include "gradus/data/dataset.hpp"

namespace gradus {

Judgments judgments_of(const Dataset& data) {
    Judgments judgments;
    judgments.query_begins.push_back(0);
    for (std::size_t query = 0; query < data.queries(); ++query) {
        judgments.query_ids.push_back(data.query_ids[query]);
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            if (std::isnan(data.grades()[i])) continue;
            judgments.document_ids.push_back(data.document_name(query, i));
            judgments.grades.push_back(data.grades()[i]);
        }
        judgments.query_begins.push_back(judgments.grades.size());
    }
    return judgments;
}

}  // namespace gradus
