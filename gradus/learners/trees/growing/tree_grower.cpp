#include "gradus/learners/trees/growing/tree_grower.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"

namespace gradus::gbdt {
namespace {

/// The search guesses documents from Hessians; it lets cuts pass that seem to leave a side at
/// least this share of the documents it needs, and the partition counts.
constexpr double lenience = 0.25;
/// That a worker takes at a time: enough to make taking cheap.
constexpr std::size_t block_documents = 4096;

/// A tree cannot have more leaves than its documents can fill.
std::size_t most_leaves(const TreeParams& params, std::size_t documents) {
    const std::size_t least = std::max<std::size_t>(1, params.min_leaf_documents);
    return std::min(params.leaves, std::max<std::size_t>(1, documents / least));
}

/// Splitting takes the histograms of a parent and of one child.
std::size_t pool_for(const Tracks& tracks, std::size_t leaves, std::size_t memory) {
    const std::size_t bytes = std::max<std::size_t>(1, Histograms::bytes_a_leaf(tracks));
    return std::min(leaves, std::max<std::size_t>(2, memory / bytes));
}

Histograms room_for(const Tracks& tracks, std::size_t pool, std::size_t workers) {
    try {
        return {tracks, pool + workers};
    } catch (const std::bad_alloc&) {
        const std::size_t bytes = Histograms::bytes_a_leaf(tracks);
        throw Error(
            {"training data"},
            fmt::format("there is no memory for histograms: {} x {} bins x {} bytes is {} for each "
                        "of {} and {}, {} in all",
                        human_counted(tracks.size(), "column"),
                        cells_a_track,
                        sizeof(Cell) + sizeof(NarrowCell),
                        human_bytes(static_cast<double>(bytes)),
                        pool == 1 ? "1 leaf" : fmt::format("{} leaves", pool),
                        counted(workers, "thread"),
                        human_bytes(static_cast<double>(bytes * (pool + workers)))),
            "use fewer features or `threads=1`, or allow the process more memory (ulimit -v)");
    }
}

}  // namespace

TreeGrower::TreeGrower(const FeatureBins& bins,
                       const TreeParams& params,
                       std::vector<int> directions,
                       ThreadTeam& team,
                       std::size_t memory)
    : bins_(bins),
      params_(params),
      directions_(std::move(directions)),
      team_(team),
      tracks_(bins, team.size()),
      most_leaves_(most_leaves(params, bins.documents())),
      pool_(pool_for(tracks_, most_leaves_, memory)),
      histograms_(room_for(tracks_, pool_, team.size())),
      documents_(bins.documents(), team),
      taken_(team.size() + 1),
      helped_(std::size_t{team.size()} * (team.size() + 1)) {
    leaves_.reserve(most_leaves_);
}

Tree TreeGrower::grow(const GrowthRound& round, std::span<double> scores) {
    round_ = round;
    scores_ = scores;
    units_ = choose_units(round.derivatives, params_, team_);
    if (params_.gain == Gain::variance) units_.hessian = 1.0;
    leaves_.assign(1, Leaf{});
    is_broken_off_ = false;
    cuts_.resize(most_leaves_ * bins_.features());
    free_histograms_.resize(pool_);
    std::iota(free_histograms_.rbegin(), free_histograms_.rend(), std::size_t{0});
    sums_.assign(team_.size(), {});
    tree_ = {};
    team_.run([this](unsigned worker) { work(worker); });
    return std::move(tree_);
}

void TreeGrower::work(unsigned worker) {
    documents_.take_all(
        worker, round_, params_, units_, [this](const LeafPlace& all, const WordSums& sums) {
            start(all, sums);
        });
    while (true) {
        if (smaller_ != none) build_and_search(worker);
        team_.barrier([this] { choose_next(); });
        if (smaller_ != none) continue;  // the leaf to split has lost its histograms
        if (next_leaf_ == none) break;
        const Leaf& leaf = leaves_[next_leaf_];
        const Cut& chosen = cut(next_leaf_, leaf.feature);
        const LeafPlace left = documents_.try_cut(worker,
                                                  leaf.place,
                                                  bins_.column(leaf.feature).data(),
                                                  {chosen.bin, chosen.missing_left});
        if (leaves_enough(left)) {
            documents_.take_cut(worker, leaf.place);
            team_.barrier([&] { split_leaf(left); });
        } else {
            team_.barrier([this] { count_exactly(); });
        }
    }
    if (!is_broken_off_) add_values(worker);
}

/// With the root, a leaf that has all documents.
void TreeGrower::start(const LeafPlace& all, const WordSums& sums) {
    histograms_.start(sums);
    Leaf& root = leaves_.front();
    root.place = all;
    root.total = sums.total;
    smaller_ = may_split(root) ? 0 : none;
    larger_ = none;
    if (smaller_ == none) return;
    root.histogram = take_histogram();
    searched_.assign(1, 0);
    start_building();
}

/// Whether both sides of the cut that was tried have the documents that a leaf needs.
bool TreeGrower::leaves_enough(const LeafPlace& left) const {
    const std::size_t documents = leaves_[next_leaf_].place.documents;
    return std::min(left.documents, documents - left.documents) >= least_documents();
}

std::size_t TreeGrower::take_histogram() {
    if (free_histograms_.empty()) give_up_a_histogram();
    const std::size_t histogram = free_histograms_.back();
    free_histograms_.pop_back();
    return histogram;
}

/// A leaf that will not be split needs no histograms.
void TreeGrower::release_if_final(std::size_t leaf) {
    if (leaves_[leaf].gain >= 0.0 || leaves_[leaf].histogram == none) return;
    free_histograms_.push_back(std::exchange(leaves_[leaf].histogram, none));
}

/// That of the leaf which will be split last, if ever.
void TreeGrower::give_up_a_histogram() {
    std::size_t last = none;
    for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
        const bool is_waiting = leaves_[leaf].gain > 0.0 && leaves_[leaf].histogram != none;
        if (is_waiting && (last == none || leaves_[leaf].gain <= leaves_[last].gain)) last = leaf;
    }
    free_histograms_.push_back(std::exchange(leaves_[last].histogram, none));
}

