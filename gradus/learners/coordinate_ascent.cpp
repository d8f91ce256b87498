// Coordinate ascent on a measure: Metzler & Croft, Information Retrieval 10(3), 2007.

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluate.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/training/standardise.hpp"
#include "gradus/models/linear.hpp"

namespace gradus {
namespace {

struct CoordinateAscentParams {
    int rounds = 25;
    int steps = 6;
    double tolerance = 1e-4;
    static constexpr auto fields = std::tuple{
        Field{"rounds",
              &CoordinateAscentParams::rounds,
              1,
              10'000,
              "passes over all features at the most"},
        Field{"steps",
              &CoordinateAscentParams::steps,
              1,
              30,
              "step sizes tried each way: 0.05, 0.1, 0.2, ..."},
        Field{"tolerance",
              &CoordinateAscentParams::tolerance,
              0,
              1,
              "stop when a pass gains less than this"},
    };
};

std::vector<LinearModel::Feature> standardised(const Dataset& data) {
    std::vector<LinearModel::Feature> all;
    for (const FeatureScale& scale : feature_scales(data))
        all.push_back({data.feature_name(all.size()), scale.mean, scale.spread, 0.0});
    return all;
}

/// A linear model whose weights are moved one at a time, each to the best of a few steps, while the
/// measure rises.
class CoordinateAscent final : public Learner {
  public:
    explicit CoordinateAscent(CoordinateAscentParams params) : params_(params) {}

    std::unique_ptr<const Model> fit(const Dataset& train,
                                     const FitContext& context) const override {
        if (!context.also.empty())
            throw Error({"option --also"},
                        "coordinate-ascent does not pick an iteration on validation data",
                        "train once for each measure");
        std::vector<LinearModel::Feature> features = standardised(train);
        std::vector<float> scores(train.documents());
        double best = value(train, scores, context);
        ProgressState state{.task = "training coordinate-ascent",
                            .total = static_cast<std::uint64_t>(params_.rounds),
                            .unit = "rounds"};
        for (int round = 0; round < params_.rounds; ++round) {
            const double before = best;
            std::vector<std::size_t> order(features.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            Random(context.seed, "coordinate order", 0, static_cast<std::uint32_t>(round))
                .shuffle(std::span(order));
            for (const std::size_t j : order) improve(train, context, features[j], j, scores, best);
            state.done = static_cast<std::uint64_t>(round) + 1;
            state.value = best;
            if (context.progress != nullptr) context.progress->update(state);
            if (best - before < params_.tolerance) break;
        }
        if (context.progress != nullptr) {
            context.progress->finish(
                state, fmt::format("{} rounds, training value {:.4f}", state.done, best));
        }
        return std::make_unique<LinearModel>(
            std::move(features),
            training_notes("coordinate-ascent", context, describe_params(params_)));
    }

  private:
    double value(const Dataset& train,
                 std::span<const float> scores,
                 const FitContext& context) const {
        const Target& target = context.targets.front();
        return evaluate(train, train.label(target.labels), scores, *target.measure, context.threads)
            .mean;
    }

    void improve(const Dataset& train,
                 const FitContext& context,
                 LinearModel::Feature& feature,
                 std::size_t j,
                 std::vector<float>& scores,
                 double& best) const {
        double best_step = 0.0;
        for (int k = 0; k < params_.steps; ++k) {
            for (const double sign : {1.0, -1.0}) {
                const double step = sign * 0.05 * std::exp2(k);
                const double here =
                    value(train, moved(train, feature, j, scores, step, context.threads), context);
                if (here > best) {
                    best = here;
                    best_step = step;
                }
            }
        }
        if (best_step == 0.0) return;
        scores = moved(train, feature, j, scores, best_step, context.threads);
        feature.weight += best_step;
    }

    static std::vector<float> moved(const Dataset& train,
                                    const LinearModel::Feature& feature,
                                    std::size_t j,
                                    std::span<const float> scores,
                                    double step,
                                    unsigned threads) {
        std::vector<float> result(scores.begin(), scores.end());
        parallel_for(result.size(), 4096, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const float x = train.features.row(i)[j];
                if (std::isnan(x)) continue;
                result[i] += static_cast<float>(
                    step * ((static_cast<double>(x) - feature.mean) / feature.spread));
            }
        });
        return result;
    }

    CoordinateAscentParams params_;
};

}  // namespace

extern const LearnerEntry coordinate_ascent_entry{
    .name = "coordinate-ascent",
    .summary = "a linear model, one weight at a time, straight on the measure",
    .reference = "Metzler & Croft 2007",
    .default_measure = "NDCG@10",
    .params = [] { return describe_params<CoordinateAscentParams>(); },
    .make = [](const std::vector<std::string>& settings) -> std::unique_ptr<const Learner> {
        auto [params] = params_from_settings(settings, CoordinateAscentParams{});
        return std::make_unique<CoordinateAscent>(params);
    },
};

}  // namespace gradus
