// RankSVM: Herbrich, Graepel & Obermayer 2000; Joachims, KDD 2002.

#include "gradus/learners/svm/problem/svm_learner.hpp"

namespace gradus::learners {
namespace {

constexpr svm::SvmRow ranksvm_row{
    .name = "ranksvm",
    .summary =
        "a linear model that orders pairs of documents by a margin; the measure only picks the "
        "best C",
    .reference = "Joachims 2002",
    .objective = "pair_hinge",
    .form = svm::RiskForm::sum,
};

}  // namespace

extern const LearnerEntry ranksvm_entry = svm::entry<ranksvm_row>();

}  // namespace gradus::learners