/// Builds a leaf's histograms again; its best cut is known.
void TreeGrower::restore_histogram(std::size_t leaf) {
    leaves_[leaf].histogram = take_histogram();
    smaller_ = leaf;
    larger_ = none;
    start_building();
}

bool TreeGrower::may_split(const Leaf& leaf) const {
    return leaf.place.documents >= 2 * params_.min_leaf_documents && leaf.place.documents >= 2 &&
           params_.leaves > 1 && (params_.depth == 0 || leaf.depth < params_.depth);
}

SplitLimits TreeGrower::limits_of(const Leaf& leaf) const {
    const auto all = static_cast<double>(hessians_of(leaf.total));
    const bool variance = params_.gain == Gain::variance;
    const double guess = lenience * all * static_cast<double>(params_.min_leaf_documents) /
                         static_cast<double>(leaf.place.documents);
    const double least = variance ? 1.0 : params_.min_leaf_hessian * units_.hessian;
    return {.total = leaf.total,
            .least_hessian = static_cast<std::int64_t>(
                std::clamp(std::ceil(std::max(guess, least)), 1.0, 0x1p31)),
            .l2 = variance ? 0.0 : params_.l2 * units_.hessian};
}

/// The groups of tracks whose histograms a worker builds and searches; those that are left when all
/// have as many belong to nobody, the owner team_.size().
Range TreeGrower::groups_of(unsigned owner) const {
    const std::size_t each = tracks_.groups() / team_.size();
    return {owner * each, owner == team_.size() ? tracks_.groups() : (owner + 1) * each};
}

Range TreeGrower::tracks_of(const Range& groups) const {
    return {std::min(groups.begin * Tracks::group_tracks, tracks_.size()),
            std::min(groups.end * Tracks::group_tracks, tracks_.size())};
}

