// Where a rule of a peer comes from: its source or documentation at the version named. The tests in
// apps/cli/peers run pytrec_eval, ir_measures, ranx, LightGBM and XGBoost against it.

#include "gradus/evaluation/profile.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"

namespace gradus {
namespace {

constexpr MeasureDefault linear_gain[] = {{"ndcg", "gain", "linear"}, {"dcg", "gain", "linear"}};
constexpr MeasureDefault trec10_defaults[] = {
    {"ndcg", "gain", "linear"}, {"dcg", "gain", "linear"}, {"rbp", "p", "0.9"}};
// ranx's rbp multiplies by the grade itself.
constexpr MeasureDefault ranx_defaults[] = {
    {"ndcg", "gain", "linear"}, {"dcg", "gain", "linear"}, {"rbp", "gain", "linear"}};
// ERR comes from gdeval, whose highest grade is 4 whatever the judgments have.
constexpr MeasureDefault ir_measures_defaults[] = {
    {"ndcg", "gain", "linear"}, {"dcg", "gain", "linear"}, {"err", "max", "4"}};
constexpr OtherMeaning ir_measures_meanings[] = {
    {"accuracy",
     "the share of right pairs among the documents returned, which gradus does not have",
     "write AUC, where relevant documents that were not returned count too, or best_accuracy for "
     "the best cut of the list"}};
// The evaluation script of LETOR 4.0: its tables come out only so (formulas of the discount, and 0
// for NDCG@k of a query with fewer than k documents).
constexpr MeasureDefault letor_defaults[] = {
    {"ndcg", "discount", "letor"}, {"ndcg", "short", "zero"}, {"ap", "over", "retrieved"}};
constexpr MeasureDefault cutoff_denominator[] = {{"ap", "over", "cutoff"}};
// Without @ XGBoost cuts at 32, whatever its parameters (checked with 3.2).
constexpr MeasureDefault xgboost_defaults[] = {
    {"ap", "over", "cutoff"}, {"p", "over", "list"}, {"ndcg", "@", "32"}, {"ap", "@", "32"}};

// trec_eval 9.0.8 keeps scores in `float`, skips judged queries that the run lacks (unless -c), and
// takes a negative grade for "in the pool, not judged"; pytrec_eval bundles it.
constexpr Profile trec9{.name = "trec9",
                        .summary = "trec_eval 9.0.8 and pytrec_eval",
                        .defaults = linear_gain,
                        .float_scores = true,
                        .missing = MissingQuery::skip,
                        .negative_grades = NegativeGrade::unjudged,
                        .sums = SumOrder::query_id,
                        .recall_rounds_up = true,
                        .covers = "p recall success ap rprec rr bpref ndcg"};

// ir_measures 0.4: trec_eval 9 through pytrec_eval (hence float scores), with every judged query
// counted.
constexpr Profile ir_measures = [] {
    Profile profile = trec9;
    profile.name = "ir-measures";
    profile.summary = "ir_measures 0.4 with its trec_eval back end";
    profile.defaults = ir_measures_defaults;
    profile.missing = MissingQuery::zero;
    profile.covers = "p recall success ap rprec rr bpref ndcg err rbp judged";
    profile.other_meanings = ir_measures_meanings;
    return profile;
}();

constexpr Profile profiles[] = {
    {.name = "gradus", .summary = "Gradus's own: nothing is left out, nothing is rounded"},
    trec9,
    // trec_eval 10.0: double scores; stops when a judged query is missing (unless -c).
    {.name = "trec10",
     .summary = "trec_eval 10.0",
     .defaults = trec10_defaults,
     .missing = MissingQuery::refuse,
     .negative_grades = NegativeGrade::unjudged,
     .sums = SumOrder::query_id,
     .covers = "p recall success ap rprec rr bpref ndcg dcg"},
    {.name = "letor",
     .summary = "the evaluation script of LETOR 4.0",
     .defaults = letor_defaults,
     .run_ties = TieOrder::data_order,
     .covers = "p ap ndcg"},
    // LightGBM's ndcg and map are 1 for a query without relevant documents; map@k divides by
    // min(R, k); a stable sort keeps the order of the data.
    {.name = "lightgbm",
     .summary = "the metrics ndcg and map of LightGBM",
     .defaults = cutoff_denominator,
     .undefined_value = 1.0,
     .run_ties = TieOrder::data_order,
     .always_cut = true,
     .covers = "ndcg ap"},
    // As LightGBM; the metrics spelled ndcg- and map- count 0 instead of 1. pre@k divides by the
    // length of a list that is shorter than k.
    {.name = "xgboost",
     .summary = "the metrics ndcg, map and pre of XGBoost",
     .defaults = xgboost_defaults,
     .undefined_value = 1.0,
     .run_ties = TieOrder::data_order,
     .covers = "ndcg ap p"},
    // ranx 0.3.20: its sort is not stable, so its order of ties is not defined; we keep the data's.
    // It refuses runs that lack a judged query unless make_comparable is set.
    {.name = "ranx",
     .summary = "ranx 0.3 (its own order of ties is undefined; here that of the run)",
     .defaults = ranx_defaults,
     .run_ties = TieOrder::data_order,
     .missing = MissingQuery::refuse,
     .recall_rounds_up = true,
     .covers = "p recall success ap rprec rr ndcg dcg rbp"},
    ir_measures,
};

// What people call the tools.
constexpr Synonym synonyms[] = {
    {"trec", "trec10"},
    {"treceval", "trec10"},
    {"treceval9", "trec9"},
    {"treceval10", "trec10"},
    {"pytreceval", "trec9"},
    {"irmeasures", "ir-measures"},
    {"irm", "ir-measures"},
    {"lgbm", "lightgbm"},
    {"lgb", "lightgbm"},
    {"xgb", "xgboost"},
    {"letor4", "letor"},
    {"ours", "gradus"},
    {"default", "gradus"},
};

std::string in_words(MissingQuery missing) {
    switch (missing) {
        case MissingQuery::zero:
            return "counts 0";
        case MissingQuery::skip:
            return "is left out";
        default:
            return "is an error";
    }
}

std::string in_words(std::span<const MeasureDefault> defaults) {
    std::string text;
    for (const MeasureDefault& standard : defaults) {
        if (!text.empty()) text += ", ";
        text +=
            standard.parameter == "@"
                ? fmt::format("{}@{}", standard.measure, standard.value)
                : fmt::format("{}({}={})", standard.measure, standard.parameter, standard.value);
    }
    return text.empty() ? "their own" : text;
}

constexpr ProfileRule rules[] = {
    {"scores of runs",
     [](const Profile& p) -> std::string {
         return p.float_scores ? "32-bit floats" : "64-bit floats";
     },
     [](Profile& p, const Profile& from) { p.float_scores = from.float_scores; }},
    {"equal scores in runs",
     [](const Profile& p) { return std::string(in_words(p.run_ties)); },
     [](Profile& p, const Profile& from) { p.run_ties = from.run_ties; }},
    {"equal scores in data",
     [](const Profile& p) { return std::string(in_words(p.data_ties)); },
     [](Profile& p, const Profile& from) { p.data_ties = from.data_ties; }},
    {"judged query not in the run",
     [](const Profile& p) { return in_words(p.missing); },
     [](Profile& p, const Profile& from) { p.missing = from.missing; }},
    {"undefined value (0/0)",
     [](const Profile& p) { return fmt::format("counts {}", p.undefined_value); },
     [](Profile& p, const Profile& from) { p.undefined_value = from.undefined_value; }},
    {"grade below 0",
     [](const Profile& p) -> std::string {
         return p.negative_grades == NegativeGrade::zero ? "is grade 0" : "means not judged";
     },
     [](Profile& p, const Profile& from) { p.negative_grades = from.negative_grades; }},
    {"order of sums",
     [](const Profile& p) -> std::string {
         return p.sums == SumOrder::query_id ? "by query id, as text" : "as in the file";
     },
     [](Profile& p, const Profile& from) { p.sums = from.sums; }},
    {"defaults of measures",
     [](const Profile& p) { return in_words(p.defaults); },
     [](Profile& p, const Profile& from) { p.defaults = from.defaults; }},
    {"names of other measures",
     [](const Profile& p) -> std::string {
         std::string text;
         for (const OtherMeaning& other : p.other_meanings)
             text += fmt::format("{}{} is refused", text.empty() ? "" : ", ", other.name);
         return text.empty() ? "none" : text;
     },
     [](Profile& p, const Profile& from) { p.other_meanings = from.other_meanings; }},
};

}  // namespace

std::string_view in_words(TieOrder order) {
    switch (order) {
        case TieOrder::id_descending:
            return "by document id, descending";
        case TieOrder::id_ascending:
            return "by document id, ascending";
        default:
            return "as in the file";
    }
}

std::span<const Profile> all_profiles() {
    return profiles;
}

const Profile& profile_named(std::string_view name, std::string_view setting) {
    const auto* const found =
        std::ranges::find(profiles, lower_case(name), [](const Profile& profile) {
            return std::string(profile.name);
        });
    if (found != std::end(profiles)) return *found;
    std::vector<std::string> known;
    for (const Profile& profile : profiles) known.emplace_back(profile.name);
    throw UnknownName(Where::parameter(std::string(setting)),
                      "profile",
                      name,
                      known,
                      Topic::none,
                      meaning_of(name, synonyms, known));
}

std::span<const Synonym> profile_synonyms() {
    return synonyms;
}

std::span<const ProfileRule> profile_rules() {
    return rules;
}

}  // namespace gradus
