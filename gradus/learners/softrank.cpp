// SoftRank: Taylor, Guiver, Robertson & Minka, WSDM 2008; for AP and P@k: Yilmaz & Robertson,
// Information Retrieval 13(3), 2010.

#include "gradus/learners/net/net_learner.hpp"
#include "gradus/objectives/soft.hpp"

namespace gradus {
namespace {

/// SoftParams with several standard deviations to choose from.
struct SoftRankParams {
    std::vector<double> sigma = {0.1};
    SoftSpread spread = SoftSpread::fixed;
    double anneal = 1.0;
    double least_sigma = 1e-3;
    bool exact = false;
    static constexpr auto fields = std::tuple{
        List{"sigma",
             &SoftRankParams::sigma,
             1e-6,
             1e6,
             "standard deviation of scores; of several each is tried, and the best on validation "
             "data kept"},
        Choice{"spread",
               &SoftRankParams::spread,
               "fixed|relative",
               "whether it is a score, or a share of the deviation of the query's scores"},
        Field{"anneal",
              &SoftRankParams::anneal,
              1e-3,
              1,
              "it is multiplied by this from one epoch to the next"},
        Field{"least_sigma", &SoftRankParams::least_sigma, 1e-6, 1e6, "annealing ends here"},
        Flag{"exact",
             &SoftRankParams::exact,
             "without the assumption that contests are independent; forty times as slow"},
    };
};

struct SoftRankLearner : net::NetKind {
    static constexpr std::string_view name = "softrank";
    static constexpr std::string_view summary =
        "a net for any smooth measure: its expectation when scores are uncertain";
    static constexpr std::string_view reference = "Taylor et al. 2008";
    static constexpr double learning_rate = 0.01;
    using Params = SoftRankParams;
    static net::Objectives objectives(const FitContext& context, const Params& params) {
        net::Objectives all;
        for (const double sigma : params.sigma) {
            all.push_back(std::make_unique<Soft>(copy_of(context.targets.front()),
                                                 SoftParams{.sigma = sigma,
                                                            .spread = params.spread,
                                                            .anneal = params.anneal,
                                                            .least_sigma = params.least_sigma,
                                                            .exact = params.exact}));
        }
        return all;
    }
};

}  // namespace

extern const LearnerEntry softrank_entry = net::entry<SoftRankLearner>();

}  // namespace gradus
