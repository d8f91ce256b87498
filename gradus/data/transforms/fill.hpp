#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// What takes the place of a missing value. All but a number depend on the other documents of the
/// query, and on nothing else: data to be scored later is filled the same way.
struct Fill {
    enum class By : std::uint8_t {
        least,   ///< value of the feature in the query
        mean,    ///< of the feature's values in the query
        median,  ///< of the same; between the middle two where their number is even
        number
    };

    By by = By::number;
    double number = 0.0;  ///< also where no document of the query has the feature

    friend bool operator==(const Fill&, const Fill&) = default;
};

/// "least", "mean", "median", "zero", or a number; nothing for any other text.
std::optional<Fill> fill_from(std::string_view text);

/// The values of one feature for one query, in place: NaN is replaced. How many were.
std::size_t fill_missing(const Fill& fill, std::span<double> values);

/// Fills every feature of every query. Computed in double, stored as float. How many values were
/// filled in.
std::size_t fill_missing(Dataset& data, const Fill& fill, unsigned threads);

}  // namespace gradus
