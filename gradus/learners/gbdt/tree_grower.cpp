#include "gradus/learners/gbdt/tree_grower.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace gradus::gbdt {
namespace {

/// A gain that rounding alone could make, as a share of what is compared.
constexpr double rounding_share = 1e-12;
/// The search guesses documents from curvatures; it lets cuts pass that seem to leave a side at
/// least this share of the documents it needs, and the partition counts.
constexpr double lenience = 0.25;
/// That a worker takes at a time: enough to make taking cheap.
constexpr std::size_t block_documents = 4096;

/// In [0, 1), from a document's number and the tree's key: a finaliser of 64-bit hashes (Steele,
/// Lea & Flood, OOPSLA 2014).
double random_of(std::uint64_t key, std::uint64_t document) {
    std::uint64_t x = key + (document + 1) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    x ^= x >> 31U;
    return static_cast<double>(x >> 11U) * 0x1p-53;
}

}  // namespace

TreeGrower::TreeGrower(const FeatureBins& bins,
                       const TreeParams& params,
                       std::vector<int> directions,
                       ThreadTeam& team)
    : bins_(bins),
      params_(params),
      directions_(std::move(directions)),
      team_(team),
      tracks_(bins, team.size()),
      histogram_cells_(tracks_.groups() * Tracks::group_tracks * cells_a_track),
      histograms_(params.leaves * histogram_cells_),
      help_(team.size() * histogram_cells_),
      words_(bins.documents()),
      idle_(bins.documents()),
      leaf_of_(bins.documents()),
      taken_(team.size() + 1),
      helped_(std::size_t{team.size()} * (team.size() + 1)) {
    leaves_.reserve(params.leaves);
}

Tree TreeGrower::grow(const GrowthRound& round, std::span<double> scores) {
    round_ = round;
    scores_ = scores;
    units_ = choose_units(round.derivatives, params_, team_);
    if (params_.gain == Gain::variance) units_.curvature = 1.0;
    leaves_.assign(1, Leaf{});
    cuts_.resize(params_.leaves * bins_.features());
    free_histograms_.resize(params_.leaves);
    std::iota(free_histograms_.rbegin(), free_histograms_.rend(), std::size_t{0});
    tried_.assign(team_.size(), {});
    sums_.assign(team_.size(), {});
    tree_ = {};
    team_.run([this](unsigned worker) { work(worker); });
    set_gains(tree_, leaf_sums_, units_, params_);
    return std::move(tree_);
}

void TreeGrower::work(unsigned worker) {
    take_documents(worker);
    while (true) {
        if (smaller_ != none) build_and_search(worker);
        team_.barrier([this] { choose_next(); });
        if (next_leaf_ == none) break;
        if (try_cut(worker)) {
            take_cut(worker);
            team_.barrier([this] { split_leaf(tried_by_all()); });
        } else {
            team_.barrier([this] { count_exactly(); });
        }
    }
    add_values(worker);
}

/// Rounds the derivatives of the worker's share of all documents, and lists those that are read
/// apart from those that are not.
void TreeGrower::take_documents(unsigned worker) {
    const Range share = team_.share(bins_.documents(), worker);
    const bool coarse = params_.rounding == Rounding::coarse;
    Word* const words = words_.tried().data() + share.begin;
    Idle* const idle = idle_.tried().data() + share.begin;
    std::size_t read = 0;
    std::size_t unread = 0;
    Cell total = 0;
    std::size_t counted = 0;
    for (std::size_t i = share.begin; i < share.end; ++i) {
        const auto document = static_cast<std::uint32_t>(i);
        if (!is_drawn(i)) {
            idle[unread++] = document;
            continue;
        }
        ++counted;
        const float slope = round_.derivatives.slopes[i];
        const float curvature =
            params_.gain == Gain::variance ? 1.0F : round_.derivatives.curvatures[i];
        const Word word =
            coarse ? rounded_at_random(
                         document, slope, curvature, units_, random_of(round_.random_key, i))
                   : rounded(document, slope, curvature, units_);
        // Without a branch, which chance would have mispredicted.
        const bool skipped = coarse && static_cast<std::uint32_t>(word) == 0;
        words[read] = word;
        idle[unread] = document | counted_bit;
        read += static_cast<std::size_t>(!skipped);
        unread += static_cast<std::size_t>(skipped);
        total += cell_of(word);
    }
    tried_[worker] = {read, unread, counted, total};
    team_.barrier();
    std::size_t read_before = 0;
    std::size_t unread_before = 0;
    for (unsigned other = 0; other < worker; ++other) {
        read_before += tried_[other].words_left;
        unread_before += tried_[other].idle_left;
    }
    std::copy_n(words, read, words_.elements().begin() + static_cast<std::ptrdiff_t>(read_before));
    std::copy_n(
        idle, unread, idle_.elements().begin() + static_cast<std::ptrdiff_t>(unread_before));
    team_.barrier([this] {
        Leaf& root = leaves_.front();
        for (unsigned other = 0; other < team_.size(); ++other) {
            root.words.end += tried_[other].words_left;
            root.idle.end += tried_[other].idle_left;
            root.documents += tried_[other].counted_left;
            root.total += tried_[other].total;
        }
        smaller_ = may_split(root) ? 0 : none;
        larger_ = none;
        if (smaller_ == 0) {
            root.histogram = take_histogram();
            searched_.assign(1, 0);
            start_building();
        }
    });
}

