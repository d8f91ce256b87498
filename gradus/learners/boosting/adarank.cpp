// AdaRank: Xu & Li, SIGIR 2007.

#include "gradus/learners/boosting/rounds/boost_learner.hpp"
#include "gradus/learners/boosting/rounds/query_booster.hpp"
#include "gradus/learners/training/outcome.hpp"

namespace gradus {
namespace {

/// The defaults are the better ones on the validation folds of OHSUMED and MQ2008
/// (docs/how-to/choose-a-learner.md): set_aside by much, standardise by little.
struct AdaRankParams {
    boosting::Directions directions = boosting::Directions::both;
    bool standardise = true;
    bool set_aside = true;
    int patience = 50;
    static constexpr auto fields = std::tuple{
        Choice{"directions",
               &AdaRankParams::directions,
               "down|both",
               "down: large values of a feature stand first; both: or small ones"},
        Flag{"standardise",
             &AdaRankParams::standardise,
             "divide features by their deviation before they are added up"},
        Flag{"set_aside",
             &AdaRankParams::set_aside,
             "a feature that was chosen twice running without a gain is not chosen again until "
             "there is one"},
        Field{"patience",
              &AdaRankParams::patience,
              0,
              1'000'000,
              "rounds without a better value on training data before it stops; 0 = any number"},
    };
};

struct AdaRankLearner {
    static constexpr std::string_view name = "adarank";
    static constexpr std::string_view summary =
        "a sum of features, each chosen for the queries that a measure is low in";
    static constexpr std::string_view reference = "Xu & Li 2007";
    static constexpr std::string_view default_measure = "NDCG@10";
    static constexpr bool uses_weights = false;
    static constexpr bool takes_missing_as_mean = true;
    using Params = AdaRankParams;
    static boosting::BoosterMaker boosters(const Dataset& train,
                                           const FitContext& context,
                                           const std::vector<Params>& params) {
        return [&](std::size_t candidate) {
            const Params& own = params[candidate];
            auto booster = std::make_unique<boosting::QueryBooster>(
                train,
                context.targets.front(),
                boosting::QueryBoosterOptions{.directions = own.directions,
                                              .standardise = own.standardise,
                                              .set_aside = own.set_aside,
                                              .patience = static_cast<std::size_t>(own.patience),
                                              .seed = context.seed,
                                              .threads = context.threads});
            check_measure_can_learn(train, context.targets.front());
            return booster;
        };
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry adarank_entry = boosting::entry<AdaRankLearner>();
}  // namespace learners

}  // namespace gradus
