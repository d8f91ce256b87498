// FocusedNet: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus::learners {
namespace {

constexpr net::NetRow focusednet_row{
    .name = "focusednet",
    .summary = "a net for top-k labels: the order of the top, and the top above the rest",
    .reference = "Niu et al. 2012",
    .objective = "focused",
    .learning_rate = 0.1,
    .pairs_a_second = 5e7,
};

}  // namespace

extern const LearnerEntry focusednet_entry = net::entry<focusednet_row>();

}  // namespace gradus::learners