std::size_t TreeGrower::take_histogram() {
    const std::size_t histogram = free_histograms_.back();
    free_histograms_.pop_back();
    return histogram;
}

bool TreeGrower::may_split(const Leaf& leaf) const {
    return leaf.documents >= 2 * params_.min_leaf_documents && leaf.documents >= 2 &&
           params_.leaves > 1 && (params_.depth == 0 || leaf.depth < params_.depth);
}

SplitLimits TreeGrower::limits_of(const Leaf& leaf) const {
    const auto all = static_cast<double>(curvatures_of(leaf.total));
    const bool variance = params_.gain == Gain::variance;
    const double guess = lenience * all * static_cast<double>(params_.min_leaf_documents) /
                         static_cast<double>(leaf.documents);
    const double least = variance ? 1.0 : params_.min_leaf_curvature * units_.curvature;
    return {.total = leaf.total,
            .least_curvature = static_cast<std::int64_t>(
                std::clamp(std::ceil(std::max(guess, least)), 1.0, 0x1p31)),
            .l2 = variance ? 0.0 : params_.l2 * units_.curvature};
}

/// The groups of tracks whose histograms a worker builds and searches; those that are left when all
/// have as many belong to nobody, the owner team_.size().
Range TreeGrower::groups_of(unsigned owner) const {
    const std::size_t each = tracks_.groups() / team_.size();
    return {owner * each, owner == team_.size() ? tracks_.groups() : (owner + 1) * each};
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
    const auto tracks_of = [&](const Range& groups) -> Range {
        return {std::min(groups.begin * Tracks::group_tracks, tracks_.size()),
                std::min(groups.end * Tracks::group_tracks, tracks_.size())};
    };
    const Range own = groups_of(worker);
    std::fill_n(cells(smaller, own.begin * Tracks::group_tracks),
                own.size() * Tracks::group_tracks * cells_a_track,
                Cell{0});
    const Range common = tracks_of(groups_of(nobody));
    const bool together = common.size() > 0 || smaller.words.size() > block_documents;
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
    const Range share = share_of(common, worker);
    std::fill_n(cells(smaller, share.begin), share.size() * cells_a_track, Cell{0});
    add_help(nobody, share);
    subtract_and_search(share);
}

/// Adds blocks of documents to an owner's groups until all are taken.
void TreeGrower::add_blocks(unsigned worker, unsigned owner) {
    const Range groups = groups_of(owner);
    if (groups.size() == 0) return;
    const Leaf& smaller = leaves_[smaller_];
    const std::size_t first = groups.begin * Tracks::group_tracks;
    Cell* const to = owner == worker ? cells(smaller, first) : help_cells(worker, first);
    while (true) {
        const std::size_t begin =
            smaller.words.begin + block_documents * taken_[owner].blocks.fetch_add(1);
        if (begin >= smaller.words.end) return;
        if (owner != worker && helped(worker, owner) == 0) {
            helped(worker, owner) = 1;
            std::fill_n(to, groups.size() * Tracks::group_tracks * cells_a_track, Cell{0});
        }
        const std::size_t end = std::min(begin + block_documents, smaller.words.end);
        tracks_.add(words_[{begin, end}], groups, to);
    }
}

/// Adds what others have done of an owner's tracks.
void TreeGrower::add_help(unsigned owner, const Range& tracks) {
    Cell* const sums = cells(leaves_[smaller_], tracks.begin);
    for (unsigned other = 0; other < team_.size(); ++other) {
        if (helped(other, owner) == 0) continue;
        const Cell* const part = help_cells(other, tracks.begin);
        for (std::size_t i = 0; i < tracks.size() * cells_a_track; ++i) sums[i] += part[i];
    }
}

