#include "gradus/learners/ascent/search/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/ascent/search/line_search.hpp"
#include "gradus/learners/ascent/search/tie_order.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/standardise.hpp"
#include "gradus/learners/training/stepper.hpp"
#include "gradus/learners/training/training_loop.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/objectives/bound_labels.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus::ascent {
namespace {

constexpr std::size_t documents_at_once = 4096;
constexpr double first_step = 0.05;
constexpr std::size_t most_tried = 4;  ///< of the best intervals of a line
/// Meetings of two documents in a pass, unless told: a second or two.
constexpr std::size_t most_followed = 10'000'000;
constexpr const char* format_name = "gradus-ascent-checkpoint";

/// Where a training stands between two rounds: all that its further course depends on.
struct AscentState {
    std::size_t start = 0;
    std::size_t round = 0;  ///< rounds done from this start
    std::vector<double> weights;
    std::vector<std::vector<double>> kept;  ///< weights, by slot

    static constexpr auto json_fields = std::tuple{JsonField{"start", &AscentState::start},
                                                   JsonField{"round", &AscentState::round},
                                                   JsonField{"weights", &AscentState::weights},
                                                   JsonField{"kept", &AscentState::kept}};
};

std::size_t starts_of(const AscentParams& params) {
    return static_cast<std::size_t>(params.restarts) + 1;
}

/// Candidates are starts, steps are rounds. The absolute values of the weights are kept at a sum of
/// 1, which changes no ranking.
class Ascent final : public Stepper {
  public:
    Ascent(const Dataset& train, const FitContext& context, const AscentParams& params)
        : train_(train),
          context_(context),
          params_(params),
          target_(context.targets.front()),
          scales_(feature_scales(train)),
          documents_(documents_in_tie_order(train, context.seed)),
          ordered_(grades_in_order(train, target_.labels, documents_)),
          labels_(ordered_, target_.labels, context.threads),
          evaluator_(ordered_, {target_}, context.threads),
          scores_(train.documents()),
          column_(train.documents()),
          is_exact_(params.search == Search::exact ||
                    (params.search == Search::automatic && meetings(train) <= most_followed)) {
        check_measure_can_learn(train, target_);
        state_.kept.resize(1 + context.also.size());
    }

    /// First from no weights at all, then from random ones and their opposites. No line through a
    /// point has the opposite of its direction on it, and so no single move can turn a ranking
    /// round; from the opposite point it is one move away.
    void start(std::size_t candidate) override {
        state_.start = candidate;
        state_.round = 0;
        state_.weights.assign(scales_.size(), 0.0);
        if (candidate == 0) return;
        Random random(context_.seed, "coordinate start", draw());
        for (double& weight : state_.weights)
            weight = (candidate % 2 == 1 ? 1.0 : -1.0) * random.normal();
        const double sum = sum_with(0, 0.0);
        for (double& weight : state_.weights) weight /= sum;
    }

