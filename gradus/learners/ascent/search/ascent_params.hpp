#pragma once

#include <tuple>

#include "gradus/base/params.hpp"

namespace gradus::ascent {

/// How far a weight moves.
enum class Search : unsigned char { automatic, exact, steps };

struct AscentParams {
    int rounds = 25;
    int restarts = 2;
    double tolerance = 1e-4;
    Search search = Search::automatic;
    int steps = 6;
    static constexpr auto fields = std::tuple{
        Field{"rounds",
              &AscentParams::rounds,
              1,
              10'000,
              "maximum passes over all features, from each start"},
        Field{"restarts",
              &AscentParams::restarts,
              0,
              10'000,
              "further starts: weights drawn at random, and each time their opposites"},
        Field{"tolerance",
              &AscentParams::tolerance,
              0,
              1,
              "go on to the next start when a pass gains no more than this"},
        Choice{"search",
               &AscentParams::search,
               "auto|exact|steps",
               "how far a weight moves: to the best of all places, or to the best of a few steps; "
               "auto is exact up to 10,000,000 pairs of documents within queries times features"},
        Field{"steps",
              &AscentParams::steps,
              1,
              30,
              "step sizes tried each way by search=steps: 0.05, 0.1, 0.2, ... of the sum of all "
              "weights"},
    };
};

}  // namespace gradus::ascent
