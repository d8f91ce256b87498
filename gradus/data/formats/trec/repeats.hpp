#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gradus/base/text_hash.hpp"
#include "gradus/data/string_column.hpp"

namespace gradus::trec {

/// Finds a text that is there twice. An open hash table of rows, whose memory serves one query
/// after the other.
class Repeats {
  public:
    explicit Repeats(const StringColumn& texts) : texts_(texts) {}

    /// Forgets all rows and makes room for `count`.
    void start(std::size_t count) { slots_.assign(std::bit_ceil(2 * count + 1), Slot{}); }

    /// Takes a row in; returns an earlier row with the same text.
    std::optional<std::size_t> add(std::size_t row) {
        const std::string_view text = texts_[row];
        const std::uint64_t hash = text_hash(text);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
            Slot& slot = slots_[i];
            if (slot.row_from_1 == 0) {
                slot = {hash, row + 1};
                return std::nullopt;
            }
            if (slot.hash == hash && texts_[slot.row_from_1 - 1] == text)
                return slot.row_from_1 - 1;
        }
    }

  private:
    struct Slot {
        std::uint64_t hash = 0;
        std::size_t row_from_1 = 0;  ///< 0 = free
    };
    const StringColumn& texts_;
    std::vector<Slot> slots_;
};

}  // namespace gradus::trec
