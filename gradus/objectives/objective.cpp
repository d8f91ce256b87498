#include "gradus/objectives/objective.hpp"

#include <algorithm>

#include "gradus/base/names.hpp"
#include "objectives_catalog.inc"

namespace gradus {
namespace {

/// Names of learners and of other tools for what is minimised.
constexpr Synonym synonyms[] = {
    {"lambdarank", "lambda"},
    {"lambdamart", "lambda"},
    {"lambdaloss", "lambda"},
    {"rankndcg", "lambda"},
    {"rankmap", "lambda"},
    {"rankxendcg", "lambda"},
    {"xendcg", "lambda"},
    {"rankpairwise", "ranknet"},
    {"pairlogit", "ranknet"},
    {"bpr", "ranknet"},
    {"ranksvm", "pair_hinge"},
    {"hinge", "pair_hinge"},
    {"rankboost", "pair_exponential"},
    {"exponential", "pair_exponential"},
    {"softrank", "soft"},
    {"svm", "structural"},
    {"svmmap", "structural"},
    {"focusednet", "focused"},
    {"focusedsvm", "focused_hinge"},
    {"plackettluce", "listmle"},
    {"queryrmse", "pointwise"},
    {"regression", "pointwise"},
    {"mse", "pointwise"},
    {"rmse", "pointwise"},
};

}  // namespace

std::span<const ObjectiveEntry* const> all_objectives() {
    return objectives::catalog;
}

const ObjectiveEntry& objective_named(std::string_view name, const Where& where) {
    const std::string plain = plain_name(name);
    std::vector<std::string> known;
    for (const ObjectiveEntry* const entry : all_objectives()) {
        if (plain_name(entry->name) == plain) return *entry;
        known.emplace_back(entry->name);
    }
    throw UnknownName(
        where, "objective", name, known, Topic::none, meaning_of(plain, synonyms, known));
}

void BoundObjective::evaluate_float(const ScoredQuery<float>& query,
                                    Scratch& scratch,
                                    std::span<float> gradients,
                                    std::span<float> hessians) const {
    const Scratch::Frame frame(scratch);
    const std::size_t n = query.scores.size();
    const std::span<double> scores = scratch.array<double>(n);
    const std::span<double> exact_gradients = scratch.array<double>(n);
    const std::span<double> exact_hessians = scratch.array<double>(n);
    std::ranges::copy(query.scores, scores.begin());
    evaluate({query.query, scores, query.order, query.iteration},
             scratch,
             exact_gradients,
             exact_hessians);
    const auto to_float = [](double value) { return static_cast<float>(value); };
    std::ranges::transform(exact_gradients, gradients.begin(), to_float);
    std::ranges::transform(exact_hessians, hessians.begin(), to_float);
}

}  // namespace gradus
