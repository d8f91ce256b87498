#pragma once

#include "gradus/data/audit/statistics.hpp"
#include "gradus/report/report.hpp"

namespace gradus::cli {

/// For people: what there is to know of one data set, with long lists cut.
void add_statistics(report::Report& report, const Dataset& data, const Statistics& statistics);
/// For JSON: the same with every list complete.
std::vector<report::Fact> statistics_facts(const Dataset& data, const Statistics& statistics);

}  // namespace gradus::cli
