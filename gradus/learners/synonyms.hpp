#pragma once

#include <span>

#include "gradus/base/names.hpp"

namespace gradus {

/// What people call our learners, RankLib's numbers among it: suggested where it is typed for one.
/// The first word of `meant` is a learner; settings may follow, as in "svm for=AP".
std::span<const Synonym> learner_synonyms();

/// What LightGBM, XGBoost and CatBoost call an objective: a learner and what it is to be told. Not
/// all are names of learners: their lambdarank boosts trees.
std::span<const Synonym> objective_synonyms();

/// What LightGBM, XGBoost, CatBoost, RankLib, scikit-learn, SVM-light and PyTorch call the
/// parameters of our learners. `meant` is a parameter of one learner at least; which meaning
/// counts depends on the learner, as n_estimators are trees of one and rounds of another.
std::span<const Synonym> parameter_synonyms();

}  // namespace gradus
