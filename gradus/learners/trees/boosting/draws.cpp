#include "gradus/learners/trees/boosting/draws.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "gradus/base/checksum.hpp"
#include "gradus/base/random.hpp"

namespace gradus::gbdt {

Draws::Draws(const Dataset& data, const Shares& shares, std::uint64_t seed)
    : data_(data), shares_(shares), seed_(seed) {}

void Draws::draw(std::uint32_t turn) {
    if (shares_.queries < 1.0) draw_queries(turn);
    if (shares_.features < 1.0) draw_features(turn);
}

void Draws::draw_queries(std::uint32_t turn) {
    documents_.resize(data_.documents());
    for (std::size_t query = 0; query < data_.queries(); ++query) {
        const std::string_view id = data_.query_ids[query];
        Random random(seed_, "draw queries", checksum(id.data(), id.size()), turn);
        std::fill_n(documents_.begin() + static_cast<std::ptrdiff_t>(data_.query_begins[query]),
                    data_.query_size(query),
                    static_cast<unsigned char>(random.chance(shares_.queries)));
    }
}

void Draws::draw_features(std::uint32_t turn) {
    const std::size_t all = data_.features.columns();
    std::vector<std::size_t> order(all);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random(seed_, "draw features", 0, turn).shuffle(std::span(order));
    const auto count =
        static_cast<std::size_t>(std::ceil(shares_.features * static_cast<double>(all)));
    features_.assign(all, 0);
    for (const std::size_t feature : std::span(order).first(count)) features_[feature] = 1;
}

}  // namespace gradus::gbdt
