#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "gradus/data/comparison.hpp"
#include "gradus/data/overlap.hpp"
#include "gradus/data/statistics.hpp"

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

std::string comparison_text(std::span<const ComparedFile> files,
                            std::span<const ComparedPair> pairs);
/// Without the statistics of each file.
nlohmann::ordered_json comparison_json(std::span<const ComparedFile> files,
                                       std::span<const ComparedPair> pairs);

}  // namespace gradus::cli
