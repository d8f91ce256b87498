#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/scratch.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// Each query's documents by falling score, kept from one iteration to the next. Equal scores (−0 =
/// +0) stand in an order drawn from the seed, the query's id and the document's place in the query:
/// at the first iteration all scores tie, and the order of a file often follows the grade. What
/// comes out depends on nothing else, not on earlier orders either.
class RankOrder {
  public:
    RankOrder(const Dataset& data, std::uint64_t seed);

    /// Ranks a query by its documents' scores, none of them NaN. Different queries may be ranked on
    /// different threads at once. Fast where little has changed since the last time.
    std::span<const std::uint32_t> update(std::size_t query,
                                          std::span<const float> scores,
                                          Scratch& scratch);

    /// The order as last updated; at first that of the file.
    std::span<const std::uint32_t> order(std::size_t query) const {
        return {order_.data() + begins_[query], begins_[query + 1] - begins_[query]};
    }

  private:
    std::vector<std::size_t> begins_;
    std::vector<std::uint32_t> tie_keys_;  // by query
    std::vector<std::uint32_t> order_;     // documents, from 0 within their query
};

}  // namespace gradus
