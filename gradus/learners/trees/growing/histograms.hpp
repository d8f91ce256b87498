#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/base/big_array.hpp"
#include "gradus/learners/trees/growing/histogram.hpp"
#include "gradus/learners/trees/growing/tracks.hpp"

namespace gradus::gbdt {

/// What the words of a tree add up to. The sum of any of them lies between the falls and the rises.
struct WordSums {
    Cell total = 0;
    std::int64_t rises = 0;  ///< of the gradients above 0

    void add(Word word) {
        const Cell cell = cell_of(word);
        total += cell;
        rises += gradients_of(cell) > 0 ? gradients_of(cell) : 0;
    }
    WordSums& operator+=(const WordSums& other) {
        total += other.total;
        rises += other.rises;
        return *this;
    }
    bool fit_narrow_cells() const {
        const std::int64_t falls = gradients_of(total) - rises;
        return rises <= 0x7FFF && falls >= -0x8000 && hessians_of(total) <= 0xFFFF;
    }
};

/// Room for the histograms of all tracks of several leaves, in wide or narrow cells. Workers use it
/// side by side, each for tracks of its own.
class Histograms {
  public:
    using Range = Tracks::Range;

    Histograms(const Tracks& tracks, std::size_t count);

    /// Of both widths.
    static std::size_t bytes_a_leaf(const Tracks& tracks) {
        return tracks.groups() * Tracks::group_tracks * cells_a_track *
               (sizeof(Cell) + sizeof(NarrowCell));
    }

    /// For a new tree, which has these sums. What was there is lost.
    void start(const WordSums& sums) { narrow_ = sums.fit_narrow_cells(); }

    void clear(std::size_t which, const Range& tracks);
    /// With the bytes that fill up the last group.
    void clear_groups(std::size_t which, const Range& groups) {
        clear(which, {groups.begin * Tracks::group_tracks, groups.end * Tracks::group_tracks});
    }
    /// Adds documents to the tracks of some groups.
    void add(std::size_t which, std::span<const Word> words, const Range& groups);
    void add(std::size_t which, std::size_t other, const Range& tracks);
    void subtract(std::size_t which, std::size_t other, std::size_t track);

    /// Returns use(histogram of one feature), in cells of either width.
    template <class Use>
    auto feature(std::size_t which, std::size_t track, const Tracks::Part& part, Use use) const {
        return with_cells(*this, [&]<class AnyCell>(const AnyCell* cells) {
            std::array<AnyCell, cells_a_track> room;
            return use(histogram_of(part, cells + place(which, track), room));
        });
    }

  private:
    std::size_t place(std::size_t which, std::size_t track) const {
        return which * leaf_cells_ + track * cells_a_track;
    }
    /// Calls with the cells of the width in use.
    template <class Self, class Use>
    static auto with_cells(Self& self, Use use) {
        return self.narrow_ ? use(self.narrow_cells_.data()) : use(self.wide_cells_.data());
    }

    const Tracks& tracks_;
    std::size_t leaf_cells_;
    bool narrow_ = false;
    // Memory comes with the first touch: who never needs wide cells has none.
    BigArray<Cell> wide_cells_;
    BigArray<NarrowCell> narrow_cells_;
};

}  // namespace gradus::gbdt
