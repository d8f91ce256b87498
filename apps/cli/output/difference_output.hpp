#pragma once

#include <span>
#include <string>

#include "gradus/evaluation/difference.hpp"
#include "gradus/report/report.hpp"

namespace gradus::cli {

/// For people: a table of how each rule changes the means of a run, then each rule in words with
/// the queries that it changes most. `means` are those of the first profile.
void add_difference(report::Report& report,
                    const std::string& run,
                    const Difference& difference,
                    std::span<const std::string> measures,
                    std::span<const double> means,
                    int digits);

/// For CSV: a row for each run, rule and measure.
report::Table changes_table();
void add_changes(report::Table& table,
                 const std::string& run,
                 const Difference& difference,
                 std::span<const std::string> measures);

/// For JSON: all rules with all queries.
Json difference_data(const Difference& difference, std::span<const std::string> measures);

}  // namespace gradus::cli
