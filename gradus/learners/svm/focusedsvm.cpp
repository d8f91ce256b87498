// FocusedSVM: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/svm/problem/svm_learner.hpp"

namespace gradus::learners {
namespace {

constexpr svm::SvmRow focusedsvm_row{
    .name = "focusedsvm",
    .summary = "a linear model for top-k labels: the order of the top, and the top above the rest",
    .reference = "Niu et al. 2012",
    .objective = "focused_hinge",
};

}  // namespace

extern const LearnerEntry focusedsvm_entry = svm::entry<focusedsvm_row>();

}  // namespace gradus::learners
