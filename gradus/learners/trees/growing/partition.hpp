#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/base/big_array.hpp"
#include "gradus/base/thread_team.hpp"
#include "gradus/learners/trees/growing/histogram.hpp"

namespace gradus::gbdt {

using Range = ThreadTeam::Range;

/// A document that no histogram reads. The highest bit says whether it is one of the leaf's
/// documents nevertheless, or was not drawn for this tree and only needs a score.
using Idle = std::uint32_t;
constexpr Idle counted_bit = 1U << 31U;
constexpr std::uint32_t document_of(Idle idle) {
    return idle & ~counted_bit;
}

/// Which bins go left: those up to `bin`, and missing values by choice.
struct Direction {
    std::int32_t bin;
    bool missing_left;

    bool goes_left(std::uint8_t value_bin) const {
        // The bin of missing values, 255, becomes the lowest by adding 1.
        const auto shift = static_cast<std::int32_t>(missing_left);
        return static_cast<std::uint8_t>(value_bin + shift) <= bin + shift;
    }
};

/// Documents, those of a leaf together and in rising order. A leaf is cut in two steps that workers
/// do side by side, each with its share: a try, which leaves the list as it is and may be dropped,
/// and taking it over.
template <class Element>
class DocumentList {
  public:
    DocumentList() = default;
    explicit DocumentList(std::size_t capacity) : elements_(capacity), tried_(capacity) {}

    std::span<const Element> operator[](const Range& range) const {
        return elements_.span().subspan(range.begin, range.size());
    }
    std::span<Element> elements() { return elements_.span(); }
    std::span<Element> tried() { return tried_.span(); }

    /// Sorts a share: left ones from its begin on, right ones backwards from its end. `bins` has
    /// the bin of each document. Returns how many go left.
    std::size_t try_cut(const Range& share, const std::uint8_t* bins, const Direction& direction) {
        const Element* const elements = elements_.data();
        Element* const tried = tried_.data();
        std::size_t left = share.begin;
        std::size_t right = share.end;
        for (std::size_t i = share.begin; i < share.end; ++i) {
            const Element element = elements[i];
            const bool goes_left = direction.goes_left(bins[document_of(element)]);
            tried[left] = element;
            tried[right - 1] = element;
            left += static_cast<std::size_t>(goes_left);
            right -= static_cast<std::size_t>(!goes_left);
        }
        return left - share.begin;
    }

    /// Puts a share that was tried where it belongs: the left ones from `left_place` on, the right
    /// ones from `right_place` on.
    void take_cut(const Range& share,
                  std::size_t left,
                  std::size_t left_place,
                  std::size_t right_place) {
        const Element* const tried = tried_.data();
        Element* const elements = elements_.data();
        std::copy(tried + share.begin, tried + share.begin + left, elements + left_place);
        std::reverse_copy(tried + share.begin + left, tried + share.end, elements + right_place);
    }

  private:
    BigArray<Element> elements_;
    BigArray<Element> tried_;
};

}  // namespace gradus::gbdt
