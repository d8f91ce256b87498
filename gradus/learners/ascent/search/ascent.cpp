#include "gradus/learners/ascent/search/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/interruption.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/ascent/search/line_search.hpp"
#include "gradus/learners/ascent/search/tie_order.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/json_log.hpp"
#include "gradus/learners/training/origin.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/standardise.hpp"
#include "gradus/learners/training/step_choice.hpp"
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

/// Where a training stands between two rounds: all that its further course depends on. Steps are
/// counted from 1, from one start on to the next as if each had all rounds.
struct AscentState {
    std::size_t start = 0;
    std::size_t round = 0;  ///< rounds done from this start
    std::vector<double> weights;
    std::vector<ChosenStep> best;
    std::vector<std::vector<double>> best_weights;  ///< of these

    static constexpr auto json_fields =
        std::tuple{JsonField{"start", &AscentState::start},
                   JsonField{"round", &AscentState::round},
                   JsonField{"weights", &AscentState::weights},
                   JsonField{"best", &AscentState::best},
                   JsonField{"best_weights", &AscentState::best_weights}};
};

/// One training from its first round to its last. The absolute values of the weights are kept at a
/// sum of 1, which changes no ranking.
class Ascent {
  public:
    Ascent(const Dataset& train,
           const FitContext& context,
           const AscentParams& params,
           const TrainingNotes& notes)
        : train_(train),
          context_(context),
          params_(params),
          target_(context.targets.front()),
          scales_(feature_scales(train)),
          documents_(documents_in_tie_order(train, context.seed)),
          ordered_(grades_in_order(train, target_.labels, documents_)),
          labels_(ordered_, target_.labels, context.threads),
          evaluator_(ordered_, {target_}, context.threads),
          checkpoint_(context.files, context.progress),
          log_(context.files, context.progress),
          choice_(context),
          notes_(notes),
          scores_(train.documents()),
          column_(train.documents()),
          is_exact_(params.search == Search::exact ||
                    (params.search == Search::automatic && meetings(train) <= most_followed)) {
        labels_.check_measurable(*target_.measure, target_.text);
    }

    /// None where it was told to stop before there was a round.
    std::unique_ptr<const Model> run() {
        check_measure_can_learn(train_, target_);
        begin_start(0);
        state_.best_weights.resize(1 + context_.also.size());
        if (context_.files.resume) resume();
        const Interruption interruption(context_.stop);
        progress_.total = starts() * rounds();
        progress_.is_limit = true;
        while (state_.start < starts()) {
            const std::vector<double> before = state_.weights;
            const std::optional<bool> rose = run_round(interruption);
            if (!rose) {  // back to where a resumed training begins the round again
                is_interrupted_ = true;
                state_.weights = before;
                --state_.round;
                break;
            }
            if (!*rose || state_.round >= rounds()) begin_start(state_.start + 1);
            save_now_and_then();
        }
        if (is_interrupted_ && checkpoint_.is_wanted()) save();
        if (!is_interrupted_) progress_.done = progress_.total;
        context_.progress.get().finish(progress_, counted(starts(), "start"));
        if (choice_.best().step == 0) return nullptr;
        check_learned();
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model = final_model(1 + k, {&context_.also[k].by, 1}, nullptr);
        return final_model(0, choice_.targets(), context_.outcome);
    }

  private:
    static std::size_t meetings(const Dataset& data) {
        std::size_t sum = 0;
        for (std::size_t query = 0; query < data.queries(); ++query)
            sum += data.query_size(query) * (data.query_size(query) - 1) / 2;
        return sum * data.features.columns();
    }
    std::size_t rounds() const { return static_cast<std::size_t>(params_.rounds); }
    std::size_t starts() const { return static_cast<std::size_t>(params_.restarts) + 1; }
    /// A start and its opposite draw the same numbers.
    std::uint64_t draw() const { return (state_.start + 1) / 2; }
    /// First from no weights at all, then from random ones and their opposites. No line through a
    /// point has the opposite of its direction on it, and so no single move can turn a ranking
    /// round; from the opposite point it is one move away.
    void begin_start(std::size_t start) {
        state_.start = start;
        state_.round = 0;
        state_.weights.assign(scales_.size(), 0.0);
        if (start == 0) return;
        Random random(context_.seed, "coordinate start", draw());
        for (double& weight : state_.weights)
            weight = (start % 2 == 1 ? 1.0 : -1.0) * random.normal();
        const double sum = sum_with(0, 0.0);
        for (double& weight : state_.weights) weight /= sum;
    }

