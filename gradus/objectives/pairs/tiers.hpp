#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/scratch.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// What a missing grade in an earlier tier means for a pair. `matched`: only two missing ones are
/// alike; a document never beats, by way of others, itself. `lenient`: it is like any grade, which
/// uses the clicks of unjudged documents but can go round in circles.
enum class MissingGrades : unsigned char { matched, lenient };

/// Which pairs belong to a tier (Svore, Volkovs & Burges, WWW 2011, section 4): those that no
/// earlier tier tells apart.
struct TierRule {
    std::vector<std::string> earlier = {};  ///< label columns of the tiers before this one
    MissingGrades missing = MissingGrades::matched;
    std::optional<double> excluded =
        std::nullopt;  ///< documents of this grade form no pairs, such as click 0
};

/// The rule of each target of a tiered one. Documents of grade 0 form no pairs of a later tier,
/// unless `zero_grades`.
std::vector<TierRule> tier_rules(std::span<const NamedMeasure> targets,
                                 MissingGrades missing,
                                 bool zero_grades);

/// The rule bound to a data set: a few keys for each document, and a pair is admitted where none
/// of them is smaller or larger in one of both (NaN is neither). The data must outlive it.
class TierKeys {
  public:
    TierKeys(const Dataset& data, const TierRule& rule, unsigned threads);

    bool admits_all() const { return keys_.empty(); }
    /// Documents counted from 0 within the query.
    bool admits(std::size_t query, std::size_t i, std::size_t j) const;

    /// The keys of one query in rank order, one row for each key.
    std::span<const float> ranked(std::size_t query,
                                  std::span<const std::uint32_t> order,
                                  Scratch& scratch) const;

  private:
    std::span<const std::size_t> begins_;
    std::vector<float> classes_;
    std::vector<std::span<const float>> keys_;  // by document of the data
};

/// Whether ranked keys admit the pair at two positions of a list of n.
bool ranked_keys_admit(std::span<const float> ranked_keys,
                       std::size_t n,
                       std::size_t a,
                       std::size_t b);

/// changes[b] = 0 for each b > a that the ranked keys do not admit beside a.
void mask_row(std::span<const float> ranked_keys, std::size_t a, std::span<float> changes);

/// The class of each document of one query: equal for documents that have the same grades, or miss
/// them, in all columns.
void matched_classes(std::span<const std::span<const float>> columns, std::span<float> classes);

/// A pair of one query: `winner` has the higher grade in the first tier that tells the two apart.
struct TierPair {
    std::size_t tier;
    std::size_t winner;
    std::size_t loser;
    friend auto operator<=>(const TierPair&, const TierPair&) = default;
};
/// All pairs of one query, by tier, winner and loser.
std::vector<TierPair> tier_pairs(std::span<const std::vector<float>> grades_by_tier,
                                 MissingGrades missing);

}  // namespace gradus
