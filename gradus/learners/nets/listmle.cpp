// ListMLE: Xia, Liu, Wang, Zhang & Li, ICML 2008; of the top k: Xia, Liu & Li, NIPS 2009.

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus::learners {
namespace {

constexpr net::NetRow listmle_row{
    .name = "listmle",
    .summary = "a net that makes the order of grades likely; the measure only picks the best epoch",
    .reference = "Xia et al. 2008",
    .objective = "listmle",
    .learning_rate = 0.01,
};

}  // namespace

extern const LearnerEntry listmle_entry = net::entry<listmle_row>();

}  // namespace gradus::learners
