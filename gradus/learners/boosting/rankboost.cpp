// RankBoost: Freund, Iyer, Schapire & Singer, JMLR 4, 2003.

#include "gradus/learners/boosting/rounds/boost_learner.hpp"
#include "gradus/learners/boosting/rounds/pair_booster.hpp"

namespace gradus {
namespace {

struct RankBoostParams {
    int thresholds = 0;
    static constexpr auto fields = std::tuple{
        Field{"thresholds",
              &RankBoostParams::thresholds,
              0,
              1'000'000,
              "maximum per feature, at its quantiles; 0 = every value"},
    };
};

struct RankBoostLearner {
    static constexpr std::string_view name = "rankboost";
    static constexpr std::string_view summary =
        "a sum of thresholds that orders pairs of documents; the measure only picks the best round";
    static constexpr std::string_view reference = "Freund et al. 2003";
    static constexpr std::string_view default_measure = "NDCG@10";
    static constexpr bool uses_weights = false;
    static constexpr bool takes_missing_as_mean = false;
    using Params = RankBoostParams;
    static boosting::BoosterMaker boosters(const Dataset& train,
                                           const FitContext& context,
                                           const std::vector<Params>& params) {
        return [&](std::size_t candidate) {
            return std::make_unique<boosting::PairBooster>(
                train,
                boosting::PairBoosterOptions{
                    .labels = context.targets.front().labels,
                    .thresholds = static_cast<std::size_t>(params[candidate].thresholds),
                    .threads = context.threads});
        };
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry rankboost_entry = boosting::entry<RankBoostLearner>();
}  // namespace learners

}  // namespace gradus
