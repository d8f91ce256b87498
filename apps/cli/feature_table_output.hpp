#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "gradus/analysis/feature_table.hpp"

namespace gradus::cli {

/// The features of one file, each by itself.
struct FileFeatures {
    std::string file;
    const Dataset& data;
    FeatureTable table;
    /// By feature: how far its values lie from those in the first file; NaN where that lacks it.
    /// Empty for the first file.
    std::vector<double> distances{};
};

enum class FeatureOrder : unsigned char { value, feature };

struct FeatureTableOutput {
    std::string measure;  ///< what ranking by a feature is measured with
    FeatureOrder order = FeatureOrder::value;
};

/// A row a feature, a table a file.
std::string feature_tables_text(std::span<const FileFeatures> files,
                                const FeatureTableOutput& output);
/// A line a feature of each file.
std::string feature_tables_csv(std::span<const FileFeatures> files,
                               const FeatureTableOutput& output);
nlohmann::ordered_json feature_table_json(const FileFeatures& file,
                                          const FeatureTableOutput& output);

}  // namespace gradus::cli
