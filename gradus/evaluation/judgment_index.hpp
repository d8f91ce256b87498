#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    /// The row of a document's judgment.
    std::optional<std::size_t> find(std::size_t query, std::string_view document) const;

    struct Grade {
        double value;  ///< 0 where not judged
        bool judged;
    };
    Grade grade(std::size_t row) const;

    /// One row for each distinct grade of the judged documents, by rising grade.
    const std::vector<std::size_t>& rows_of_distinct_grades() const { return distinct_; }
    std::size_t query_of_row(std::size_t row) const;

  private:
    struct Slot {
        std::uint32_t hash = 0;          ///< its upper half
        std::uint32_t place_from_1 = 0;  ///< within the rows of the query; 0 = free
    };
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
    std::vector<std::size_t> query_slots_;  ///< query + 1; 0 = free
    std::vector<std::size_t> distinct_;
};

}  // namespace gradus
