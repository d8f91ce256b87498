#include "gradus/objectives/bound_labels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_set>

#include <fmt/format.h>

#include "gradus/base/decimal.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {

BoundLabels::BoundLabels(const Dataset& data, const std::string& column, unsigned threads)
    : data_(data),
      begins_(data.query_begins),
      grades_(data.label(column).values),
      weights_(data.weights),
      ideal_(data.documents()),
      judged_(data.queries()) {
    parallel_for(data.queries(), 64, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            double* const ideal = ideal_.data() + begin(query);
            double* end = ideal;
            for (const float grade : grades(query)) {
                if (!std::isnan(grade)) *end++ = static_cast<double>(grade);
            }
            std::sort(ideal, end, std::greater());
            judged_[query] = static_cast<std::uint32_t>(end - ideal);
        }
    });
    for (std::size_t query = 0; query < data.queries(); ++query) {
        if (judged_[query] > 0) highest_ = std::max(highest_, ideal(query).front());
    }
}

double BoundLabels::mean_weight(std::size_t query) const {
    const std::span<const float> own = weights(query);
    if (own.empty()) return 1.0;
    if (!weights_differ(query)) return static_cast<double>(own.front());
    return std::accumulate(own.begin(), own.end(), 0.0) / static_cast<double>(own.size());
}

bool BoundLabels::weights_differ(std::size_t query) const {
    const std::span<const float> own = weights(query);
    return std::ranges::any_of(own, [&](float weight) { return weight != own.front(); });
}

RankedList BoundLabels::ranked(std::size_t query,
                               std::span<const std::uint32_t> order,
                               Scratch& scratch) const {
    const std::span<const float> by_document = grades(query);
    const std::span<double> ranked = scratch.array<double>(order.size());
    const bool all_judged = judged_[query] == order.size();
    const auto judged = scratch.array<unsigned char>(all_judged ? 0 : order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const float grade = by_document[order[i]];
        const bool known = all_judged || !std::isnan(grade);
        ranked[i] = known ? static_cast<double>(grade) : 0.0;
        if (!all_judged) judged[i] = known ? 1 : 0;
    }
    return {ranked, ideal(query), highest_, judged};
}

void BoundLabels::check_measurable(const Measure& measure, const std::string& text) const {
    std::unordered_set<float> seen;
    for (std::size_t query = 0; query < data_.queries(); ++query) {
        for (std::size_t i = 0; i < size(query); ++i) {
            const float grade = grades(query)[i];
            if (std::isnan(grade) || !seen.insert(grade).second) continue;
            const std::string objection = measure.objection(decimal(grade));
            if (objection.empty()) continue;
            throw Error({fmt::format("measure {}", text)},
                        fmt::format("{} (query {}, document {})",
                                    objection,
                                    excerpt(data_.query_ids[query]),
                                    excerpt(data_.document_name(query, begin(query) + i))),
                        "give the measure parameters that fit the grades, or train for another");
        }
    }
}

}  // namespace gradus