/// Before all begin with the smaller leaf.
void TreeGrower::start_building() {
    for (Taken& taken : taken_) taken.blocks = 0;
    std::ranges::fill(helped_, char{0});
}

/// Builds the smaller leaf's histograms, makes the larger one's of what is left of their parent's,
/// and searches both. A worker begins with its own groups, goes on with nobody's, and then helps
/// others, as not all processors are equally fast at all times.
void TreeGrower::build_and_search(unsigned worker) {
    const unsigned nobody = team_.size();
    const Leaf& smaller = leaves_[smaller_];
    const Range own = groups_of(worker);
    histograms_.clear_groups(smaller.histogram, own);
    const Range common = tracks_of(groups_of(nobody));
    const bool together = common.size() > 0 || smaller.place.words.size() > block_documents;
    add_blocks(worker, worker);
    if (!together) {
        subtract_and_search(tracks_of(own));
        return;
    }
    for (unsigned turn = 0; turn <= nobody; ++turn) {
        const unsigned owner = (nobody + turn) % (nobody + 1);
        if (owner != worker) add_blocks(worker, owner);
    }
    team_.barrier();
    add_help(worker, tracks_of(own));
    subtract_and_search(tracks_of(own));
    const Range share = team_.share(common, worker);
    histograms_.clear(smaller.histogram, share);
    add_help(nobody, share);
    subtract_and_search(share);
}

/// Adds blocks of documents to an owner's groups until all are taken.
void TreeGrower::add_blocks(unsigned worker, unsigned owner) {
    const Range groups = groups_of(owner);
    if (groups.size() == 0) return;
    const Leaf& smaller = leaves_[smaller_];
    const std::size_t to = owner == worker ? smaller.histogram : help_of(worker);
    while (true) {
        const std::size_t begin =
            smaller.place.words.begin + block_documents * taken_[owner].blocks.fetch_add(1);
        if (begin >= smaller.place.words.end) return;
        if (owner != worker && helped(worker, owner) == 0) {
            helped(worker, owner) = 1;
            histograms_.clear_groups(to, groups);
        }
        const std::size_t end = std::min(begin + block_documents, smaller.place.words.end);
        histograms_.add(to, documents_.words({begin, end}), groups);
    }
}

/// Adds what others have done of an owner's tracks.
void TreeGrower::add_help(unsigned owner, const Range& tracks) {
    for (unsigned other = 0; other < team_.size(); ++other)
        if (helped(other, owner) != 0)
            histograms_.add(leaves_[smaller_].histogram, help_of(other), tracks);
}

void TreeGrower::subtract_and_search(const Range& tracks) {
    for (std::size_t track = tracks.begin; track < tracks.end; ++track) {
        if (larger_ != none)
            histograms_.subtract(leaves_[larger_].histogram, leaves_[smaller_].histogram, track);
        for (const std::size_t leaf : searched_) {
            for (const Tracks::Part& part : tracks_.parts(track)) {
                cut(leaf, part.feature) =
                    round_.is_open(part.feature) ? find(leaves_[leaf], track, part) : Cut{};
            }
        }
    }
}

/// The best cut of a feature. `counts`: documents of its bins, where at least so many are asked
/// for.
Cut TreeGrower::find(const Leaf& leaf,
                     std::size_t track,
                     const Tracks::Part& part,
                     std::span<const std::uint32_t> counts) const {
    const std::size_t bins = bins_.bins(part.feature);
    const SplitLimits limits = limits_of(leaf);
    const bool plain = directions_.empty() && counts.empty();
    const CutRules rules = {.counts = counts,
                            .least_documents = least_documents(),
                            .bounds = leaf.bounds,
                            .direction = directions_.empty() ? 0 : directions_[part.feature]};
    return histograms_.feature(leaf.histogram, track, part, [&](const auto* cells) {
        return plain ? find_cut(cells, bins, limits) : find_cut_slowly(cells, bins, limits, rules);
    });
}

