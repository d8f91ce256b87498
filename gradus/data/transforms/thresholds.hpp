#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// When a value x is beyond a threshold k.
enum class ThresholdRule : std::uint8_t {
    strict,    ///< x > k
    inclusive  ///< x >= k
};

/// Where the thresholds of a feature lie among its values in the training data.
enum class ThresholdSpacing : std::uint8_t {
    quantile,  ///< at the quantiles i/(K+1)
    equal,     ///< in equal steps from the 1st to the 99th percentile, both included
    unit       ///< at i/(K+1), for values from 0 to 1 such as percentiles
};

/// How many of the rising thresholds the value is beyond; 0 where it is missing (NaN).
template <class Number>
std::size_t threshold_bin(std::span<const Number> thresholds, Number value, ThresholdRule rule) {
    const auto bin = rule == ThresholdRule::strict
                         ? std::ranges::lower_bound(thresholds, value) - thresholds.begin()
                         : std::ranges::upper_bound(thresholds, value) - thresholds.begin();
    return std::isnan(value) ? 0 : static_cast<std::size_t>(bin);
}

/// Indicator features of Yue et al. (SIGIR 2007, section 4.2): each feature f becomes the bits
/// 1[f > k], k in K_f. As the thresholds rise, the bits of a value are ones and then zeros: their
/// number, the bin, says it all and fits a byte.
struct Thresholds {
    static constexpr std::size_t most = 255;  ///< of a feature

    ThresholdRule rule = ThresholdRule::strict;
    std::vector<std::string> feature_names;      ///< of the data they were made from
    std::vector<std::vector<float>> of_feature;  ///< rising

    std::size_t features() const { return of_feature.size(); }
    /// Indicator features in all.
    std::size_t bits() const;
    /// Thresholds that the value is beyond: its first `bin` bits are 1.
    std::uint8_t bin(std::size_t feature, float value) const {
        return static_cast<std::uint8_t>(
            threshold_bin(std::span<const float>(of_feature[feature]), value, rule));
    }

    friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

struct ThresholdOptions {
    std::size_t count = 50;  ///< of a feature, 1 to 255; fewer where some coincide
    ThresholdSpacing spacing = ThresholdSpacing::quantile;
    ThresholdRule rule = ThresholdRule::strict;
    unsigned threads = 1;
};

/// Thresholds for values in rising order. The quantile p of n values is the least value that is not
/// exceeded by a share p of them: number ceil(p n), counted from 1. Equal thresholds are merged; no
/// values give no thresholds.
std::vector<float> choose_thresholds(std::span<const float> sorted,
                                     std::size_t count,
                                     ThresholdSpacing spacing);
Thresholds choose_thresholds(const Dataset& train, const ThresholdOptions& options);

/// The data with its features replaced by the indicators, 0 or 1, called "f>k" or "f>=k". Error,
/// naming `source`, where the data has another number of features.
Dataset to_indicators(const Dataset& data,
                      const Thresholds& thresholds,
                      const std::string& source,
                      unsigned threads);

/// JSON; the numbers in the shortest form that reads back as the same float.
std::string to_json(const Thresholds& thresholds);
/// Error, naming `source`, where the text is no such JSON.
Thresholds thresholds_from_json(std::string_view text, const std::string& source);

}  // namespace gradus
