#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/big_array.hpp"
#include "gradus/base/thread_team.hpp"
#include "gradus/data/transforms/feature_bins.hpp"
#include "gradus/learners/trees/growing/histogram.hpp"

namespace gradus::gbdt {

/// The bins document by document, as histograms read them. Each byte of a document is a track,
/// which holds the bin of one feature, or of several that have at most 256 combinations: then one
/// addition serves them all. A feature whose documents are all in one bin is in no track.
///
/// Tracks lie in planes of 64, so that a document's row of a plane is one cache line; the last
/// plane's row is as wide as its tracks need, rounded up to a power of two from 8.
class Tracks {
  public:
    static constexpr std::size_t plane_tracks = 64;
    static constexpr std::size_t group_tracks = 8;  ///< whose histograms are built together
    using Range = ThreadTeam::Range;

    /// A feature's place in its track: byte / step % states is its bin, the last state missing.
    struct Part {
        std::size_t feature = 0;
        std::size_t step = 1;
        std::size_t states = 256;
    };

    Tracks(const FeatureBins& bins, unsigned threads);

    std::size_t size() const { return parts_.size(); }
    std::size_t groups() const { return (size() + group_tracks - 1) / group_tracks; }
    const std::vector<Part>& parts(std::size_t track) const { return parts_[track]; }

    /// The track of a feature; size() = it is in none.
    std::size_t track_of(std::size_t feature) const { return track_of_[feature]; }

    /// Adds documents to the histograms of all tracks of some groups.
    template <class AnyCell>
    void add(std::span<const Word> words, const Range& groups, AnyCell* cells) const;

  private:
    std::size_t planes() const { return (size() + plane_tracks - 1) / plane_tracks; }
    std::size_t width(std::size_t plane) const;
    void fill_plane(const FeatureBins& bins, std::size_t plane, const Range& documents);

    std::size_t documents_;
    std::vector<std::vector<Part>> parts_;  ///< by track
    std::vector<std::size_t> track_of_;     ///< by feature
    BigArray<std::uint8_t> bytes_;          ///< plane by plane
};

/// A feature's own histogram, out of its track's: the track's itself, or summed up in `room`.
template <class AnyCell>
const AnyCell* histogram_of(const Tracks::Part& part,
                            const AnyCell* track,
                            std::array<AnyCell, cells_a_track>& room);

}  // namespace gradus::gbdt