void TreeGrower::subtract_and_search(const Range& tracks) {
    for (std::size_t track = tracks.begin; track < tracks.end; ++track) {
        if (larger_ != none) {
            const Cell* const less = cells(leaves_[smaller_], track);
            Cell* const rest = cells(leaves_[larger_], track);
            for (std::size_t i = 0; i < cells_a_track; ++i) rest[i] -= less[i];
        }
        for (const std::size_t leaf : searched_) {
            for (const Tracks::Part& part : tracks_.parts(track)) {
                cut(leaf, part.feature) =
                    is_open(part.feature) ? find(leaves_[leaf], part, cells(leaves_[leaf], track))
                                          : Cut{};
            }
        }
    }
}

/// The best cut of a feature. `counts`: documents of its bins, where at least so many are asked
/// for.
Cut TreeGrower::find(const Leaf& leaf,
                     const Tracks::Part& part,
                     const Cell* track,
                     std::span<const std::uint32_t> counts) const {
    std::array<Cell, cells_a_track> room;
    const Cell* const histogram = histogram_of(part, track, room);
    const std::size_t bins = bins_.bins(part.feature);
    if (directions_.empty() && counts.empty()) return find_cut(histogram, bins, limits_of(leaf));
    return find_cut_slowly(histogram,
                           bins,
                           limits_of(leaf),
                           {.counts = counts,
                            .least_documents = least_documents(),
                            .bounds = leaf.bounds,
                            .direction = directions_.empty() ? 0 : directions_[part.feature]});
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
    const double real = gain * units_.curvature / (units_.slope * units_.slope);
    if (best >= 0.0 && gain > rounding_share * best && real > params_.min_gain) own.gain = real;
}

/// Looks at the leaves that were searched last and picks the one to split: the largest gain, of
/// equal ones the first.
void TreeGrower::choose_next() {
    for (const std::size_t leaf : searched_) {
        choose_best_cut(leaf);
        if (leaves_[leaf].gain < 0.0) free_histograms_.push_back(leaves_[leaf].histogram);
    }
    searched_.clear();
    smaller_ = none;
    next_leaf_ = none;
    if (leaves_.size() >= params_.leaves) return;
    double best = 0.0;
    for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
        if (leaves_[leaf].gain > best) {
            best = leaves_[leaf].gain;
            next_leaf_ = leaf;
        }
    }
}

TreeGrower::Tried TreeGrower::tried_by_all() const {
    Tried sum;
    for (const Tried& part : tried_) {
        sum.words_left += part.words_left;
        sum.idle_left += part.idle_left;
        sum.counted_left += part.counted_left;
    }
    return sum;
}

/// Sorts the worker's share of the documents of the leaf to be split. False where a side would have
/// too few.
bool TreeGrower::try_cut(unsigned worker) {
    const Leaf& leaf = leaves_[next_leaf_];
    const Cut& chosen = cut(next_leaf_, leaf.feature);
    const Direction direction{chosen.bin, chosen.missing_left};
    const std::uint8_t* const bins = bins_.column(leaf.feature).data();
    Tried& own = tried_[worker];
    const Range idle_share = share_of(leaf.idle, worker);
    own.words_left = words_.try_cut(share_of(leaf.words, worker), bins, direction);
    own.idle_left = idle_.try_cut(idle_share, bins, direction);
    own.counted_left = 0;
    for (const Idle idle : idle_.tried().subspan(idle_share.begin, own.idle_left))
        own.counted_left += idle / counted_bit;
    team_.barrier();
    const Tried left = tried_by_all();
    const std::size_t documents = left.words_left + left.counted_left;
    return std::min(documents, leaf.documents - documents) >= least_documents();
}

void TreeGrower::take_cut(unsigned worker) {
    const Leaf& leaf = leaves_[next_leaf_];
    const Tried all = tried_by_all();
    Tried before;
    for (unsigned other = 0; other < worker; ++other) {
        before.words_left += tried_[other].words_left;
        before.idle_left += tried_[other].idle_left;
    }
    const auto take = [&](auto& list,
                          const Range& range,
                          std::size_t own,
                          std::size_t earlier,
                          std::size_t in_all) {
        const Range share = share_of(range, worker);
        list.take_cut(share,
                      own,
                      range.begin + earlier,
                      range.begin + in_all + (share.begin - range.begin - earlier));
    };
    take(words_, leaf.words, tried_[worker].words_left, before.words_left, all.words_left);
    take(idle_, leaf.idle, tried_[worker].idle_left, before.idle_left, all.idle_left);
}

