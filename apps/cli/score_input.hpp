#pragma once

#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus::cli {

/// Scores of the documents of `data`, in its order, in a form that `gradus score` writes: a score a
/// line, or by the ending .csv or .tsv a table with a column score. Error for a TREC run, which is
/// in another order.
std::vector<double> read_scores_of(const Dataset& data, const std::string& path);

}  // namespace gradus::cli
