#include "gradus/objectives/rank_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>

#include "gradus/base/checksum.hpp"

namespace gradus {
namespace {

// MurmurHash3's finaliser (Appleby 2011): a permutation of the 32-bit words, so that one word holds
// both a document's place among equals and, by the inverse, the document.
std::uint32_t scatter(std::uint32_t word) {
    word ^= word >> 16U;
    word *= 0x85EBCA6BU;
    word ^= word >> 13U;
    word *= 0xC2B2AE35U;
    return word ^ (word >> 16U);
}

std::uint32_t gather(std::uint32_t word) {
    word ^= word >> 16U;
    word *= 0x7ED1B41DU;  // 0xC2B2AE35 times it is 1
    word ^= (word >> 13U) ^ (word >> 26U);
    word *= 0xA5CB9243U;  // 0x85EBCA6B times it is 1
    return word ^ (word >> 16U);
}

/// Rises as the score falls.
std::uint32_t falling(float score) {
    const auto bits = std::bit_cast<std::uint32_t>(score + 0.0F);  // −0 becomes +0
    const std::uint32_t sign = 0U - (bits >> 31U);                 // all ones where negative
    return ~(bits ^ (sign | 0x80000000U));
}

/// Sorts by insertion with at most `budget` moves; false where that was too few, and the keys are
/// then a permutation of themselves.
bool sort_by_insertion(std::span<std::uint64_t> keys, std::size_t budget) {
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const std::uint64_t key = keys[i];
        std::size_t place = i;
        for (; place > 0 && keys[place - 1] > key; --place) keys[place] = keys[place - 1];
        keys[place] = key;
        if (i - place > budget) return false;
        budget -= i - place;
    }
    return true;
}

constexpr std::size_t moves_per_document = 6;  // beyond it std::sort is faster

}  // namespace

RankOrder::RankOrder(const Dataset& data, std::uint64_t seed)
    : begins_(data.query_begins.begin(), data.query_begins.end()),
      tie_keys_(data.queries()),
      order_(data.documents()) {
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::string_view id = data.query_ids[query];
        tie_keys_[query] = static_cast<std::uint32_t>(checksum(id.data(), id.size(), seed));
        const auto first = order_.begin() + static_cast<std::ptrdiff_t>(begins_[query]);
        std::iota(first, first + static_cast<std::ptrdiff_t>(data.query_size(query)), 0U);
    }
}

std::span<const std::uint32_t> RankOrder::update(std::size_t query,
                                                 std::span<const float> scores,
                                                 Scratch& scratch) {
    const Scratch::Frame frame(scratch);
    const std::span<std::uint32_t> order(order_.data() + begins_[query], scores.size());
    const std::span<std::uint64_t> keys = scratch.array<std::uint64_t>(scores.size());
    const std::uint32_t tie_key = tie_keys_[query];
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint32_t document = order[i];
        keys[i] = (std::uint64_t{falling(scores[document])} << 32U) | scatter(document ^ tie_key);
    }
    if (!sort_by_insertion(keys, moves_per_document * keys.size())) std::ranges::sort(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        order[i] = gather(static_cast<std::uint32_t>(keys[i])) ^ tie_key;
    }
    return order;
}

}  // namespace gradus
