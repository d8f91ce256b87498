#include "gradus/data/transforms/thresholds.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/sorted_columns.hpp"

namespace gradus {
namespace {

/// The quantile part/whole, without rounding of the share.
float quantile(std::span<const float> sorted, std::size_t part, std::size_t whole) {
    return sorted[(part * sorted.size() + whole - 1) / whole - 1];
}

std::vector<std::string> indicator_names(const Thresholds& thresholds, const Dataset& data) {
    const std::string_view sign = thresholds.rule == ThresholdRule::strict ? ">" : ">=";
    std::vector<std::string> names;
    names.reserve(thresholds.bits());
    for (std::size_t j = 0; j < thresholds.features(); ++j) {
        for (const float threshold : thresholds.of_feature[j]) {
            names.push_back(fmt::format("{}{}{}", data.feature_name(j), sign, shortest(threshold)));
        }
    }
    return names;
}

}  // namespace

std::size_t Thresholds::bits() const {
    std::size_t sum = 0;
    for (const auto& list : of_feature) sum += list.size();
    return sum;
}

std::vector<float> choose_thresholds(std::span<const float> sorted,
                                     std::size_t count,
                                     ThresholdSpacing spacing) {
    std::vector<float> thresholds;
    if (sorted.empty()) return thresholds;
    const double low = quantile(sorted, 1, 100);
    const double high = quantile(sorted, 99, 100);
    for (std::size_t i = 1; i <= count; ++i) {
        if (spacing == ThresholdSpacing::quantile) {
            thresholds.push_back(quantile(sorted, i, count + 1));
        } else if (spacing == ThresholdSpacing::unit) {
            thresholds.push_back(
                static_cast<float>(static_cast<double>(i) / static_cast<double>(count + 1)));
        } else {
            // A single threshold lies in the middle.
            const double share =
                count == 1 ? 0.5 : static_cast<double>(i - 1) / static_cast<double>(count - 1);
            thresholds.push_back(static_cast<float>((1.0 - share) * low + share * high));
        }
    }
    thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
    return thresholds;
}

Thresholds choose_thresholds(const Dataset& train, const ThresholdOptions& options) {
    Thresholds thresholds{.rule = options.rule, .feature_names = {}, .of_feature = {}};
    thresholds.of_feature.resize(train.features.columns());
    for (std::size_t j = 0; j < train.features.columns(); ++j) {
        thresholds.feature_names.push_back(train.feature_name(j));
    }
    std::vector<std::size_t> documents(train.documents());
    std::iota(documents.begin(), documents.end(), 0);
    for_each_sorted_column(
        train.features, documents, options.threads, [&](std::size_t j, auto sorted) {
            thresholds.of_feature[j] = choose_thresholds(sorted, options.count, options.spacing);
        });
    return thresholds;
}

Dataset to_indicators(const Dataset& data,
                      const Thresholds& thresholds,
                      const std::string& source,
                      unsigned threads) {
    if (data.features.columns() != thresholds.features()) {
        throw Error({source},
                    fmt::format("{}, but the thresholds are for {}",
                                there_are(data.features.columns(), "feature"),
                                thresholds.features()),
                    "use thresholds that were made from data of the same kind");
    }
    if (thresholds.bits() == 0) {
        throw Error({source},
                    "there is no threshold for any feature, as all values are missing",
                    "give data with values");
    }
    FeatureMatrix bits;
    try {
        bits.grow(data.documents(), thresholds.bits(), 0.0F, memory_of_machine());
    } catch (const Error& error) {
        throw Error({source}, error.problem(), error.remedy());
    }
    parallel_for(data.documents(), 256, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::span<const float> row = data.features.row(i);
            const std::span<float> out = bits.mutable_row(i);
            std::ranges::fill(out, 0.0F);
            std::size_t first = 0;
            for (std::size_t j = 0; j < row.size(); ++j) {
                std::ranges::fill(out.subspan(first, thresholds.bin(j, row[j])), 1.0F);
                first += thresholds.of_feature[j].size();
            }
        }
    });
    return {.features = std::move(bits),
            .labels = data.labels,
            .query_begins = data.query_begins,
            .query_ids = data.query_ids,
            .document_ids = data.document_ids,
            .comments = data.comments,
            .weights = data.weights,
            .positions = data.positions,
            .feature_names = indicator_names(thresholds, data)};
}

}  // namespace gradus
