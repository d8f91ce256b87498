#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/rank/ranking.hpp"

namespace gradus {

/// Scores one ranked list. Higher is better.
class Measure {
  public:
    Measure() = default;
    Measure(const Measure&) = delete;
    Measure& operator=(const Measure&) = delete;
    Measure(Measure&&) = delete;
    Measure& operator=(Measure&&) = delete;
    virtual ~Measure() = default;

    /// NaN where the measure is undefined (0/0); what that counts is evaluation's decision.
    virtual double score(const RankedList& list) const = 0;
};

/// What a measure file offers to the rest of the library.
struct MeasureEntry {
    std::string_view name;       ///< as the user types it; also the name of the file
    std::string_view summary;    ///< one line, for help text and documentation
    std::string_view reference;  ///< who defined it, where
    std::vector<ParamInfo> (*params)();
    std::unique_ptr<const Measure> (*make)(const Spec& spec, const Where& where);
};

/// All measures: one for each file of this folder.
std::span<const MeasureEntry* const> all_measures();

/// The measure that the user typed: `name(param=value, …)@k`, names in any case.
std::unique_ptr<const Measure> make_measure(std::string_view text);

}  // namespace gradus
