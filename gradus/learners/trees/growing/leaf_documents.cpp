#include "gradus/learners/trees/growing/leaf_documents.hpp"

#include <algorithm>

namespace gradus::gbdt {
namespace {

/// 64 random bits of a tree and a document: a finaliser of hashes (Steele, Lea & Flood, OOPSLA
/// 2014).
std::uint64_t random_bits(std::uint64_t tree, std::uint32_t document) {
    std::uint64_t x = tree + (std::uint64_t{document} + 1) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

Range common_part(const Range& a, const Range& b) {
    const std::size_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

}  // namespace

LeafDocuments::LeafDocuments(std::size_t documents, ThreadTeam& team)
    : team_(team), words_(documents), idle_(documents), leaf_of_(documents), parts_(team.size()) {}

LeafDocuments::Part LeafDocuments::sum_of_parts(unsigned workers) const {
    Part sum;
    for (const Part& part : std::span(parts_).first(workers)) {
        sum.words_left += part.words_left;
        sum.idle_left += part.idle_left;
        sum.counted_left += part.counted_left;
        sum.words += part.words;
    }
    return sum;
}

void LeafDocuments::list_share(unsigned worker,
                               const GrowthRound& round,
                               const TreeParams& params,
                               const Units& units) {
    const Range share = team_.share(leaf_of_.size(), worker);
    const bool coarse = params.rounding == Rounding::coarse;
    const bool skip_zeros = coarse && params.skip_zeros;
    Word* const words = words_.tried().data() + share.begin;
    Idle* const idle = idle_.tried().data() + share.begin;
    Part part;
    for (std::size_t i = share.begin; i < share.end; ++i) {
        const auto document = static_cast<std::uint32_t>(i);
        if (!round.is_drawn(i)) {
            idle[part.idle_left++] = document;
            continue;
        }
        ++part.counted_left;
        const float gradient = round.derivatives.gradients[i];
        const float hessian = params.gain == Gain::variance ? 1.0F : round.derivatives.hessians[i];
        const Word word =
            coarse ? rounded_at_random(document,
                                       gradient,
                                       hessian,
                                       units,
                                       random_bits(round.random_key, round.document_key(i)))
                   : rounded(document, gradient, hessian, units);
        // Without a branch, which chance would have mispredicted.
        const bool skipped = skip_zeros && static_cast<std::uint32_t>(word) == 0;
        words[part.words_left] = word;
        idle[part.idle_left] = document | counted_bit;
        part.words_left += static_cast<std::size_t>(!skipped);
        part.idle_left += static_cast<std::size_t>(skipped);
        part.words.add(word);
    }
    parts_[worker] = part;
}

void LeafDocuments::move_share(unsigned worker) {
    const std::size_t from = team_.share(leaf_of_.size(), worker).begin;
    const Part before = sum_of_parts(worker);
    const Part& own = parts_[worker];
    std::ranges::copy(words_.tried().subspan(from, own.words_left),
                      words_.elements().subspan(before.words_left).begin());
    std::ranges::copy(idle_.tried().subspan(from, own.idle_left),
                      idle_.elements().subspan(before.idle_left).begin());
}

void LeafDocuments::set_root() {
    const Part all = sum_of_parts();
    root_ = {{0, all.words_left}, {0, all.idle_left}, all.counted_left};
}

LeafPlace LeafDocuments::try_cut(unsigned worker,
                                 const LeafPlace& leaf,
                                 const std::uint8_t* bins,
                                 const Direction& direction) {
    Part& own = parts_[worker];
    const Range idle_share = team_.share(leaf.idle, worker);
    own.words_left = words_.try_cut(team_.share(leaf.words, worker), bins, direction);
    own.idle_left = idle_.try_cut(idle_share, bins, direction);
    own.counted_left = 0;
    for (const Idle idle : idle_.tried().subspan(idle_share.begin, own.idle_left))
        own.counted_left += idle / counted_bit;
    team_.barrier();
    const Part left = sum_of_parts();
    return {{leaf.words.begin, leaf.words.begin + left.words_left},
            {leaf.idle.begin, leaf.idle.begin + left.idle_left},
            left.words_left + left.counted_left};
}

void LeafDocuments::take_cut(unsigned worker, const LeafPlace& leaf) {
    const Part all = sum_of_parts();
    const Part before = sum_of_parts(worker);
    const auto take = [&](auto& list, const Range& range, std::size_t Part::*left) {
        const Range share = team_.share(range, worker);
        const std::size_t right_before = share.begin - range.begin - before.*left;
        list.take_cut(share,
                      parts_[worker].*left,
                      range.begin + before.*left,
                      range.begin + all.*left + right_before);
    };
    take(words_, leaf.words, &Part::words_left);
    take(idle_, leaf.idle, &Part::idle_left);
}

std::vector<std::uint32_t> LeafDocuments::count_bins(const LeafPlace& leaf,
                                                     const std::uint8_t* bins) const {
    std::vector<std::uint32_t> counts(missing_cell + 1);
    for (const Word word : words_[leaf.words]) ++counts[bins[document_of(word)]];
    for (const Idle idle : idle_[leaf.idle]) counts[bins[document_of(idle)]] += idle / counted_bit;
    return counts;
}

void LeafDocuments::note_leaf(unsigned worker, const LeafPlace& place, std::size_t leaf) {
    const auto note = [&](const auto& list, Range LeafPlace::*range) {
        // Shares of the whole list: leaves are of very different sizes.
        const Range own = common_part(place.*range, team_.share((root_.*range).size(), worker));
        for (const auto element : list[own])
            leaf_of_[document_of(element)] = static_cast<std::uint32_t>(leaf);
    };
    note(words_, &LeafPlace::words);
    note(idle_, &LeafPlace::idle);
}

}  // namespace gradus::gbdt
