#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/evaluation/judgment_index.hpp"
#include "gradus/evaluation/profile.hpp"

namespace gradus {

/// A label column of graded data made ready for many rankings: ideal lists sorted once, the highest
/// grade known. What JudgmentIndex is to judgments.
class GradedLabels {
  public:
    /// Data and column must outlive it.
    GradedLabels(const Dataset& data,
                 const LabelColumn& labels,
                 const Profile& profile,
                 unsigned threads);

    const Dataset& data() const { return data_; }
    /// By place in the query; NaN = missing.
    std::span<const float> of(std::size_t query) const { return data_.labels_of(labels_, query); }
    const std::shared_ptr<const IdealLists>& ideals() const { return ideals_; }
    /// Of all judged documents.
    double highest() const { return highest_; }

    /// A document whose grade is missing is not judged, and one below 0 where the profile says so.
    bool is_judged(float grade) const {
        return negative_is_zero_ ? !std::isnan(grade) : grade >= 0.0F;
    }
    bool all_judged() const { return all_judged_; }
    /// What a grade counts.
    static double value(float grade) { return grade > 0.0F ? static_cast<double>(grade) : 0.0; }

  private:
    const Dataset& data_;
    const LabelColumn& labels_;
    bool negative_is_zero_;
    bool all_judged_ = true;
    std::shared_ptr<const IdealLists> ideals_;
    double highest_ = 0.0;
};

/// The documents of a query by falling score, as places in the query; equal scores by the rule,
/// with the names that judgments written from the data would have.
void rank_documents(const Dataset& data,
                    std::size_t query,
                    std::span<const float> scores,
                    TieOrder ties,
                    std::vector<std::uint32_t>& order);
void rank_documents(const Dataset& data,
                    std::size_t query,
                    std::span<const double> scores,
                    TieOrder ties,
                    std::vector<std::uint32_t>& order);

}  // namespace gradus
