#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gradus/base/names.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// Where a name comes from that one tool alone has, and which convention it stands for there.
struct NameOrigin {
    std::string name = {};
    std::string_view tool = {};  ///< "" = no tool's own
    std::string_view parameter = {};
    std::string_view value = {};
};

/// What the user typed for a measure, in the words of its entry.
struct MeasureSpelling {
    const MeasureEntry* entry = nullptr;
    Spec spec;  ///< its own parameters and cutoff, and what any measure takes: labels, tolerance
    NameOrigin origin = {};
};

/// Reads `name(param=value, …)@k` and the spellings of other tools: trec_eval (P_10, ndcg_cut.10,
/// map), ir-measures (nDCG(dcg='exp-log2')@10, R@100), LightGBM and XGBoost (map@10), ranx (mrr@10,
/// hit_rate@5, ndcg_burges). A spelling never changes a convention: `nDCG@10`, `ndcg_cut_10` and
/// `ndcg@10` are one measure.
MeasureSpelling read_measure(std::string_view text, const Where& where);

/// The measure of a spelling. Error where a parameter does not fit.
NamedMeasure named_measure(const MeasureSpelling& spelling,
                           std::string_view typed,
                           const Where& where);

/// The one text that stands for all spellings: every parameter that differs from its default, in
/// the order in which they are declared.
std::string canonical_text(const MeasureSpelling& spelling);

/// A spelling never changes a convention. Where it is one tool's own name and that tool has another
/// convention, this says so: "ndcg_cut is a name of trec_eval, which computes it with gain=linear;
/// here gain=exp". "" otherwise.
std::string convention_note(const MeasureSpelling& spelling);

/// Names of other tools that are suggested, not taken, for a measure: {"pre", "p"}.
std::span<const Synonym> measure_synonyms();

/// Where errors in such a text are.
Where measure_place(std::string_view text);
/// Whether commas outside parentheses part several measures, which read_measure refuses.
bool names_several(std::string_view text);

}  // namespace gradus