    /// Once over all features, in an order of the round's own. Whether that was worth it; nothing
    /// where it was told to stop.
    std::optional<bool> run_round(const Interruption& interruption) {
        ++state_.round;
        // No weights at all are no ranking, whatever the ties are worth.
        const double before =
            sum_with(0, 0.0) > 0.0 ? rescore() : -std::numeric_limits<double>::infinity();
        double value = before;
        std::vector<std::size_t> order(scales_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        Random(context_.seed, "coordinate order", draw(), static_cast<std::uint32_t>(state_.round))
            .shuffle(std::span(order));
        for (const std::size_t j : order) {
            if (interruption.is_wanted()) return std::nullopt;
            improve(j, value);
        }
        const double after = rescore();
        note_round(after);
        return after - before > params_.tolerance;
    }

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

    /// Without validation data the best round is that with the best value in training.
    void note_round(double value) {
        const std::size_t step = state_.start * rounds() + state_.round;
        if (choice_.has_data())
            choice_.look(step,
                         score_all(*model_of(state_.weights),
                                   *context_.valid,
                                   "validation data",
                                   context_.threads));
        else
            choice_.record(step, value);
        for (std::size_t k = 0; k < state_.best_weights.size(); ++k)
            if (choice_.state()[k].step == step) state_.best_weights[k] = state_.weights;
        Json line = {{"start", state_.start + 1},
                     {"round", state_.round},
                     {"train", {{target_.text, value}}}};
        choice_.add_to(line);
        line["best"] = {{"start", start_of(choice_.best())}, {"round", round_of(choice_.best())}};
        log_.write(line);
        progress_.done = step;
        progress_.value = value;
        progress_.best = choice_.best().values.front();
        context_.progress.get().update(progress_);
    }

    // Both from 1.
    std::size_t start_of(const ChosenStep& chosen) const {
        return (chosen.step - 1) / rounds() + 1;
    }
    std::size_t round_of(const ChosenStep& chosen) const {
        return (chosen.step - 1) % rounds() + 1;
    }

    void save_now_and_then() {
        if (checkpoint_.is_due()) save();
    }

    void save() {
        if (origin_.empty()) origin_ = training_origin(train_, context_, notes_);
        state_.best = choice_.state();
        checkpoint_.save(checkpoint_text(state_, format_name, origin_));
    }

    void resume() {
        if (!checkpoint_.is_there()) return;
        const std::string& path = checkpoint_.path();
        origin_ = training_origin(train_, context_, notes_);
        auto saved =
            state_from_checkpoint<AscentState>(checkpoint_.load(origin_), format_name, path);
        if (saved.weights.size() != scales_.size() ||
            saved.best_weights.size() != state_.best_weights.size() ||
            saved.best.size() != state_.best_weights.size())
            refuse_no_checkpoint(path);
        state_ = std::move(saved);
        choice_.restore(state_.best);
        log_.resume(state_.round);
        context_.progress.get().note(fmt::format(
            "{}: resumed after round {} of start {}", path, state_.round, state_.start + 1));
    }

    /// Error where no feature tells documents of a query apart.
    void check_learned() const {
        if (is_interrupted_) return;
        const std::vector<double>& weights = state_.best_weights.front();
        if (std::ranges::all_of(weights, [](double weight) { return weight == 0.0; }))
            refuse_nothing_learned("no feature differs between the documents of a query",
                                   "give data with features that differ within queries");
    }

    std::unique_ptr<const Model> final_model(std::size_t choice,
                                             std::span<const NamedMeasure> chosen_by,
                                             TrainingOutcome* outcome) const {
        const ChosenStep& chosen = choice_.state()[choice];
        const TrainingOutcome own{
            .kept = fmt::format("round {} of start {} of {}{}",
                                round_of(chosen),
                                start_of(chosen),
                                starts(),
                                choice_.has_data() ? "" : ", the best on training data"),
            .stopped = is_interrupted_
                           ? std::string(stopped_early)
                           : fmt::format("no start rises by more than tolerance={} in a round, or "
                                         "rounds={} reached",
                                         params_.tolerance,
                                         rounds())};
        return with_outcome(
            own, notes_, train_, context_, chosen_by, [&](const TrainingNotes& notes) {
                if (outcome != nullptr) *outcome = notes.outcome;
                return model_of(state_.best_weights[choice], notes);
            });
    }

    std::unique_ptr<const Model> model_of(const std::vector<double>& weights) const {
        return model_of(weights, notes_);
    }

    std::unique_ptr<const Model> model_of(const std::vector<double>& weights,
                                          const TrainingNotes& notes) const {
        std::vector<LinearModel::Feature> features;
        features.reserve(weights.size());
        for (std::size_t j = 0; j < weights.size(); ++j)
            features.push_back({train_.feature_name(j), scales_[j], weights[j]});
        return std::make_unique<LinearModel>(std::move(features), notes);
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
    CheckpointFile checkpoint_;
    JsonLog log_;
    StepChoice choice_;
    const TrainingNotes& notes_;
    AscentState state_;
    std::vector<double> scores_;
    std::vector<double> column_;  ///< the feature whose weight moves, standardised
    bool is_exact_;
    bool is_interrupted_ = false;
    Origin origin_;  ///< for checkpoints, when first asked for
    ProgressState progress_{.task = "training coordinate-ascent", .unit = "rounds"};
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
    return Ascent(train, context, params, notes).run();
}

}  // namespace gradus::ascent
