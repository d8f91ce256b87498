#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/base/thread_team.hpp"
#include "gradus/data/transforms/feature_bins.hpp"
#include "gradus/learners/trees/growing/histograms.hpp"
#include "gradus/learners/trees/growing/leaf_documents.hpp"
#include "gradus/learners/trees/growing/leaf_sums.hpp"
#include "gradus/learners/trees/growing/prune.hpp"
#include "gradus/learners/trees/growing/rounding.hpp"
#include "gradus/learners/trees/growing/split_search.hpp"
#include "gradus/learners/trees/growing/tracks.hpp"
#include "gradus/learners/trees/growing/tree_params.hpp"
#include "gradus/models/tree.hpp"

namespace gradus::gbdt {

/// Grows regression trees on binned data, best leaf first. Every worker of the team does the same
/// steps, each for its own features (histograms, search) or its own share of the documents
/// (partition, scores). All sums are of integers, so a tree is the same for any number of workers.
class TreeGrower {
  public:
    /// That histograms of waiting leaves may take; those that find no room are built again when the
    /// leaf is split. All sums are of integers, so that the tree is the same.
    static constexpr std::size_t default_memory = std::size_t{1} << 30;

    /// `directions`: 1 where scores must not fall with the feature, −1 where they must not rise,
    /// else 0; empty = no such wish.
    TreeGrower(const FeatureBins& bins,
               const TreeParams& params,
               std::vector<int> directions,
               ThreadTeam& team,
               std::size_t memory = default_memory);

    /// Grows a tree and adds the values of its leaves to the scores of all documents, drawn or not.
    /// Scores and tree mean nothing where was_broken_off().
    Tree grow(const GrowthRound& round, std::span<double> scores);
    /// Whether the last tree was given up because somebody asked to stop.
    bool was_broken_off() const { return is_broken_off_; }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Leaf {
        LeafPlace place{};
        Cell total = 0;
        std::size_t depth = 0;
        std::size_t histogram = none;
        Bounds bounds{};
        double gain = -1.0;        ///< of the best cut over no cut; below 0 = there is none
        std::size_t feature = 0;   ///< of that cut
        std::int32_t parent = -1;  ///< split, or −1 at the root
    };
    void work(unsigned worker);
    void start(const LeafPlace& all, const WordSums& sums);
    void build_and_search(unsigned worker);
    void start_building();
    Range groups_of(unsigned owner) const;
    Range tracks_of(const Range& groups) const;
    void add_blocks(unsigned worker, unsigned owner);
    void add_help(unsigned owner, const Range& tracks);
    void subtract_and_search(const Range& tracks);
    Cut find(const Leaf& leaf,
             std::size_t track,
             const Tracks::Part& part,
             std::span<const std::uint32_t> counts = {}) const;
    void choose_next();
    void choose_best_cut(std::size_t leaf);
    void split_leaf(const LeafPlace& left);
    void count_exactly();
    void add_values(unsigned worker);
    void set_values();
    void merge_leaves();
    bool leaves_enough(const LeafPlace& left) const;
    std::size_t take_histogram();
    void release_if_final(std::size_t leaf);
    void give_up_a_histogram();
    void restore_histogram(std::size_t leaf);
    bool may_split(const Leaf& leaf) const;
    SplitLimits limits_of(const Leaf& leaf) const;
    /// A worker's part of histograms that are another's, or nobody's.
    std::size_t help_of(unsigned worker) const { return pool_ + worker; }
    char& helped(unsigned worker, unsigned owner) {
        return helped_[worker * (team_.size() + 1) + owner];
    }
    Cut& cut(std::size_t leaf, std::size_t feature) {
        return cuts_[leaf * bins_.features() + feature];
    }
    std::size_t least_documents() const {
        return std::max<std::size_t>(1, params_.min_leaf_documents);
    }

    const FeatureBins& bins_;
    TreeParams params_;
    std::vector<int> directions_;
    ThreadTeam& team_;
    Tracks tracks_;
    std::size_t most_leaves_;  ///< that a tree can have
    std::size_t pool_;         ///< leaves whose histograms there is room for
    Histograms histograms_;    ///< room for those of leaves, then help by worker
    LeafDocuments documents_;

    /// Blocks of the smaller leaf's documents that somebody has taken: of each worker's groups, and
    /// of those that nobody owns.
    struct alignas(64) Taken {
        std::atomic<std::size_t> blocks{0};
    };
    std::vector<Taken> taken_;  ///< by owner
    std::vector<char> helped_;  ///< by worker and owner

    // Of the tree at hand:
    GrowthRound round_;
    std::span<double> scores_;
    Units units_;
    std::vector<Leaf> leaves_;
    std::vector<Cut> cuts_;  ///< the best of each leaf and feature
    std::vector<std::size_t> free_histograms_;
    std::vector<std::vector<LeafSums>> sums_;  ///< by worker and leaf
    std::vector<LeafSums> leaf_sums_;
    std::size_t next_leaf_ = none;       ///< to be split; none = the tree is done
    std::size_t smaller_ = none;         ///< whose histograms to build
    std::size_t larger_ = none;          ///< whose histograms are what is left of the parent's
    std::vector<std::size_t> searched_;  ///< leaves whose cuts are new
    Tree tree_;
    Pruning pruning_;
    bool is_broken_off_ = false;
};

}  // namespace gradus::gbdt
