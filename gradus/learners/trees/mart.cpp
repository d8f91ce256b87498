// MART: Friedman, Annals of Statistics 29(5), 2001. Regression on the grades: the baseline that
// knows of no ranking.

#include <memory>
#include <utility>

#include "gradus/learners/trees/boosting/boosting.hpp"
#include "gradus/objectives/pointwise.hpp"

namespace gradus {
namespace {

class Mart final : public Learner {
  public:
    explicit Mart(gbdt::GbdtParams params) : params_(std::move(params)) {}

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        const Pointwise objective(context.targets.front().labels);
        return gbdt::boost(train,
                           context,
                           {.objective = objective,
                            .params = params_,
                            .notes = training_notes("mart", context, describe_params(params_))});
    }

    gbdt::GbdtParams params_;
};

}  // namespace

namespace learners {
extern const LearnerEntry mart_entry{
    .name = "mart",
    .summary = "boosted trees that predict the grade; the measure only picks the best iteration",
    .reference = "Friedman 2001",
    .default_measure = "NDCG@10",
    .params = [] { return describe_params<gbdt::GbdtParams>(); },
    .make = [](const Settings& settings) -> std::unique_ptr<const Learner> {
        auto [params] = params_from_settings(settings, gbdt::GbdtParams{});
        return std::make_unique<Mart>(std::move(params));
    },
    .uses_weights = true,
};
}  // namespace learners

}  // namespace gradus
