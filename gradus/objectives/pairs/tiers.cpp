#include "gradus/objectives/pairs/tiers.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>

#include "gradus/base/parallel.hpp"
#include "gradus/base/vector_clones.hpp"

namespace gradus {
namespace {

bool alike(float x, float y) {
    return !(x < y) && !(x > y);
}

/// Missing = missing, and below every grade.
std::weak_ordering compare(float x, float y) {
    if (std::isnan(x) || std::isnan(y)) return std::isnan(y) <=> std::isnan(x);
    return x < y   ? std::weak_ordering::less
           : x > y ? std::weak_ordering::greater
                   : std::weak_ordering::equivalent;
}

GRADUS_AVX2_CLONES void mask_by_key(const float* __restrict keys,
                                    std::size_t a,
                                    std::size_t size,
                                    float* __restrict changes) {
    const float own = keys[a];
    for (std::size_t b = a + 1; b < size; ++b) {
        const float below = own < keys[b] ? 0.0F : changes[b];
        changes[b] = own > keys[b] ? 0.0F : below;
    }
}

}  // namespace

std::vector<TierRule> tier_rules(std::span<const NamedMeasure> targets,
                                 MissingGrades missing,
                                 bool zero_grades) {
    std::vector<TierRule> rules;
    TierRule rule{.missing = missing};
    for (const NamedMeasure& target : targets) {
        if (!rules.empty() && !zero_grades) rule.excluded = 0.0;
        rules.push_back(rule);
        rule.earlier.push_back(target.labels);
    }
    return rules;
}

TierKeys::TierKeys(const Dataset& data, const TierRule& rule, unsigned threads)
    : begins_(data.query_begins) {
    for (const std::string& column : rule.earlier) keys_.emplace_back(data.label(column).values);
    if (rule.missing == MissingGrades::lenient || keys_.empty()) return;
    classes_.resize(data.documents());
    parallel_for(data.queries(), 64, threads, [&](std::size_t first, std::size_t last) {
        std::vector<std::span<const float>> columns(keys_.size());
        for (std::size_t query = first; query < last; ++query) {
            const std::size_t begin = begins_[query];
            const std::size_t size = data.query_size(query);
            std::ranges::transform(
                keys_, columns.begin(), [&](auto column) { return column.subspan(begin, size); });
            matched_classes(columns, std::span(classes_).subspan(begin, size));
        }
    });
    keys_.assign(1, classes_);
}

bool TierKeys::admits(std::size_t query, std::size_t i, std::size_t j) const {
    const std::size_t begin = begins_[query];
    return std::ranges::all_of(
        keys_, [&](std::span<const float> key) { return alike(key[begin + i], key[begin + j]); });
}

std::span<const float> TierKeys::ranked(std::size_t query,
                                        std::span<const std::uint32_t> order,
                                        Scratch& scratch) const {
    const std::size_t begin = begins_[query];
    const std::span<float> ranked = scratch.array<float>(keys_.size() * order.size());
    auto place = ranked.begin();
    for (const std::span<const float> key : keys_) {
        place = std::ranges::transform(order, place, [&](std::uint32_t document) {
                    return key[begin + document];
                }).out;
    }
    return ranked;
}

bool ranked_keys_admit(std::span<const float> ranked_keys,
                       std::size_t n,
                       std::size_t a,
                       std::size_t b) {
    for (std::size_t begin = 0; begin < ranked_keys.size(); begin += n) {
        if (!alike(ranked_keys[begin + a], ranked_keys[begin + b])) return false;
    }
    return true;
}

void mask_row(std::span<const float> ranked_keys, std::size_t a, std::span<float> changes) {
    const std::size_t size = changes.size();
    for (std::size_t begin = 0; begin < ranked_keys.size(); begin += size) {
        mask_by_key(ranked_keys.data() + begin, a, size, changes.data());
    }
}

void matched_classes(std::span<const std::span<const float>> columns, std::span<float> classes) {
    std::vector<std::size_t> order(classes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto compare_documents = [&](std::size_t i, std::size_t j) {
        for (const std::span<const float> column : columns) {
            const auto result = compare(column[i], column[j]);
            if (std::is_neq(result)) return result;
        }
        return std::weak_ordering::equivalent;
    };
    std::ranges::sort(
        order, [&](std::size_t i, std::size_t j) { return std::is_lt(compare_documents(i, j)); });
    float number = 0.0F;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && std::is_neq(compare_documents(order[i - 1], order[i]))) number += 1.0F;
        classes[order[i]] = number;
    }
}

std::vector<TierPair> tier_pairs(std::span<const std::vector<float>> grades_by_tier,
                                 MissingGrades missing) {
    std::vector<TierPair> pairs;
    std::vector<std::span<const float>> earlier;
    for (std::size_t tier = 0; tier < grades_by_tier.size(); ++tier) {
        const std::vector<float>& grades = grades_by_tier[tier];
        std::vector<float> classes(grades.size());
        matched_classes(earlier, classes);
        const auto admitted = [&](std::size_t i, std::size_t j) {
            if (missing == MissingGrades::matched) return classes[i] == classes[j];
            return std::ranges::all_of(
                earlier, [&](std::span<const float> key) { return alike(key[i], key[j]); });
        };
        for (std::size_t i = 0; i < grades.size(); ++i) {
            for (std::size_t j = 0; j < grades.size(); ++j) {
                if (grades[i] > grades[j] && admitted(i, j)) pairs.push_back({tier, i, j});
            }
        }
        earlier.emplace_back(grades);
    }
    return pairs;
}

}  // namespace gradus
