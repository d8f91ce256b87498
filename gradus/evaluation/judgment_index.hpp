#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/text_hash.hpp"
#include "gradus/data/judgments.hpp"
#include "gradus/evaluation/profile.hpp"

namespace gradus {

/// The grades of all judged documents, query by query, highest first.
struct IdealLists {
    std::vector<std::size_t> begins;  ///< of each query, then the number of grades
    std::vector<double> grades;

    std::span<const double> of(std::size_t query) const {
        return std::span(grades).subspan(begins[query], begins[query + 1] - begins[query]);
    }
};

/// Judgments made ready for many runs: found by hash, ideal lists sorted once.
class JudgmentIndex {
  public:
    /// The judgments must outlive the index; `name` stands in messages.
    JudgmentIndex(const Judgments& judgments,
                  std::string name,
                  const Profile& profile,
                  unsigned threads);

    const Judgments& judgments() const { return judgments_; }
    const std::string& name() const { return name_; }
    std::size_t queries() const { return judgments_.queries(); }
    const std::shared_ptr<const IdealLists>& ideals() const { return ideals_; }
    double highest() const { return highest_; }
    /// The queries in the order in which the profile adds them up.
    const std::vector<std::size_t>& queries_in_order() const { return order_; }

    std::optional<std::size_t> find_query(std::string_view id) const;
    static constexpr std::size_t no_row = static_cast<std::size_t>(-1);
    /// The row of a document's judgment, or no_row. Most documents of a run have none, and one bit
    /// says so.
    std::size_t find(std::size_t query, std::string_view document) const {
        const std::uint64_t hash = text_hash(document);
        const auto [word, bit] = filter_place(query, hash);
        if ((filter_[word] & bit) == 0) return no_row;
        return find(query, document, hash);
    }

    struct Grade {
        double value;  ///< 0 where not judged
        bool judged;
    };
    Grade grade(std::size_t row) const;

    /// One row for each distinct grade of the judged documents, by rising grade.
    const std::vector<std::size_t>& rows_of_distinct_grades() const { return distinct_; }
    std::size_t query_of_row(std::size_t row) const;

  private:
    static constexpr std::size_t filter_bits_a_slot = 8;
    static constexpr std::size_t least_slots = 64 / filter_bits_a_slot;  ///< a word of the filter
    struct Slot {
        std::uint32_t hash = 0;          ///< its upper half
        std::uint32_t place_from_1 = 0;  ///< within the rows of the query; 0 = free
    };
    struct FilterPlace {
        std::size_t word;
        std::uint64_t bit;
    };
    FilterPlace filter_place(std::size_t query, std::uint64_t hash) const {
        const std::size_t begin = slot_begins_[query];
        const std::size_t bits = filter_bits_a_slot * (slot_begins_[query + 1] - begin);
        const std::size_t bit = (hash >> 32U) & (bits - 1);
        return {begin * filter_bits_a_slot / 64 + bit / 64, std::uint64_t{1} << (bit % 64)};
    }
    std::size_t find(std::size_t query, std::string_view document, std::uint64_t hash) const;
    void fill_query(std::size_t query);
    void find_distinct_grades();

    const Judgments& judgments_;
    std::string name_;
    NegativeGrade negative_grades_;
    std::shared_ptr<const IdealLists> ideals_;
    double highest_ = 0.0;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> slot_begins_;  ///< of each query, then the number of slots
    std::vector<Slot> slots_;
    std::vector<std::uint64_t> filter_;     ///< a bit is set where some document's hash falls on it
    std::vector<std::size_t> query_slots_;  ///< query + 1; 0 = free
    std::vector<std::size_t> distinct_;
};

}  // namespace gradus
