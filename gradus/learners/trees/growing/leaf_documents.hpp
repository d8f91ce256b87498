#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/big_array.hpp"
#include "gradus/base/thread_team.hpp"
#include "gradus/learners/trees/growing/growth_round.hpp"
#include "gradus/learners/trees/growing/histograms.hpp"
#include "gradus/learners/trees/growing/partition.hpp"
#include "gradus/learners/trees/growing/rounding.hpp"
#include "gradus/learners/trees/growing/tree_params.hpp"

namespace gradus::gbdt {

/// Where a leaf's documents stand.
struct LeafPlace {
    Range words{};              ///< those that histograms read
    Range idle{};               ///< those that they don't
    std::size_t documents = 0;  ///< that count: all that were drawn
};

/// Which documents each leaf has, from the root, which has all, to the leaves of the tree. All
/// functions with a `worker` are called by every worker of the team, each for its share.
class LeafDocuments {
  public:
    LeafDocuments(std::size_t documents, ThreadTeam& team);

    /// The root: rounds the derivatives and lists the documents that are read apart from those that
    /// are not. Whoever comes last calls last(place, sums of the words) before all go on.
    template <class Last>
    void take_all(unsigned worker,
                  const GrowthRound& round,
                  const TreeParams& params,
                  const Units& units,
                  Last last) {
        list_share(worker, round, params, units);
        team_.barrier();
        move_share(worker);
        team_.barrier([&] {
            set_root();
            last(root_, sum_of_parts().words);
        });
    }

    std::span<const Word> words(const Range& range) const { return words_[range]; }

    /// Sorts a leaf's documents by the bins of one feature (of each document), but leaves them
    /// where they are. Returns the place of the left side; the right side is what follows.
    LeafPlace try_cut(unsigned worker,
                      const LeafPlace& leaf,
                      const std::uint8_t* bins,
                      const Direction& direction);
    /// Puts them where the cut that was tried last wants them.
    void take_cut(unsigned worker, const LeafPlace& leaf);

    /// Documents of each bin that count; of one worker alone.
    std::vector<std::uint32_t> count_bins(const LeafPlace& leaf, const std::uint8_t* bins) const;

    /// Notes which leaf the documents of a place ended in. After a barrier leaf_of() tells.
    void note_leaf(unsigned worker, const LeafPlace& place, std::size_t leaf);
    std::size_t leaf_of(std::size_t document) const { return leaf_of_[document]; }

  private:
    /// What a worker's share came to. At the root all go left.
    struct Part {
        std::size_t words_left = 0;
        std::size_t idle_left = 0;
        std::size_t counted_left = 0;  ///< of the idle ones; at the root of all
        WordSums words;                ///< at the root
    };

    void list_share(unsigned worker,
                    const GrowthRound& round,
                    const TreeParams& params,
                    const Units& units);
    void move_share(unsigned worker);
    void set_root();
    Part sum_of_parts(unsigned workers) const;
    Part sum_of_parts() const { return sum_of_parts(team_.size()); }

    ThreadTeam& team_;
    DocumentList<Word> words_;
    DocumentList<Idle> idle_;
    BigArray<std::uint32_t> leaf_of_;
    std::vector<Part> parts_;  ///< by worker
    LeafPlace root_;
};

}  // namespace gradus::gbdt
