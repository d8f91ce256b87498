#include "gradus/data/run.hpp"

#include <algorithm>
#include <numeric>

namespace gradus {

std::vector<std::size_t> documents_by_score(const Run& run, std::size_t query) {
    std::vector<std::size_t> order(run.query_begins[query + 1] - run.query_begins[query]);
    std::iota(order.begin(), order.end(), run.query_begins[query]);
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        if (run.scores[a] != run.scores[b]) return run.scores[a] > run.scores[b];
        return run.document_ids[a] > run.document_ids[b];
    });
    return order;
}

}  // namespace gradus
