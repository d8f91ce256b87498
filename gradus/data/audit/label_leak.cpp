#include "gradus/data/audit/label_leak.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "gradus/base/prefix_sums.hpp"

namespace gradus {
namespace {

struct Counted {
    float value = 0.0F;
    std::uint32_t label = 0;
};

struct PairCounts {
    std::uint64_t rising = 0;
    std::uint64_t falling = 0;
    std::uint64_t tied = 0;
};

/// Adds the pairs of one query that differ in label. Sorts `documents` by value; O(n log n).
void count_pairs(std::vector<Counted>& documents,
                 std::size_t labels,
                 PrefixSums<std::uint64_t>& seen,
                 PairCounts& pairs) {
    std::ranges::sort(documents, [](const Counted& a, const Counted& b) {
        return a.value != b.value ? a.value < b.value : a.label < b.label;
    });
    seen.reset(labels);
    std::size_t begin = 0;
    while (begin < documents.size()) {
        std::size_t end = begin;
        std::size_t run = begin;  // first document of the same value and label
        for (; end < documents.size() && documents[end].value == documents[begin].value; ++end) {
            const std::size_t label = documents[end].label;
            if (label != documents[run].label) run = end;
            pairs.tied += run - begin;
            pairs.rising += seen.below(label);
            pairs.falling += begin - seen.below(label + 1);
        }
        for (; begin < end; ++begin) seen.add(documents[begin].label, 1);
    }
}

/// Makes the labels of one query consecutive from 0; returns how many there are.
std::size_t compress_labels(std::vector<Counted>& documents, std::vector<std::uint32_t>& scratch) {
    scratch.clear();
    for (const Counted& document : documents) scratch.push_back(document.label);
    std::ranges::sort(scratch);
    scratch.erase(std::unique(scratch.begin(), scratch.end()), scratch.end());
    for (Counted& document : documents) {
        document.label = static_cast<std::uint32_t>(
            std::ranges::lower_bound(scratch, document.label) - scratch.begin());
    }
    return scratch.size();
}

std::size_t largest_class(const std::vector<Counted>& documents, std::size_t labels) {
    std::vector<std::size_t> sizes(labels);
    for (const Counted& document : documents) ++sizes[document.label];
    return sizes.empty() ? 0 : std::ranges::max(sizes);
}

}  // namespace

LabelLeakRule::LabelLeakRule(const Dataset& data, std::size_t column)
    : data_(&data), column_(column), classes_(data.documents(), missing) {
    const std::span<const float> labels = data.labels[column].values;
    std::vector<float> distinct;
    for (const float label : labels) {
        if (!std::isnan(label)) distinct.push_back(label);
    }
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    class_count_ = distinct.size();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (std::isnan(labels[i])) continue;
        classes_[i] = static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, labels[i]) -
                                                 distinct.begin());
    }
    std::vector<Counted> documents;
    std::vector<std::uint32_t> scratch;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        documents.clear();
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            if (classes_[i] != missing) documents.push_back({0.0F, classes_[i]});
        }
        const std::size_t count = compress_labels(documents, scratch);
        if (count < 2) continue;
        std::vector<std::uint64_t> sizes(count);
        for (const Counted& document : documents) ++sizes[document.label];
        std::uint64_t equal = 0;  // ordered pairs of equal label
        for (const std::uint64_t size : sizes) equal += size * size;
        pairs_ += (documents.size() * documents.size() - equal) / 2;
        base_ += std::ranges::max(sizes);
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            if (classes_[i] != missing) ranked_.push_back(i);
        }
    }
}

std::optional<LabelLeak> LabelLeakRule::test(std::size_t feature,
                                             std::span<const float> values) const {
    if (ranked_.size() - base_ < least_support) return std::nullopt;
    const auto order = test_order(values);
    const auto skill = test_values(values);
    if (!order && !skill) return std::nullopt;
    LabelLeak found{.feature = feature, .column = column_, .value_skill = skill};
    if (order) {
        found.order_accuracy = order->accuracy;
        found.falling = order->falling;
    }
    return found;
}

std::optional<LabelLeakRule::OrderResult> LabelLeakRule::test_order(
    std::span<const float> values) const {
    // Missing values only lessen the pairs, so more wrong ones than this are too many in any case:
    // an ordinary feature is done with after a small part of the queries.
    const double most_wrong = (1.0 - threshold) * static_cast<double>(pairs_);
    PairCounts pairs;
    std::size_t support = 0;
    std::vector<Counted> documents;
    std::vector<std::uint32_t> scratch;
    PrefixSums<std::uint64_t> seen;
    const auto wrong = [&](std::uint64_t against) {
        return static_cast<double>(against) + 0.5 * static_cast<double>(pairs.tied);
    };
    for (std::size_t next = 0, query = 0; next < ranked_.size(); ++query) {
        documents.clear();
        for (; next < ranked_.size() && ranked_[next] < data_->query_begins[query + 1]; ++next) {
            const std::size_t i = ranked_[next];
            if (!std::isnan(values[i])) documents.push_back({values[i], classes_[i]});
        }
        const std::size_t labels = compress_labels(documents, scratch);
        if (labels < 2) continue;
        support += documents.size() - largest_class(documents, labels);
        count_pairs(documents, labels, seen, pairs);
        if (wrong(pairs.falling) > most_wrong && wrong(pairs.rising) > most_wrong) {
            return std::nullopt;
        }
    }
    if (support < least_support) return std::nullopt;
    const auto all = static_cast<double>(pairs.rising + pairs.falling + pairs.tied);
    const bool falling = pairs.falling > pairs.rising;
    const double accuracy = 1.0 - wrong(falling ? pairs.rising : pairs.falling) / all;
    if (accuracy < threshold) return std::nullopt;
    return OrderResult{accuracy, falling};
}

std::optional<double> LabelLeakRule::test_values(std::span<const float> values) const {
    const std::size_t most = std::min(most_values, ranked_.size() / 10);
    if (class_count_ > most) return std::nullopt;
    std::unordered_map<std::uint32_t, std::uint32_t> groups;  // bits of the value -> its number
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
    members.reserve(ranked_.size());
    for (const std::size_t i : ranked_) {
        const float value = std::isnan(values[i]) ? std::numeric_limits<float>::quiet_NaN()
                                                  : values[i] + 0.0F;  // -0 is 0
        const auto number = static_cast<std::uint32_t>(groups.size());
        const auto group = groups.emplace(std::bit_cast<std::uint32_t>(value), number).first;
        if (groups.size() > most) return std::nullopt;
        members.emplace_back(group->second, classes_[i]);
    }
    std::vector<std::size_t> counts(groups.size() * class_count_);
    for (const auto& [group, label] : members) ++counts[group * class_count_ + label];
    std::size_t right = 0;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::size_t first = 0;
        std::size_t second = 0;
        for (std::size_t label = 0; label < class_count_; ++label) {
            const std::size_t count = counts[group * class_count_ + label];
            second = std::max(second, std::min(first, count));
            first = std::max(first, count);
        }
        // Without the document itself its label still leads.
        if (first > second + 1) right += first;
    }
    const double skill = (static_cast<double>(right) - static_cast<double>(base_)) /
                         static_cast<double>(ranked_.size() - base_);
    if (skill < threshold) return std::nullopt;
    return skill;
}

}  // namespace gradus
