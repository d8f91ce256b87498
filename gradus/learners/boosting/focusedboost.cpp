// FocusedBoost: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include <map>

#include "gradus/learners/boosting/rounds/boost_learner.hpp"
#include "gradus/learners/boosting/rounds/focused_booster.hpp"

namespace gradus {
namespace {

struct FocusedBoostParams {
    double beta = 0.5;
    int thresholds = 0;
    boosting::Directions directions = boosting::Directions::both;
    bool literal = false;
    static constexpr auto fields = std::tuple{
        Field{"beta", &FocusedBoostParams::beta, 0, 1, "weight of the order of the top documents"},
        Field{"thresholds",
              &FocusedBoostParams::thresholds,
              0,
              1'000'000,
              "maximum per feature, at its quantiles; 0 = every value"},
        Choice{"directions",
               &FocusedBoostParams::directions,
               "down|both",
               "down: large values of a feature stand first; both: or small ones"},
        Flag{"literal",
             &FocusedBoostParams::literal,
             "as printed: multiply the weights of queries by those of the round before"},
    };
};

struct FocusedBoostLearner {
    static constexpr std::string_view name = "focusedboost";
    static constexpr std::string_view summary =
        "a sum of thresholds for top-k labels: a measure of the top, and the top above the rest";
    static constexpr std::string_view reference = "Niu et al. 2012";
    static constexpr std::string_view default_measure = "NDCG";
    static constexpr bool uses_weights = false;
    static constexpr bool takes_missing_as_mean = false;
    using Params = FocusedBoostParams;
    static boosting::BoosterMaker boosters(const Dataset& train,
                                           const FitContext& context,
                                           const std::vector<Params>& params) {
        // What does not depend on beta is made once for each number of thresholds.
        return [&, prepared = std::map<int, Prepared>()](std::size_t candidate) mutable {
            const Params& own = params[candidate];
            Prepared& data = prepared[own.thresholds];
            if (data == nullptr) data = prepare(train, context, own);
            if (!data->is_complete()) return std::unique_ptr<boosting::FocusedBooster>();
            return std::make_unique<boosting::FocusedBooster>(
                data,
                boosting::FocusedBoosterOptions{.beta = own.beta,
                                                .directions = own.directions,
                                                .literal = own.literal,
                                                .threads = context.threads});
        };
    }

  private:
    using Prepared = std::shared_ptr<const boosting::FocusedData>;

    static Prepared prepare(const Dataset& train, const FitContext& context, const Params& params) {
        auto data = std::make_shared<const boosting::FocusedData>(
            train,
            context.targets.front(),
            static_cast<std::size_t>(params.thresholds),
            context.threads,
            context.progress,
            context.stop);
        if ((data->lists().size() == 0) != (data->pairs().pairs() == 0.0))
            context.progress.get().note(
                data->lists().size() == 0
                    ? "the measure tells no orders of the top documents apart: beta plays no part"
                    : "there are no pairs of a top document and another: beta plays no part");
        return data;
    }
};

}  // namespace

namespace learners {
extern const LearnerEntry focusedboost_entry = boosting::entry<FocusedBoostLearner>();
}  // namespace learners

}  // namespace gradus
