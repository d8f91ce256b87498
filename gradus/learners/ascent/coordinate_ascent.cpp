// Coordinate ascent on a measure: Metzler & Croft, Information Retrieval 10(3), 2007.

#include <memory>
#include <string>

#include "gradus/learners/ascent/search/ascent.hpp"

namespace gradus {
namespace {

class CoordinateAscent final : public Learner {
  public:
    explicit CoordinateAscent(const ascent::AscentParams& params) : params_(params) {}

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        return ascent::ascend(
            train,
            context,
            params_,
            training_notes("coordinate-ascent", context, describe_params(params_)));
    }

    ascent::AscentParams params_;
};

}  // namespace

namespace learners {
extern const LearnerEntry coordinate_ascent_entry{
    .name = "coordinate-ascent",
    .summary = "a linear model, one weight at a time, straight on the measure",
    .reference = "Metzler & Croft 2007",
    .default_measure = "NDCG@10",
    .params = [] { return describe_params<ascent::AscentParams>(); },
    .make = [](const Settings& settings) -> std::unique_ptr<const Learner> {
        auto [params] = params_from_settings(settings, ascent::AscentParams{});
        return std::make_unique<CoordinateAscent>(params);
    },
    .takes_missing_as_mean = true,
};
}  // namespace learners

}  // namespace gradus
