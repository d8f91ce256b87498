#pragma once

/// The library on one page. Include this header and link gradus::gradus; a program that needs less
/// includes the header named below and links that folder's target (gradus::models, ...).
///
///   read      Dataset    read_dataset(path, ReadOptions)          LETOR, CSV, cache: by the ending
///             Judgments  read_qrels(TextSource(path))
///             Run        read_run(TextSource(path))
///   train     const LearnerEntry& learner_named("lambdamart")     all_learners() lists them
///             std::unique_ptr<const Learner> entry.make({"leaves=15", "trees=200"})
///             std::unique_ptr<const Model> learner.fit(train, FitContext)
///   score     std::vector<float> score_all(model, data, name, threads)    matches columns by name
///             std::unique_ptr<const Scorer> make_scorer(model)    once, then from any thread:
///             void  scorer.score_rows(rows, scores)               many, features row by row
///             float model.score(features)                         one document
///   explain   std::optional<Explanation> model.explain(features)
///   measure   NamedMeasure named_measure("NDCG@10")               all_measures() lists them
///   evaluate  std::vector<QueryValues> Evaluator(data, measures, threads).values(scores)
///             Evaluation RunEvaluator(judgments, name, measures, threads, profile).evaluate(run,
///             …)
///   keep      save_model(model, path), std::unique_ptr<const Model> load_model(path)
///
/// Whatever the user can put right is thrown as Error. Models, scorers, learners and measures never
/// change once made, so threads may share them. Nothing prints, exits or keeps global state.

#include "gradus/base/error.hpp"             // Error: where, what, remedy
#include "gradus/base/progress.hpp"          // Progress: how far training has come
#include "gradus/base/stop_request.hpp"      // StopRequest: ends a training early
#include "gradus/base/text_source.hpp"       // TextSource: plain, gzip and zstd files
#include "gradus/data/dataset.hpp"           // Dataset: documents in query order
#include "gradus/data/format.hpp"            // read_dataset, ReadOptions
#include "gradus/data/formats/qrels.hpp"     // read_qrels
#include "gradus/data/formats/run.hpp"       // read_run
#include "gradus/data/generators/synth.hpp"  // synth_dataset: made-up data
#include "gradus/data/transforms/split.hpp"  // equal_parts, rotate_parts: folds by query
#include "gradus/evaluation/evaluator.hpp"   // Evaluator, RunEvaluator
#include "gradus/evaluation/permutation_importance.hpp"  // which features count on given data
#include "gradus/evaluation/profiled_measure.hpp"        // named_measure with a tool's conventions
#include "gradus/learners/learner.hpp"                   // learner_named, FitContext, Learner::fit
#include "gradus/measures/measure.hpp"                   // Measure, make_measure
#include "gradus/measures/named_measure.hpp"             // named_measure
#include "gradus/models/model.hpp"                       // Model: score, explain, importance
#include "gradus/models/model_format.hpp"                // load_model, save_model
#include "gradus/models/tree_shap.hpp"                   // largest_first: what counts in a score
#include "gradus/scoring/scorer.hpp"                     // score_all, make_scorer