    /// Once over all features, in an order of the round's own.
    Advance advance(WithinStep& within) override {
        const std::vector<double> weights = state_.weights;
        // No weights at all are no ranking, whatever the ties are worth.
        const double before =
            sum_with(0, 0.0) > 0.0 ? rescore() : -std::numeric_limits<double>::infinity();
        double value = before;
        std::vector<std::size_t> order(scales_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto round = static_cast<std::uint32_t>(state_.round + 1);
        Random(context_.seed, "coordinate order", draw(), round).shuffle(std::span(order));
        for (const std::size_t j : order) {
            if (within.is_stop_wanted()) {
                state_.weights = weights;
                return Advance::stopped;
            }
            improve(j, value);
        }
        ++state_.round;
        value_ = rescore();
        return value_ - before > params_.tolerance ? Advance::step : Advance::last_step;
    }

    std::span<const float> score(const Dataset& valid) override {
        valid_scores_ =
            score_all(*model_of(state_.weights, {}), valid, "validation data", context_.threads);
        return valid_scores_;
    }
    TrainValues train_values() override { return {{target_.text, value_}}; }

    void keep(std::size_t slot) override { state_.kept[slot] = state_.weights; }

    std::string checkpoint(const Origin& origin, const Course& course) const override {
        return checkpoint_text(state_, format_name, origin, course);
    }
    Course restore(const std::string& text, const std::string& path) override {
        AscentState saved;
        Course course = restore_state(saved, text, format_name, path);
        if (saved.weights.size() != scales_.size() || saved.kept.size() != state_.kept.size())
            refuse_no_checkpoint(path);
        state_ = std::move(saved);
        return course;
    }
    std::string standing() const override {
        return fmt::format("{} of start {}", counted(state_.round, "round"), state_.start + 1);
    }

    std::string kept_text(std::size_t /*slot*/,
                          const KeptStep& kept,
                          std::size_t /*made*/) const override {
        return fmt::format(
            "round {} of start {} of {}", kept.step, kept.candidate + 1, starts_of(params_));
    }
    std::string end_text() const override {
        return fmt::format(
            "no start rises by more than tolerance={} in a round, or rounds={} reached",
            params_.tolerance,
            params_.rounds);
    }

    /// Error where no feature tells documents of a query apart.
    void check_learned(const Model* /*model*/) const override {
        if (std::ranges::all_of(state_.kept.front(), [](double weight) { return weight == 0.0; }))
            refuse_nothing_learned("no feature differs between the documents of a query",
                                   "give data with features that differ within queries");
    }

    std::unique_ptr<const Model> model(std::size_t slot,
                                       const KeptStep& /*kept*/,
                                       TrainingNotes notes) const override {
        return model_of(state_.kept[slot], std::move(notes));
    }

  private:
    static std::size_t meetings(const Dataset& data) {
        std::size_t sum = 0;
        for (std::size_t query = 0; query < data.queries(); ++query)
            sum += data.query_size(query) * (data.query_size(query) - 1) / 2;
        return sum * data.features.columns();
    }
    /// A start and its opposite draw the same numbers.
    std::uint64_t draw() const { return (state_.start + 1) / 2; }

    /// The scores as the model will give them, and what they are worth.
    double rescore() {
        for_documents([&](std::size_t i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < scales_.size(); ++j)
                sum += state_.weights[j] * standardised(i, j);
            scores_[i] = sum;
        });
        std::ranges::fill(column_, 0.0);
        return value_at(0.0, 1.0);
    }

    /// Moves one weight to the best place that is found, if that is better than `value`.
    void improve(std::size_t j, double& value) {
        for_documents([&](std::size_t i) { column_[i] = standardised(i, j); });
        if (is_flat()) return;
        double best_t = 0.0;
        for (const LinePoint& point : is_exact_ ? points_on_line() : points_by_steps()) {
            const double sum = sum_with(j, point.t);
            if (point.value <= value || sum == 0.0) continue;
            const double here = value_at(point.t, sum);
            if (here <= value) continue;
            value = here;
            best_t = point.t;
            if (is_exact_ && here >= point.value - 1e-9) break;  // as foreseen: no other is better
        }
        if (best_t == 0.0) return;
        const double sum = sum_with(j, best_t);
        for_documents(
            [&](std::size_t i) { scores_[i] = (scores_[i] + best_t * column_[i]) / sum; });
        state_.weights[j] += best_t;
        for (double& weight : state_.weights) weight /= sum;
    }

    /// Whether the column is of no use: constant within each query.
    bool is_flat() const {
        for (std::size_t query = 0; query < train_.queries(); ++query)
            for (std::size_t i = labels_.begin(query) + 1; i < labels_.begin(query + 1); ++i)
                if (column_[i] != column_[i - 1]) return false;
        return true;
    }