/// The best of the cuts of all features; of equal ones the lowest feature.
void TreeGrower::choose_best_cut(std::size_t leaf) {
    Leaf& own = leaves_[leaf];
    own.gain = -1.0;
    double best = -1.0;
    for (std::size_t feature = 0; feature < bins_.features(); ++feature) {
        const Cut& candidate = cut(leaf, feature);
        if (candidate.gain > best) {
            best = candidate.gain;
            own.feature = feature;
        }
    }
    const double uncut = side_gain(own.total, limits_of(own).l2, own.bounds);
    const double gain = best - uncut;
    const double real = gain * units_.hessian / (units_.gradient * units_.gradient);
    if (best >= 0.0 && gain > rounding_share * best && real > params_.min_gain) own.gain = real;
}

/// Looks at the leaves that were searched last and picks the one to split: the largest gain, of
/// equal ones the first.
void TreeGrower::choose_next() {
    for (const std::size_t leaf : searched_) {
        choose_best_cut(leaf);
        release_if_final(leaf);
    }
    for (const std::size_t leaf : {smaller_, larger_})
        if (leaf != none) release_if_final(leaf);
    searched_.clear();
    smaller_ = none;
    larger_ = none;
    next_leaf_ = none;
    is_broken_off_ = round_.stop != nullptr && round_.stop->is_wanted;
    if (is_broken_off_ || leaves_.size() >= params_.leaves) return;
    double best = 0.0;
    for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
        if (leaves_[leaf].gain > best) {
            best = leaves_[leaf].gain;
            next_leaf_ = leaf;
        }
    }
    if (next_leaf_ != none && leaves_[next_leaf_].histogram == none) restore_histogram(next_leaf_);
}

/// Makes two leaves of one: the left one keeps its place, the right one is the newest.
void TreeGrower::split_leaf(const LeafPlace& left) {
    const auto split_index = static_cast<std::int32_t>(tree_.splits.size());
    const Leaf parent = leaves_[next_leaf_];
    const Cut chosen = cut(next_leaf_, parent.feature);
    const std::vector<float>& boundaries = bins_.boundaries()[parent.feature];
    const auto bin = static_cast<std::size_t>(chosen.bin);
    if (parent.parent >= 0) {
        Tree::Split& above = tree_.splits[static_cast<std::size_t>(parent.parent)];
        (above.left == ~static_cast<std::int32_t>(next_leaf_) ? above.left : above.right) =
            split_index;
    }
    tree_.splits.push_back(
        {.feature = static_cast<std::uint32_t>(parent.feature),
         .threshold = bin < boundaries.size() ? boundaries[bin] : std::numeric_limits<float>::max(),
         .missing_left = chosen.missing_left,
         .left = ~static_cast<std::int32_t>(next_leaf_),
         .right = ~static_cast<std::int32_t>(leaves_.size()),
         .gain = 0.0,  // set_gains
         .documents = parent.place.documents});

    Leaf first = parent;
    first.place = left;
    first.total = chosen.left;
    first.depth = parent.depth + 1;
    first.histogram = none;
    first.gain = -1.0;
    first.parent = split_index;
    Leaf second = first;
    second.place = {{left.words.end, parent.place.words.end},
                    {left.idle.end, parent.place.idle.end},
                    parent.place.documents - left.documents};
    second.total = parent.total - chosen.left;
    if (!directions_.empty() && directions_[parent.feature] != 0) {
        const double l2 = limits_of(parent).l2;
        const double middle = (side_value(first.total, l2, parent.bounds) +
                               side_value(second.total, l2, parent.bounds)) /
                              2.0;
        const bool rising = directions_[parent.feature] > 0;
        (rising ? first : second).bounds.high = middle;
        (rising ? second : first).bounds.low = middle;
    }
    const std::size_t second_index = leaves_.size();
    leaves_[next_leaf_] = first;
    leaves_.push_back(second);

    const bool last = leaves_.size() == params_.leaves;
    for (const std::size_t child : {next_leaf_, second_index})
        if (!last && may_split(leaves_[child])) searched_.push_back(child);
    if (searched_.empty()) {
        free_histograms_.push_back(parent.histogram);
        return;
    }
    const bool first_is_smaller = first.place.words.size() < second.place.words.size();
    smaller_ = first_is_smaller ? next_leaf_ : second_index;
    larger_ = first_is_smaller ? second_index : next_leaf_;
    leaves_[larger_].histogram = parent.histogram;
    leaves_[smaller_].histogram = take_histogram();
    start_building();
}

