#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// A feature that encodes a label column exactly or nearly so. A model that learns from it learns
/// nothing else; Svore, Volkovs & Burges (WWW 2011, section 6) remove such features.
struct LabelLeak {
    std::size_t feature = 0;
    std::size_t column = 0;                  ///< index of the label column
    std::optional<double> order_accuracy{};  ///< set where the order gives the label away
    bool falling = false;                    ///< the order is that of falling labels
    std::optional<double> value_skill{};     ///< set where the values give the label away
};

/// The rule, over documents that have a label, each query by itself:
///
/// support  the documents whose label is not the most frequent one of their query. At least 20, so
///          that a lucky feature does not pass on the strength of one relevant document among many.
/// order    accuracy = (pairs in label order + ties / 2) / pairs of different label, over pairs of
///          documents of one query where the feature has a value. A label_leak from 0.98, rising or
///          falling. Finds monotone functions of the label, also under a little noise.
/// values   predict each document's label as the most frequent label of all *other* documents with
///          the same value (missing is a value too); a tie or a value of its own predicts nothing.
///          skill = (right − base) / (documents − base), base = right answers of naming each
///          query's most frequent label, over queries with at least two labels. A label_leak from
///          0.98. Finds any function of the label. Leaving the document out keeps ids harmless, the
///          base keeps features of the query harmless; and a feature must have few values, at most
///          1000 and a tenth of the documents, so that repeated documents do no harm.
class LabelLeakRule {
  public:
    static constexpr double threshold = 0.98;
    static constexpr std::size_t least_support = 20;
    static constexpr std::size_t most_values = 1000;

    /// Prepares a label column. `data` must outlive the rule.
    LabelLeakRule(const Dataset& data, std::size_t column);

    /// Tests a feature, given its values by document.
    std::optional<LabelLeak> test(std::size_t feature, std::span<const float> values) const;

  private:
    struct OrderResult {
        double accuracy = 0.0;
        bool falling = false;
    };
    std::optional<OrderResult> test_order(std::span<const float> values) const;
    std::optional<double> test_values(std::span<const float> values) const;

    static constexpr std::uint32_t missing = 0xFFFFFFFF;

    const Dataset* data_;
    std::size_t column_;
    std::vector<std::uint32_t> classes_;  ///< rank of the label among the data's labels, or missing
    std::size_t class_count_ = 0;
    std::vector<std::size_t> ranked_;  ///< documents with a label in queries of several labels
    std::uint64_t pairs_ = 0;          ///< pairs of one query with different labels
    std::size_t base_ = 0;             ///< documents of `ranked_` with their query's usual label
};

}  // namespace gradus
