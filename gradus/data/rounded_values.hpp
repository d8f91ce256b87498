#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// Large and tiny values of features, to find those that differ in the file and are equal as 32-bit
/// floats: times in seconds, ids, probabilities of long texts. Looks at so many of them and no
/// more.
class RoundedValues {
  public:
    /// Whole numbers below this, and their negatives, are floats.
    static constexpr float exact_below = 16777216.0F;

    static bool has_large(std::span<const float> row);
    /// The text may hold a number with an exponent so small that floats lose it or digits of it.
    static bool has_tiny(std::string_view text);
    /// Whether the float that came of the text is to be looked at.
    static bool is_suspect(float stored, std::string_view text);

    bool is_full() const { return looked_at_ >= most; }
    void add(std::size_t feature, double exact, float stored);
    /// Which features have such values, how many, and what to do; empty where there are none.
    std::string note(const Dataset& data) const;

  private:
    static constexpr std::size_t most = 100'000;

    /// Of one feature.
    struct Values {
        std::unordered_map<float, double> first;  ///< of the values that became this float
        std::size_t merged = 0;                   ///< became a float that another value has
        double one = 0.0;                         ///< the first two of these
        double other = 0.0;
        std::size_t vanished = 0;  ///< became 0
        double first_vanished = 0.0;
    };

    static Values with_zeros(const Values& values, const Dataset& data, std::size_t feature);

    std::map<std::size_t, Values> by_feature_;
    std::size_t looked_at_ = 0;
};

}  // namespace gradus
