// FocusedBoost: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include "gradus/learners/boost/boost_learner.hpp"
#include "gradus/learners/boost/focused_booster.hpp"

namespace gradus {
namespace {

struct FocusedBoostParams {
    std::vector<double> beta = {0.5};
    int thresholds = 0;
    boosting::Directions directions = boosting::Directions::both;
    bool literal = false;
    static constexpr auto fields = std::tuple{
        List{"beta",
             &FocusedBoostParams::beta,
             0.0,
             1.0,
             "weight of the order of the top documents; of several each is tried, and the best on "
             "validation data kept"},
        Field{"thresholds",
              &FocusedBoostParams::thresholds,
              0,
              1'000'000,
              "of a feature at the most, at its quantiles; 0 = every value"},
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
    using Params = FocusedBoostParams;
    static boosting::BoostPlan plan(const Dataset& train,
                                    const FitContext& context,
                                    const Params& params) {
        const std::vector<double> betas = params.beta.empty() ? Params{}.beta : params.beta;
        return {
            .tried = {"beta", betas},
            .make = [&train, &context, params, betas, data = Shared()](std::size_t tried) mutable {
                if (data == nullptr) data = prepared(train, context, params);
                return std::make_unique<boosting::FocusedBooster>(
                    data,
                    boosting::FocusedBoosterOptions{.beta = betas[tried],
                                                    .directions = params.directions,
                                                    .literal = params.literal,
                                                    .threads = context.threads});
            }};
    }

  private:
    using Shared = std::shared_ptr<const boosting::FocusedData>;

    static Shared prepared(const Dataset& train, const FitContext& context, const Params& params) {
        auto data = std::make_shared<const boosting::FocusedData>(
            train,
            context.targets.front(),
            static_cast<std::size_t>(params.thresholds),
            context.threads);
        if (context.progress != nullptr &&
            (data->lists().size() == 0) != (data->pairs().pairs() == 0.0))
            context.progress->note(
                data->lists().size() == 0
                    ? "the measure tells no orders of the top documents apart: beta plays no part"
                    : "there are no pairs of a top document and another: beta plays no part");
        return data;
    }
};

}  // namespace

extern const LearnerEntry focusedboost_entry = boosting::entry<FocusedBoostLearner>();

}  // namespace gradus
