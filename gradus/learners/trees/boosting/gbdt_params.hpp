#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/trees/growing/tree_params.hpp"

namespace gradus::gbdt {

/// How trees are boosted, whatever the objective.
struct GbdtParams {
    int trees = 500;
    int leaves = 31;
    int depth = 0;
    double learning_rate = 0.1;
    int min_leaf_documents = 20;
    double min_leaf_hessian = 1e-3;
    double l2 = 0.0;
    double min_gain = 0.0;
    int bins = 255;
    int bin_sample = 200'000;
    Gain gain = Gain::newton;
    Step step = Step::newton;
    Rounding rounding = Rounding::coarse;
    double coarse_mean = 0.0;
    bool skip_zeros = true;
    double feature_share = 1.0;
    double query_share = 1.0;
    std::string monotone;
    int patience = 50;
    static constexpr auto fields = std::tuple{
        Field{
            "trees", &GbdtParams::trees, 1, 1'000'000, "maximum number of trees (boosting rounds)"},
        Field{"leaves", &GbdtParams::leaves, 2, 65'536, "maximum per tree"},
        Field{"depth", &GbdtParams::depth, 0, 1'000, "maximum splits above a leaf; 0 = no limit"},
        Field{"learning_rate",
              &GbdtParams::learning_rate,
              1e-6,
              10,
              "factor applied to each tree (shrinkage)"},
        Field{"min_leaf_documents",
              &GbdtParams::min_leaf_documents,
              0,
              1'000'000'000,
              "minimum documents per leaf"},
        Field{"min_leaf_hessian",
              &GbdtParams::min_leaf_hessian,
              0,
              1e12,
              "minimum sum of Hessians per leaf"},
        Field{"l2", &GbdtParams::l2, 0, 1e12, "added to the sum of Hessians of a leaf"},
        Field{"min_gain",
              &GbdtParams::min_gain,
              0,
              1e12,
              "minimum gain of a split, alone or with those below it"},
        Field{"bins", &GbdtParams::bins, 2, 255, "maximum per feature"},
        Field{"bin_sample",
              &GbdtParams::bin_sample,
              1,
              1'000'000'000,
              "maximum documents sampled to choose the bins"},
        Choice{"gain",
               &GbdtParams::gain,
               "newton|variance",
               "criterion of a split: gradients²/hessians, or the gradients' variance"},
        Choice{"step",
               &GbdtParams::step,
               "newton|gradient",
               "a leaf's value: -gradients/hessians, or the mean gradient"},
        Choice{"rounding",
               &GbdtParams::rounding,
               "fine|coarse",
               "fine: 16 bits, every document is read; coarse: few bits at random, most documents "
               "of small gradient are not read, which is faster and overfits less"},
        Field{"coarse_mean",
              &GbdtParams::coarse_mean,
              0,
              100,
              "rounding=coarse: mean size of the rounded gradients; smaller is faster and noisier; "
              "0 = "
              "0.1, or 3 / leaves where that is less"},
        Flag{"skip_zeros",
             &GbdtParams::skip_zeros,
             "rounding=coarse: don't read documents whose gradient and hessian are rounded to 0; "
             "changes the time alone, no tree"},
        Field{"feature_share",
              &GbdtParams::feature_share,
              1e-6,
              1,
              "share of the features drawn for each tree"},
        Field{"query_share",
              &GbdtParams::query_share,
              1e-6,
              1,
              "share of the queries drawn for each tree"},
        Text{"monotone",
             &GbdtParams::monotone,
             "+NAME,-NAME,...",
             "features with which scores must not fall (+) or not rise (-); a name with a comma "
             "stands in "
             "double quotes"},
        Field{
            "patience",
            &GbdtParams::patience,
            0,
            1'000'000,
            "with validation data: trees without a better value before training stops; 0 = never"},
    };

    std::vector<IdleParam> idle() const {
        if (rounding == Rounding::coarse) return {};
        return {{"coarse_mean", "`rounding=coarse`"}};
    }

    TreeParams tree() const {
        return {.leaves = static_cast<std::size_t>(leaves),
                .depth = static_cast<std::size_t>(depth),
                .min_leaf_documents = static_cast<std::size_t>(min_leaf_documents),
                .min_leaf_hessian = min_leaf_hessian,
                .l2 = l2,
                .min_gain = min_gain,
                .learning_rate = learning_rate,
                .gain = gain,
                .step = step,
                .rounding = rounding,
                .coarse_mean = coarse_mean,
                .skip_zeros = skip_zeros};
    }
};

}  // namespace gradus::gbdt
