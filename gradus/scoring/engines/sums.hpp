#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace gradus::engines {

/// Scores that are sums over the features, each rounded to float at the end. Several documents are
/// added up side by side, because each sum waits for its last addition; a document's own sum keeps
/// the order of the features. `term(j, x)` is what feature j with value x adds.
template <class Term>
void score_by_sums(std::size_t features,
                   std::span<const float> rows,
                   std::span<float> scores,
                   Term term) {
    constexpr std::size_t at_once = 8;
    for (std::size_t begin = 0; begin < scores.size(); begin += at_once) {
        const std::size_t documents = std::min(at_once, scores.size() - begin);
        const auto own = rows.subspan(begin * features, documents * features);
        std::array<double, at_once> sums{};
        for (std::size_t j = 0; j < features; ++j)
            for (std::size_t i = 0; i < documents; ++i) sums[i] += term(j, own[i * features + j]);
        for (std::size_t i = 0; i < documents; ++i) scores[begin + i] = static_cast<float>(sums[i]);
    }
}

}  // namespace gradus::engines