/// Makes two leaves of one: the left one keeps its place, the right one is the newest.
void TreeGrower::split_leaf(const Tried& left) {
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
         .documents = parent.documents});

    Leaf first = parent;
    first.words.end = parent.words.begin + left.words_left;
    first.idle.end = parent.idle.begin + left.idle_left;
    first.total = chosen.left;
    first.documents = left.words_left + left.counted_left;
    first.depth = parent.depth + 1;
    first.histogram = none;
    first.gain = -1.0;
    first.parent = split_index;
    Leaf second = first;
    second.words = {first.words.end, parent.words.end};
    second.idle = {first.idle.end, parent.idle.end};
    second.total = parent.total - chosen.left;
    second.documents = parent.documents - first.documents;
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
    const bool first_is_smaller = first.words.size() < second.words.size();
    smaller_ = first_is_smaller ? next_leaf_ : second_index;
    larger_ = first_is_smaller ? second_index : next_leaf_;
    leaves_[smaller_].histogram = take_histogram();
    leaves_[larger_].histogram = parent.histogram;
    start_building();
}

/// After a cut that left too few documents on a side: counts those of each bin of its feature and
/// searches it again. The guess of another feature may then be the best.
void TreeGrower::count_exactly() {
    const Leaf& leaf = leaves_[next_leaf_];
    const std::uint8_t* const bins = bins_.column(leaf.feature).data();
    std::vector<std::uint32_t> counts(cells_a_track);
    for (const Word word : words_[leaf.words]) ++counts[bins[document_of(word)]];
    for (const Idle idle : idle_[leaf.idle]) counts[bins[document_of(idle)]] += idle / counted_bit;
    const std::size_t track = tracks_.track_of(leaf.feature);
    const auto part = std::ranges::find(tracks_.parts(track), leaf.feature, &Tracks::Part::feature);
    cut(next_leaf_, leaf.feature) = find(leaf, *part, cells(leaf, track), counts);
    searched_.assign(1, next_leaf_);
}

/// Calls body(leaf, element) for the worker's share of all documents of a list.
template <class Element, class Body>
void TreeGrower::for_each_own(unsigned worker,
                              const DocumentList<Element>& list,
                              Range Leaf::*range,
                              Body body) const {
    std::size_t all = 0;
    for (const Leaf& leaf : leaves_) all += (leaf.*range).size();
    const Range share = team_.share(all, worker);
    for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
        const Range& own = leaves_[leaf].*range;
        const Range both{std::max(own.begin, share.begin), std::min(own.end, share.end)};
        if (both.begin >= both.end) continue;
        for (const Element element : list[both]) body(leaf, element);
    }
}

/// Sums the derivatives of each leaf in fine units, of drawn documents only; makes values of them
/// and adds those to the scores of all.
void TreeGrower::add_values(unsigned worker) {
    const auto note_leaf = [&](std::size_t leaf, auto element) {
        leaf_of_[document_of(element)] = static_cast<std::uint32_t>(leaf);
    };
    for_each_own(worker, words_, &Leaf::words, note_leaf);
    for_each_own(worker, idle_, &Leaf::idle, note_leaf);
    team_.barrier();
    std::vector<LeafSums>& sums = sums_[worker];
    sums.assign(leaves_.size(), {});
    const Range share = team_.share(bins_.documents(), worker);
    for (std::size_t i = share.begin; i < share.end; ++i) {
        if (!is_drawn(i)) continue;
        sums[leaf_of_[i]].add(
            round_.derivatives.slopes[i], round_.derivatives.curvatures[i], units_);
    }
    team_.barrier([this] { set_values(); });
    for (std::size_t i = share.begin; i < share.end; ++i)
        scores_[i] += tree_.leaves[leaf_of_[i]].value;
}

void TreeGrower::set_values() {
    leaf_sums_.assign(leaves_.size(), {});
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
        for (const std::vector<LeafSums>& part : sums_) leaf_sums_[i] += part[i];
        const Leaf& leaf = leaves_[i];
        tree_.leaves.push_back(
            {.value = leaf_value(leaf_sums_[i], leaf.documents, leaf.bounds, units_, params_),
             .documents = leaf.documents});
    }
}

}  // namespace gradus::gbdt
