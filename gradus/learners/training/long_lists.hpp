#pragma once

#include <string>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// What a training over pairs of documents is about to do with them.
struct PairWork {
    std::string labels;           ///< the label column whose grades make pairs
    std::string measure;          ///< that pairs are weighted by; "" = none
    bool is_cut_off = false;      ///< pairs beyond the top ranks are left out
    std::string step;             ///< "tree", "epoch"
    double pairs_a_second = 4e8;  ///< about, on one processor
    std::string remedy = {};      ///< what helps; "" = a cutoff or truncation
};

/// Of pairs that are not weighted by a measure, and that nothing cuts off.
PairWork all_pairs_of(const std::string& labels, double pairs_a_second);

/// A note where one query has so many pairs that every step takes seconds, with what helps.
void note_long_lists(const Dataset& train, const PairWork& work, Progress& progress);

}  // namespace gradus
