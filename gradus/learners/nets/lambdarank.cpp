// LambdaRank: Burges, Ragno & Le, NIPS 2006.

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus::learners {
namespace {

constexpr net::NetRow lambdarank_row{
    .name = "lambdarank",
    .summary = "a net for any measure: pairs weighted by what a swap would change",
    .reference = "Burges et al. 2006",
    .objective = "lambda",
    .learning_rate = 0.01,
};

}  // namespace

extern const LearnerEntry lambdarank_entry = net::entry<lambdarank_row>();

}  // namespace gradus::learners
