#pragma once

#include <string>
#include <string_view>

#include "gradus/measures/measure.hpp"

namespace gradus {

/// What the user typed for a measure, in the words of its entry.
struct TypedMeasure {
    const MeasureEntry* entry = nullptr;
    Spec spec;                     ///< the measure's own parameters and cutoff
    std::string labels = "grade";  ///< the label column that it looks at
    double tolerance = 0.0;        ///< a smaller difference counts as none
};

/// Reads `name(param=value, …)@k` and the spellings of other tools: trec_eval (P_10, ndcg_cut.10,
/// map), ir-measures (nDCG(dcg='exp-log2')@10, R@100), LightGBM and XGBoost (map@10), ranx (mrr@10,
/// hit_rate@5, ndcg_burges). A spelling never changes a convention: `nDCG@10`, `ndcg_cut_10` and
/// `ndcg@10` are one measure.
TypedMeasure read_measure(std::string_view text, const Where& where);

/// The one text that stands for all spellings: every parameter that differs from its default, in
/// the order in which they are declared.
std::string canonical_text(const TypedMeasure& typed);

/// Where errors in such a text are.
Where measure_place(std::string_view text);

}  // namespace gradus