/// After a cut that left too few documents on a side: counts those of each bin of its feature and
/// searches it again. The guess of another feature may then be the best.
void TreeGrower::count_exactly() {
    const Leaf& leaf = leaves_[next_leaf_];
    const std::vector<std::uint32_t> counts =
        documents_.count_bins(leaf.place, bins_.column(leaf.feature).data());
    const std::size_t track = tracks_.track_of(leaf.feature);
    const auto part = std::ranges::find(tracks_.parts(track), leaf.feature, &Tracks::Part::feature);
    cut(next_leaf_, leaf.feature) = find(leaf, track, *part, counts);
    searched_.assign(1, next_leaf_);
}

/// Sums the derivatives of each leaf in fine units, of drawn documents only; makes values of them
/// and adds those to the scores of all.
void TreeGrower::add_values(unsigned worker) {
    for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf)
        documents_.note_leaf(worker, leaves_[leaf].place, leaf);
    team_.barrier();
    std::vector<LeafSums>& sums = sums_[worker];
    sums.assign(leaves_.size(), {});
    const Range share = team_.share(bins_.documents(), worker);
    for (std::size_t i = share.begin; i < share.end; ++i) {
        if (!round_.is_drawn(i)) continue;
        sums[documents_.leaf_of(i)].add(
            round_.derivatives.gradients[i], round_.derivatives.hessians[i], units_);
    }
    team_.barrier([this] { set_values(); });
    for (std::size_t i = share.begin; i < share.end; ++i) {
        const std::size_t leaf = documents_.leaf_of(i);
        scores_[i] += tree_.leaves[pruning_.is_needed() ? pruning_.leaf_of[leaf] : leaf].value;
    }
}

void TreeGrower::set_values() {
    leaf_sums_.assign(leaves_.size(), {});
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
        for (const std::vector<LeafSums>& part : sums_) leaf_sums_[i] += part[i];
        tree_.leaves.push_back({.value = 0.0, .documents = leaves_[i].place.documents});
    }
    set_gains(tree_, leaf_sums_, units_, params_);
    pruning_ = prune(tree_, params_.min_gain);
    if (pruning_.is_needed()) merge_leaves();
    for (std::size_t i = 0; i < tree_.leaves.size(); ++i) {
        Tree::Leaf& leaf = tree_.leaves[i];
        leaf.value = leaf_value(leaf_sums_[i], leaf.documents, leaves_[i].bounds, units_, params_);
    }
}

/// What belongs to leaves that have become one: the sums, and the bounds that they had before their
/// split.
void TreeGrower::merge_leaves() {
    std::vector<LeafSums> sums(tree_.leaves.size());
    std::vector<Bounds> bounds(tree_.leaves.size());
    std::vector<bool> is_set(tree_.leaves.size());
    for (std::size_t old = 0; old < leaf_sums_.size(); ++old) {
        const std::size_t leaf = pruning_.leaf_of[old];
        const Bounds& own = leaves_[old].bounds;
        sums[leaf] += leaf_sums_[old];
        bounds[leaf] = is_set[leaf] ? Bounds{.low = std::min(bounds[leaf].low, own.low),
                                             .high = std::max(bounds[leaf].high, own.high)}
                                    : own;
        is_set[leaf] = true;
    }
    leaf_sums_ = std::move(sums);
    for (std::size_t leaf = 0; leaf < bounds.size(); ++leaf) leaves_[leaf].bounds = bounds[leaf];
}

}  // namespace gradus::gbdt
