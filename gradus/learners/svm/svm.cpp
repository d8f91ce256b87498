// SVM-map and its kin: Yue, Finley, Radlinski & Joachims, SIGIR 2007; SVM-roc: Joachims, ICML 2005.

#include "gradus/learners/svm/problem/svm_learner.hpp"

namespace gradus::learners {
namespace {

constexpr svm::SvmRow svm_row{
    .name = "svm",
    .summary =
        "a linear model for a measure: structural SVM, minimises a convex bound on 1 - measure",
    .reference = "Yue et al. 2007",
    .objective = "structural",
    .default_measure = "AP",
};

}  // namespace

extern const LearnerEntry svm_entry = svm::entry<svm_row>();

}  // namespace gradus::learners
