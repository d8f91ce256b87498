#pragma once

#include <span>
#include <string>
#include <vector>

#include "gradus/data/audit/comparison.hpp"
#include "gradus/data/audit/overlap.hpp"
#include "gradus/data/audit/statistics.hpp"
#include "gradus/report/report.hpp"

namespace gradus::cli {

/// One of several files that are looked at side by side.
struct ComparedFile {
    std::string file;
    const Dataset& data;
    Statistics statistics;
    // against the first file; empty for itself
    ColumnMatch columns{};
    std::vector<FeatureShift> shifts{};
    double notable = 0.0;  ///< the distance from which a shift is worth a word
};

/// What two of the files have in common, by their place in the list.
struct ComparedPair {
    std::size_t first = 0;
    std::size_t second = 0;
    std::vector<SharedQuery> shared{};
};

/// For people: sizes side by side, queries that two files share, features that differ or shift.
void add_comparison(report::Report& report,
                    std::span<const ComparedFile> files,
                    std::span<const ComparedPair> pairs);

/// For programs, with every row.
report::Table file_rows(std::span<const ComparedFile> files);
report::Table label_rows(std::span<const ComparedFile> files);
report::Table shared_query_rows(std::span<const ComparedFile> files,
                                std::span<const ComparedPair> pairs);
report::Table column_rows(std::span<const ComparedFile> files);
report::Table shift_rows(std::span<const ComparedFile> files);

}  // namespace gradus::cli
