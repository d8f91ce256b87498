// SoftRank: Taylor, Guiver, Robertson & Minka, WSDM 2008; for AP and P@k: Yilmaz & Robertson,
// Information Retrieval 13(3), 2010.

#include "gradus/learners/nets/descent/net_learner.hpp"

namespace gradus::learners {
namespace {

constexpr net::NetRow softrank_row{
    .name = "softrank",
    .summary = "a net for any smooth measure: its expectation when scores are uncertain",
    .reference = "Taylor et al. 2008",
    .objective = "soft",
    .learning_rate = 0.01,
    .pairs_a_second = 3e7,
};

}  // namespace

extern const LearnerEntry softrank_entry = net::entry<softrank_row>();

}  // namespace gradus::learners
