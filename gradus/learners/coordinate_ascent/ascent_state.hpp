#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gradus::ascent {

/// The best round of all starts so far by some targets.
struct BestRound {
    std::size_t start = 0;
    std::size_t round = 0;
    std::vector<double> values;  ///< by target
    std::vector<double> weights;
};

/// Where a training stands between two rounds: all that its further course depends on.
struct AscentState {
    std::size_t start = 0;
    std::size_t round = 0;  ///< rounds done from this start
    std::vector<double> weights;
    BestRound best;
    std::vector<BestRound> also;  ///< by FitContext::also

    /// The text of a checkpoint.
    std::string to_text(const std::string& origin) const;
    /// Error, naming the path, where the text is no checkpoint or one of another origin.
    static AscentState from_text(const std::string& text,
                                 const std::string& origin,
                                 const std::string& path);
};

}  // namespace gradus::ascent
