#pragma once

#include <span>
#include <string>
#include <vector>

#include "gradus/analysis/feature_table.hpp"
#include "gradus/report/report.hpp"

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

/// For people: a table a file, a row a feature.
void add_feature_tables(report::Report& report,
                        std::span<const FileFeatures> files,
                        const FeatureTableOutput& output);
/// For CSV: one table, a row a feature of each file.
report::Table feature_rows(std::span<const FileFeatures> files, const FeatureTableOutput& output);
/// For JSON: what is known of the features of one file.
Json feature_data(const FileFeatures& file, const FeatureTableOutput& output);

}  // namespace gradus::cli
