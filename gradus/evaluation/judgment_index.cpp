#include "gradus/evaluation/judgment_index.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "gradus/base/parallel.hpp"

namespace gradus {
namespace {

std::uint32_t upper_half(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
}

}  // namespace

JudgmentIndex::JudgmentIndex(const Judgments& judgments,
                             std::string name,
                             const Profile& profile,
                             unsigned threads)
    : judgments_(judgments),
      name_(std::move(name)),
      negative_grades_(profile.negative_grades),
      order_(judgments.queries()),
      query_slots_(std::bit_ceil(2 * judgments.queries() + 1)) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (profile.sums == SumOrder::query_id) {
        std::ranges::sort(
            order_, {}, [&](std::size_t query) { return judgments_.query_ids[query]; });
    }
    auto ideals = std::make_shared<IdealLists>();
    slot_begins_.reserve(queries() + 1);
    ideals->begins.reserve(queries() + 1);
    std::size_t slots = 0;
    for (std::size_t query = 0; query < queries(); ++query) {
        const std::size_t mask = query_slots_.size() - 1;
        std::size_t i = text_hash(judgments_.query_ids[query]) & mask;
        while (query_slots_[i] != 0) i = (i + 1) & mask;
        query_slots_[i] = query + 1;

        slot_begins_.push_back(slots);
        ideals->begins.push_back(ideals->grades.size());
        const std::size_t begin = judgments_.query_begins[query];
        const std::size_t end = judgments_.query_begins[query + 1];
        slots += std::bit_ceil(std::max(2 * (end - begin) + 1, least_slots));
        for (std::size_t row = begin; row < end; ++row) {
            const Grade judged = grade(row);
            if (judged.judged) ideals->grades.push_back(judged.value);
        }
    }
    slot_begins_.push_back(slots);
    ideals->begins.push_back(ideals->grades.size());
    slots_.resize(slots);
    filter_.resize(slots * filter_bits_a_slot / 64);
    parallel_for(queries(), 16, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            fill_query(query);
            std::ranges::sort(std::span(ideals->grades)
                                  .subspan(ideals->begins[query],
                                           ideals->begins[query + 1] - ideals->begins[query]),
                              std::greater());
        }
    });
    if (!ideals->grades.empty()) highest_ = std::ranges::max(ideals->grades);
    ideals_ = std::move(ideals);
    find_distinct_grades();
}

void JudgmentIndex::fill_query(std::size_t query) {
    const std::span slots = std::span(slots_).subspan(
        slot_begins_[query], slot_begins_[query + 1] - slot_begins_[query]);
    const std::size_t mask = slots.size() - 1;
    const std::size_t begin = judgments_.query_begins[query];
    for (std::size_t row = begin; row < judgments_.query_begins[query + 1]; ++row) {
        const std::uint64_t hash = text_hash(judgments_.document_ids[row]);
        std::size_t i = hash & mask;
        while (slots[i].place_from_1 != 0) i = (i + 1) & mask;
        slots[i] = {upper_half(hash), static_cast<std::uint32_t>(row - begin + 1)};
        const auto [word, bit] = filter_place(query, hash);
        filter_[word] |= bit;
    }
}

std::optional<std::size_t> JudgmentIndex::find_query(std::string_view id) const {
    const std::size_t mask = query_slots_.size() - 1;
    for (std::size_t i = text_hash(id) & mask; query_slots_[i] != 0; i = (i + 1) & mask)
        if (judgments_.query_ids[query_slots_[i] - 1] == id) return query_slots_[i] - 1;
    return std::nullopt;
}

std::size_t JudgmentIndex::find(std::size_t query,
                                std::string_view document,
                                std::uint64_t hash) const {
    const Slot* const slots = slots_.data() + slot_begins_[query];
    const std::size_t mask = slot_begins_[query + 1] - slot_begins_[query] - 1;
    for (std::size_t i = hash & mask; slots[i].place_from_1 != 0; i = (i + 1) & mask) {
        if (slots[i].hash != upper_half(hash)) continue;
        const std::size_t row = judgments_.query_begins[query] + slots[i].place_from_1 - 1;
        if (judgments_.document_ids[row] == document) return row;
    }
    return no_row;
}

JudgmentIndex::Grade JudgmentIndex::grade(std::size_t row) const {
    const auto value = static_cast<double>(judgments_.grades[row]);
    if (value >= 0.0) return {value, true};
    return {0.0, negative_grades_ == NegativeGrade::zero};
}

std::size_t JudgmentIndex::query_of_row(std::size_t row) const {
    const auto behind = std::ranges::upper_bound(judgments_.query_begins, row);
    return static_cast<std::size_t>(behind - judgments_.query_begins.begin()) - 1;
}

void JudgmentIndex::find_distinct_grades() {
    std::unordered_map<double, std::size_t> first_rows;
    double previous = -1.0;  // no grade is negative
    for (std::size_t row = 0; row < judgments_.documents(); ++row) {
        const Grade judged = grade(row);
        if (!judged.judged || judged.value == previous) continue;
        previous = judged.value;
        if (first_rows.emplace(judged.value, row).second) distinct_.push_back(row);
    }
    std::ranges::sort(distinct_, {}, [&](std::size_t row) { return grade(row).value; });
}

}  // namespace gradus
