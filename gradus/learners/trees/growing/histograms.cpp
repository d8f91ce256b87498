#include "gradus/learners/trees/growing/histograms.hpp"

#include <algorithm>

namespace gradus::gbdt {

Histograms::Histograms(const Tracks& tracks, std::size_t count)
    : tracks_(tracks),
      leaf_cells_(tracks.groups() * Tracks::group_tracks * cells_a_track),
      wide_cells_(count * leaf_cells_),
      narrow_cells_(count * leaf_cells_) {}

void Histograms::clear(std::size_t which, const Range& tracks) {
    with_cells(*this, [&](auto* cells) {
        std::fill_n(cells + place(which, tracks.begin), tracks.size() * cells_a_track, 0);
    });
}

void Histograms::add(std::size_t which, std::span<const Word> words, const Range& groups) {
    with_cells(*this, [&](auto* cells) {
        tracks_.add(words, groups, cells + place(which, groups.begin * Tracks::group_tracks));
    });
}

void Histograms::add(std::size_t which, std::size_t other, const Range& tracks) {
    with_cells(*this, [&](auto* cells) {
        auto* const sums = cells + place(which, tracks.begin);
        const auto* const more = cells + place(other, tracks.begin);
        for (std::size_t i = 0; i < tracks.size() * cells_a_track; ++i) sums[i] += more[i];
    });
}

void Histograms::subtract(std::size_t which, std::size_t other, std::size_t track) {
    with_cells(*this, [&](auto* cells) {
        auto* const rest = cells + place(which, track);
        const auto* const less = cells + place(other, track);
        for (std::size_t i = 0; i < cells_a_track; ++i) rest[i] -= less[i];
    });
}

}  // namespace gradus::gbdt
