#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gradus/base/stop_request.hpp"
#include "gradus/learners/trees/growing/rounding.hpp"

namespace gradus::gbdt {

/// What one tree is grown on.
struct GrowthRound {
    Derivatives derivatives{};
    /// Of rounding at random: the tree's, and each document's, which is its number where there are
    /// none.
    std::uint64_t random_key = 0;
    std::span<const std::uint32_t> document_keys = {};
    std::span<const unsigned char> documents = {};  ///< by document, 0 = not drawn; empty = all are
    std::span<const unsigned char> features = {};   ///< by feature, 0 = not to be split
    const StopRequest* stop = nullptr;              ///< looked at before each split

    bool is_drawn(std::size_t document) const {
        return documents.empty() || documents[document] != 0;
    }
    std::uint32_t document_key(std::size_t document) const {
        return document_keys.empty() ? static_cast<std::uint32_t>(document)
                                     : document_keys[document];
    }
    bool is_open(std::size_t feature) const { return features.empty() || features[feature] != 0; }
};

}  // namespace gradus::gbdt
