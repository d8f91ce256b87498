#include "gradus/learners/trees/growing/tracks.hpp"

#include <algorithm>
#include <bit>

#include "gradus/base/parallel.hpp"

namespace gradus::gbdt {
namespace {

constexpr std::size_t most_states = 256;

bool has_two_bins(std::span<const std::uint8_t> column) {
    return std::ranges::any_of(column, [&](std::uint8_t bin) { return bin != column.front(); });
}

/// Puts features into tracks: those of most states first, each into the first track with room.
std::vector<std::vector<Tracks::Part>> assign(const FeatureBins& bins,
                                              const std::vector<std::size_t>& features) {
    // The missing state counts even where nothing is missing; with three states at least, a feature
    // of more than this many can share with none.
    constexpr std::size_t most_to_share = most_states / 3;
    const auto states = [&](std::size_t feature) { return bins.bins(feature) + 1; };
    std::vector<std::vector<Tracks::Part>> tracks;
    std::vector<std::size_t> small;
    for (const std::size_t feature : features) {
        if (states(feature) <= most_to_share) {
            small.push_back(feature);
        } else {
            tracks.push_back({{.feature = feature}});
        }
    }
    std::ranges::stable_sort(small, std::ranges::greater{}, states);
    const std::size_t lone = tracks.size();
    for (const std::size_t feature : small) {
        const auto used = [](const std::vector<Tracks::Part>& parts) {
            return parts.back().step * parts.back().states;
        };
        const auto first = std::find_if(tracks.begin() + static_cast<std::ptrdiff_t>(lone),
                                        tracks.end(),
                                        [&](const std::vector<Tracks::Part>& parts) {
                                            return used(parts) * states(feature) <= most_states;
                                        });
        if (first == tracks.end()) {
            tracks.push_back({{.feature = feature, .step = 1, .states = states(feature)}});
        } else {
            first->push_back({.feature = feature, .step = used(*first), .states = states(feature)});
        }
    }
    for (std::vector<Tracks::Part>& parts : tracks)
        if (parts.size() == 1) parts.front() = {.feature = parts.front().feature};
    return tracks;
}

}  // namespace

Tracks::Tracks(const FeatureBins& bins, unsigned threads) : documents_(bins.documents()) {
    std::vector<char> splittable(bins.features());
    parallel_for(bins.features(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t feature = begin; feature < end; ++feature)
            splittable[feature] = static_cast<char>(has_two_bins(bins.column(feature)));
    });
    std::vector<std::size_t> features;
    for (std::size_t feature = 0; feature < bins.features(); ++feature)
        if (splittable[feature] != 0) features.push_back(feature);
    parts_ = assign(bins, features);
    track_of_.assign(bins.features(), size());
    for (std::size_t track = 0; track < size(); ++track)
        for (const Part& part : parts_[track]) track_of_[part.feature] = track;
    if (parts_.empty()) return;
    const std::size_t last = planes() - 1;
    bytes_ = BigArray<std::uint8_t>(documents_ * (last * plane_tracks + width(last)));
    parallel_for(documents_, 4096, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t plane = 0; plane < planes(); ++plane)
            fill_plane(bins, plane, {begin, end});
    });
}

std::size_t Tracks::width(std::size_t plane) const {
    const std::size_t left = size() - plane * plane_tracks;
    return std::min(plane_tracks, std::bit_ceil(std::max(left, group_tracks)));
}

void Tracks::fill_plane(const FeatureBins& bins, std::size_t plane, const Range& documents) {
    constexpr std::size_t block = 128;  // documents whose rows stay in the first-level cache
    const std::size_t row = width(plane);
    std::uint8_t* const rows = bytes_.data() + plane * plane_tracks * documents_;
    const std::size_t first_track = plane * plane_tracks;
    const std::size_t last_track = std::min(first_track + plane_tracks, size());
    for (std::size_t begin = documents.begin; begin < documents.end; begin += block) {
        const std::size_t end = std::min(begin + block, documents.end);
        for (std::size_t track = first_track; track < last_track; ++track) {
            for (const Part& part : parts_[track]) {
                const std::span<const std::uint8_t> column = bins.column(part.feature);
                std::uint8_t* const out = rows + (track - first_track);
                for (std::size_t i = begin; i < end; ++i) {
                    const std::size_t state = std::min<std::size_t>(column[i], part.states - 1);
                    out[i * row] = static_cast<std::uint8_t>(out[i * row] + state * part.step);
                }
            }
        }
    }
}

template <class AnyCell>
void Tracks::add(std::span<const Word> words, const Range& groups, AnyCell* cells) const {
    constexpr std::size_t plane_groups = plane_tracks / group_tracks;
    constexpr std::size_t group_cells = group_tracks * cells_a_track;
    for (std::size_t group = groups.begin; group < groups.end;) {
        const std::size_t plane = group / plane_groups;
        const std::size_t end = std::min(groups.end, (plane + 1) * plane_groups);
        add_documents(
            words,
            bytes_.data() + plane * plane_tracks * documents_ + group % plane_groups * group_tracks,
            width(plane),
            end - group,
            cells + (group - groups.begin) * group_cells);
        group = end;
    }
}

template void Tracks::add(std::span<const Word>, const Range&, Cell*) const;
template void Tracks::add(std::span<const Word>, const Range&, NarrowCell*) const;

template <class AnyCell>
const AnyCell* histogram_of(const Tracks::Part& part,
                            const AnyCell* track,
                            std::array<AnyCell, cells_a_track>& room) {
    if (part.states == most_states) return track;
    std::fill_n(room.begin(), part.states, AnyCell{0});
    const std::size_t period = part.step * part.states;
    for (std::size_t begin = 0; begin + period <= most_states; begin += period) {
        for (std::size_t state = 0; state < part.states; ++state) {
            const AnyCell* const cells = track + begin + state * part.step;
            for (std::size_t i = 0; i < part.step; ++i) room[state] += cells[i];
        }
    }
    room[missing_cell] = room[part.states - 1];
    return room.data();
}

template const Cell* histogram_of(const Tracks::Part&,
                                  const Cell*,
                                  std::array<Cell, cells_a_track>&);
template const NarrowCell* histogram_of(const Tracks::Part&,
                                        const NarrowCell*,
                                        std::array<NarrowCell, cells_a_track>&);

}  // namespace gradus::gbdt
