#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus::gbdt {

/// Which queries and features a tree sees, where it does not see all.
class Draws {
  public:
    struct Shares {
        double queries = 1.0;
        double features = 1.0;
    };
    Draws(const Dataset& data, const Shares& shares, std::uint64_t seed);

    /// Draws for the tree of that number; depends on it, the seed and the queries' ids alone, so
    /// that neither the order of the file nor earlier draws play a part.
    void draw(std::uint32_t turn);

    bool has_query(std::size_t query) const {
        return documents_.empty() || documents_[data_.query_begins[query]] != 0;
    }
    /// By document, 0 = not drawn; empty = all are.
    std::span<const unsigned char> documents() const { return documents_; }
    std::span<const unsigned char> features() const { return features_; }

  private:
    void draw_queries(std::uint32_t turn);
    void draw_features(std::uint32_t turn);

    const Dataset& data_;
    Shares shares_;
    std::uint64_t seed_;
    std::vector<unsigned char> documents_;
    std::vector<unsigned char> features_;
};

}  // namespace gradus::gbdt
