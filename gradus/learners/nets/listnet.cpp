// ListNet: Cao, Qin, Liu, Tsai & Li, ICML 2007.

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus::learners {
namespace {

constexpr net::NetRow listnet_row{
    .name = "listnet",
    .summary =
        "a net that draws documents as their grades would; the measure only picks the best epoch",
    .reference = "Cao et al. 2007",
    .objective = "listnet",
    .learning_rate = 0.1,
};

}  // namespace

extern const LearnerEntry listnet_entry = net::entry<listnet_row>();

}  // namespace gradus::learners
