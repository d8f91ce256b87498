// RankNet: Burges et al., ICML 2005.

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus::learners {
namespace {

constexpr net::NetRow ranknet_row{
    .name = "ranknet",
    .summary = "a net that orders pairs of documents; the measure only picks the best epoch",
    .reference = "Burges et al. 2005",
    .objective = "ranknet",
    .learning_rate = 0.0001,
    .pairs_a_second = 4e8,
};

}  // namespace

extern const LearnerEntry ranknet_entry = net::entry<ranknet_row>();

}  // namespace gradus::learners