    /// The best on the whole line. Scores are told apart less finely when they become floats, so
    /// that a narrow interval may not be worth what it should be: hence several.
    std::vector<LinePoint> points_on_line() const {
        std::vector<std::vector<Rise>> rises(train_.queries());
        std::vector<double> starts(train_.queries());
        parallel_for(
            train_.queries(), 1, context_.threads, [&](std::size_t query, std::size_t /*end*/) {
                const std::size_t first = labels_.begin(query);
                const std::size_t size = labels_.size(query);
                starts[query] = rises_on_line({.scores = std::span(scores_).subspan(first, size),
                                               .slopes = std::span(column_).subspan(first, size),
                                               .grades = labels_.grades(query),
                                               .ideal = labels_.ideal(query),
                                               .highest = labels_.highest()},
                                              *target_.measure,
                                              rises[query]);
            });
        std::vector<Rise> all;
        const auto queries = static_cast<double>(train_.queries());
        for (const std::vector<Rise>& own : rises)
            for (const Rise& rise : own) all.push_back({rise.t, rise.by / queries});
        const double start = std::accumulate(starts.begin(), starts.end(), 0.0) / queries;
        return best_points(std::move(all), start, most_tried);
    }

    std::vector<LinePoint> points_by_steps() const {
        std::vector<LinePoint> points;
        for (int k = 0; k < params_.steps; ++k)
            for (const double sign : {1.0, -1.0})
                points.push_back(
                    {sign * first_step * std::exp2(k), std::numeric_limits<double>::infinity()});
        return points;
    }

    /// Of the absolute weights, when one is moved by t.
    double sum_with(std::size_t j, double t) const {
        double sum = 0.0;
        for (std::size_t k = 0; k < state_.weights.size(); ++k)
            sum += std::abs(state_.weights[k] + (k == j ? t : 0.0));
        return sum;
    }

    /// The measure when all scores have moved by t along the column and are divided by `sum`.
    double value_at(double t, double sum) const {
        std::vector<float> moved(scores_.size());
        for_documents([&](std::size_t i) {
            moved[i] = static_cast<float>((scores_[i] + t * column_[i]) / sum);
        });
        return evaluator_.means(moved).front();
    }

    /// 0 where the value is missing.
    double standardised(std::size_t document, std::size_t j) const {
        return scales_[j].standardised(train_.features.row(documents_[document])[j]);
    }

    template <class Body>
    void for_documents(const Body& body) const {
        parallel_for(scores_.size(),
                     documents_at_once,
                     context_.threads,
                     [&](std::size_t begin, std::size_t end) {
                         for (std::size_t i = begin; i < end; ++i) body(i);
                     });
    }

    std::unique_ptr<const Model> model_of(const std::vector<double>& weights,
                                          TrainingNotes notes) const {
        std::vector<LinearModel::Feature> features;
        features.reserve(weights.size());
        for (std::size_t j = 0; j < weights.size(); ++j)
            features.push_back({train_.feature_name(j), scales_[j], weights[j]});
        return std::make_unique<LinearModel>(std::move(features), std::move(notes));
    }

    const Dataset& train_;
    const FitContext& context_;
    const AscentParams& params_;
    const NamedMeasure& target_;
    std::vector<FeatureScale> scales_;
    std::vector<std::size_t> documents_;  ///< what is by document here goes by this order
    Dataset ordered_;                     ///< their grades
    BoundLabels labels_;
    Evaluator evaluator_;  ///< of the target, on those grades
    AscentState state_;
    double value_ = 0.0;  ///< of the target, after the newest round
    std::vector<float> valid_scores_;
    std::vector<double> scores_;
    std::vector<double> column_;  ///< the feature whose weight moves, standardised
    bool is_exact_;
};

}  // namespace

std::unique_ptr<const Model> ascend(const Dataset& train,
                                    const FitContext& context,
                                    const AscentParams& params,
                                    const TrainingNotes& notes) {
    if (context.targets.size() > 1)
        throw Error(Where::parameter("for"),
                    "coordinate ascent is for one measure",
                    "give one `for`; several `stop_on` may pick the best round");
    if (context.start != nullptr)
        throw Error(
            {context.files.start}, "coordinate ascent has starts of its own", "leave out `start`");
    // A start that rises no more is done: hardly any has all the rounds that it could have.
    return run_training(train,
                        context,
                        {.unit = "round",
                         .steps = static_cast<std::size_t>(params.rounds),
                         .may_end_early = true,
                         .candidates = std::vector<std::string>(starts_of(params)),
                         .notes = notes},
                        [&] { return std::make_unique<Ascent>(train, context, params); });
}

}  // namespace gradus::ascent
