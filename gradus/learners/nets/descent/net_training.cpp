#include "gradus/learners/nets/descent/net_training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/interruption.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/thread_team.hpp"
#include "gradus/learners/nets/descent/net_log.hpp"
#include "gradus/learners/nets/descent/net_side.hpp"
#include "gradus/learners/nets/descent/net_state.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/learners/training/origin.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/objectives/rank_order.hpp"
#include "gradus/scoring/net_layers.hpp"

namespace gradus::net {
namespace {

constexpr std::size_t most_failures = 6;
constexpr double rate_divisor = 10.0;

/// One training from its first epoch to its last.
template <class Real>
class Training {
  public:
    Training(const Dataset& train, const FitContext& context, const NetPlan& plan)
        : team_(static_cast<unsigned>(std::clamp<std::size_t>(
              static_cast<std::size_t>(plan.params.batch), 1, std::max(1U, context.threads)))),
          train_(train),
          context_(context),
          plan_(plan),
          start_(start_model(train, context, plan.params)),
          inputs_(start_ == nullptr ? inputs_of(train) : start_->inputs()),
          shape_{.inputs = inputs_.size(), .hidden = static_cast<std::size_t>(plan.params.hidden)},
          checkpoint_(context.files, context.progress),
          log_(context.files, context.progress),
          side_(train, inputs_, train_measures(), context.threads),
          ranks_(train, context.seed),
          scratches_(team_.size()),
          gradients_(static_cast<std::size_t>(plan.params.batch) * shape_.weights()) {
        if (context.valid != nullptr)
            valid_.emplace(*context.valid,
                           inputs_,
                           with_alternatives(stop_on(), context.also),
                           context.threads);
    }

    /// None where it was told to stop before there was an epoch.
    std::unique_ptr<const Model> run() {
        start_candidate(0);
        if (context_.files.resume) resume();
        const Interruption interruption(context_.stop);
        progress_.total = candidates() * epochs();
        progress_.is_limit = plan_.params.patience > 0;
        while (state_.candidate < candidates() && !is_interrupted_) {
            bind();
            while (state_.epoch < epochs() && !out_of_patience() && !is_interrupted_) {
                run_epoch(interruption);
                if (!is_interrupted_) save_now_and_then();
            }
            if (is_interrupted_) {
                if (checkpoint_.is_wanted()) save();
            } else {
                end_candidate();
            }
        }
        if (!is_interrupted_) progress_.done = progress_.total;
        context_.progress.get().finish(progress_, counted(progress_.done, "epoch"));
        if (state_.best.weights.empty()) return nullptr;
        if (is_interrupted_) note_epochs();
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model =
                final_model(state_.also[k], {&context_.also[k].by, 1}, nullptr);
        auto model = final_model(state_.best, stop_on(), context_.outcome);
        check_tells_documents_apart(*model, train_, context_);
        return model;
    }

  private:
    static const NetModel* start_model(const Dataset& train,
                                       const FitContext& context,
                                       const NetParams& params) {
        if (context.start == nullptr) return nullptr;
        const auto* const net = context.start->as<NetModel>();
        if (net == nullptr || net->features() != train.features.columns() ||
            net->shape().hidden != static_cast<std::size_t>(params.hidden)) {
            throw Error(
                {context.files.start},
                fmt::format("the model to start from is no net of {} features and {} "
                            "hidden units",
                            train.features.columns(),
                            params.hidden),
                "start from a net of the same shape, or give its number of units with `hidden`");
        }
        return net;
    }

    std::size_t epochs() const { return static_cast<std::size_t>(plan_.params.epochs); }
    std::size_t candidates() const {
        return plan_.objectives.size() * plan_.params.learning_rate.size();
    }
    const Objective& objective() const {
        return *plan_.objectives[state_.candidate / plan_.params.learning_rate.size()];
    }
    /// What picks the best epoch, on validation data or, where there are none, on training data.
    std::span<const NamedMeasure> stop_on() const {
        return context_.stop_on.empty() || context_.valid == nullptr ? context_.targets.first(1)
                                                                     : context_.stop_on;
    }
    /// The one to train for, then what the log shows besides.
    std::vector<NamedMeasure> train_measures() const {
        std::vector<NamedMeasure> measures = {context_.targets.front()};
        if (context_.valid != nullptr && log_.is_open())
            for (const NamedMeasure& each : with_alternatives(stop_on(), context_.also))
                if (each.text != measures.front().text) measures.push_back(each);
        return measures;
    }
    bool out_of_patience() const {
        return plan_.params.patience > 0 &&
               state_.since_best >= static_cast<std::size_t>(plan_.params.patience);
    }

    void note_epochs() {
        if (state_.best.candidate == state_.candidate) state_.best.epochs = state_.epoch;
        for (BestEpoch<Real>& each : state_.also)
            if (each.candidate == state_.candidate) each.epochs = state_.epoch;
    }

    void end_candidate() {
        note_epochs();
        start_candidate(state_.candidate + 1);
    }

    void start_candidate(std::size_t candidate) {
        state_.candidate = candidate;
        state_.epoch = 0;
        state_.restarts = 0;
        state_.since_best = 0;
        state_.failures = 0;
        state_.failed_epoch = 0;
        state_.candidate_best.clear();
        if (candidate >= candidates()) return;
        state_.rate = plan_.params.learning_rate[candidate % plan_.params.learning_rate.size()];
        draw_weights();
        if (start_ == nullptr) return;
        state_.weights.assign(start_->weights().begin(), start_->weights().end());
        note_best((valid_ ? *valid_ : side_).measure(shape_, state_.weights));
    }

    /// Uniform in ±1/√(what enters a unit). The same for every candidate.
    void draw_weights() {
        Random random(context_.seed, "net weights", state_.restarts);
        state_.weights.assign(shape_.weights(), Real{0});
        const auto draw = [&](std::size_t place, std::size_t entering) {
            state_.weights[place] = static_cast<Real>((2.0 * random.uniform() - 1.0) /
                                                      std::sqrt(static_cast<double>(entering)));
        };
        if (shape_.hidden == 0)
            for (std::size_t j = 0; j < shape_.inputs; ++j) draw(j, shape_.inputs);
        for (std::size_t unit = 0; unit < shape_.hidden; ++unit) {
            for (std::size_t j = 0; j < shape_.inputs; ++j)
                draw(shape_.weight(j, unit), shape_.inputs + 1);
            draw(shape_.bias(unit), shape_.inputs + 1);
            draw(shape_.output(unit), shape_.hidden);
        }
        state_.steps.start(state_.weights.size(), plan_.params.optimiser);
        state_.since_better = 0;
        state_.run_best = -std::numeric_limits<double>::infinity();
    }

    void bind() {
        bound_ = objective().bind(train_, context_.threads);
        queries_.clear();
        for (std::size_t query = 0; query < train_.queries(); ++query)
            if (bound_->is_informative(query)) queries_.push_back(query);
        if (queries_.empty()) refuse_no_order();
    }

    /// Told to stop, it goes back to where a resumed training begins the epoch again.
    void run_epoch(const Interruption& interruption) {
        const NetState<Real> before = state_;
        ++state_.epoch;
        has_gradient_ = false;
        pass(interruption);
        if (is_interrupted_) {
            state_ = before;
            return;
        }
        if (!has_gradient_ && state_.epoch == 1) refuse_without_gradient();
        if (!std::ranges::all_of(state_.weights, [](Real x) { return std::isfinite(x); })) {
            state_ = before;
            lower_rate();
            return;
        }
        const std::vector<double> train_values = side_.measure(shape_, state_.weights);
        const double value = train_values.front();
        const std::vector<double> chosen_by =
            valid_ ? valid_->measure(shape_, state_.weights) : std::vector<double>{value};
        note_best(chosen_by);
        log_.write({.epoch = state_.epoch,
                    .objective = objective().text(),
                    .rate = state_.rate,
                    .restarts = state_.restarts,
                    .best_candidate = state_.best.candidate + 1,
                    .best_epoch = state_.best.epoch},
                   {side_.measures(), train_values},
                   valid_ ? Curves{valid_->measures(), chosen_by} : Curves{});
        progress_.done = state_.candidate * epochs() + state_.epoch;
        progress_.value = chosen_by.front();
        progress_.best = state_.best.values.front();
        context_.progress.get().update(progress_);
        state_.since_better = value > state_.run_best ? 0 : state_.since_better + 1;
        state_.run_best = std::max(state_.run_best, value);
        if (plan_.params.restart_after > 0 &&
            state_.since_better >= static_cast<std::size_t>(plan_.params.restart_after)) {
            ++state_.restarts;
            draw_weights();
        }
    }

    /// Once over all queries, in an order of the epoch's own.
    void pass(const Interruption& interruption) {
        std::vector<std::size_t> order = queries_;
        Random(context_.seed, "net queries", 0, static_cast<std::uint32_t>(state_.epoch))
            .shuffle(std::span(order));
        const auto batch = static_cast<std::size_t>(plan_.params.batch);
        for (std::size_t begin = 0; begin < order.size(); begin += batch) {
            is_interrupted_ = interruption.is_wanted();
            if (is_interrupted_) return;
            step(std::span(order).subspan(begin, std::min(batch, order.size() - begin)));
        }
    }

    /// One step by the mean gradient of some queries, each with room of its own, so that they add
    /// up in one order whoever computed them.
    void step(std::span<const std::size_t> queries) {
        const std::size_t size = shape_.weights();
        if (queries.size() == 1 || team_.size() == 1) {
            for (std::size_t i = 0; i < queries.size(); ++i) derive(queries[i], gradient(i), 0);
        } else {
            team_.run([&](unsigned worker) {
                const auto [begin, end] = team_.share(queries.size(), worker);
                for (std::size_t i = begin; i < end; ++i) derive(queries[i], gradient(i), worker);
            });
        }
        const std::span<Real> sum = gradient(0);
        has_gradient_ = has_gradient_ || std::ranges::any_of(gradients_, [](Real score_gradient) {
                            return score_gradient != Real{0};  // NaN too
                        });
        for (std::size_t i = 1; i < queries.size(); ++i)
            for (std::size_t k = 0; k < size; ++k) sum[k] += gradient(i)[k];
        if (queries.size() > 1)
            for (Real& each : sum) each /= static_cast<Real>(queries.size());
        state_.steps.take(
            plan_.params.optimiser, state_.rate, plan_.params.decay, sum, state_.weights);
    }

    [[noreturn]] void refuse_without_gradient() const {
        refuse_nothing_learned(
            fmt::format("nothing depends on the order of the documents (for {})",
                        context_.targets.front().text),
            "train for another measure with `for`, and look at grades and weights",
            Topic::grades);
    }

    std::span<Real> gradient(std::size_t place) {
        return std::span(gradients_).subspan(place * shape_.weights(), shape_.weights());
    }

    /// The gradient of one query by weight.
    void derive(std::size_t query, std::span<Real> gradient, unsigned worker) {
        Scratch& scratch = scratches_[worker];
        scratch.clear();
        const std::size_t size = train_.query_size(query);
        const std::span<const Real> rows = side_.rows(train_.query_begins[query], size);
        const std::span<Real> units = scratch.array<Real>(size * shape_.lanes());
        const std::span<Real> scores = scratch.array<Real>(size);
        const std::span<Real> score_gradients = scratch.array<Real>(size);
        const std::span<Real> hessians = scratch.array<Real>(size);
        const std::span<const Real> weights = state_.weights;
        forward(shape_, weights, rows, units, scores);
        std::ranges::fill(gradient, Real{0});
        if (!std::ranges::all_of(scores, [](Real x) { return std::isfinite(x); })) {
            // Ends this epoch; what ranks by such scores must not see them.
            std::ranges::fill(gradient, std::numeric_limits<Real>::quiet_NaN());
            return;
        }
        const std::span<float> rounded = scratch.array<float>(size);
        for (std::size_t i = 0; i < size; ++i) rounded[i] = static_cast<float>(scores[i]);
        const ScoredQuery<Real> scored{.query = query,
                                       .scores = scores,
                                       .order = ranks_.update(query, rounded, scratch),
                                       .iteration = state_.epoch};
        if constexpr (std::is_same_v<Real, float>) {
            bound_->evaluate_float(scored, scratch, score_gradients, hessians);
        } else {
            bound_->evaluate(scored, scratch, score_gradients, hessians);
        }
        backward(shape_,
                 weights,
                 rows,
                 std::span<const Real>(units),
                 std::span<const Real>(score_gradients),
                 gradient);
    }

    /// After an epoch whose numbers left their range, and which is done again: from the weights
    /// before it, or where those led there twice, from new ones.
    void lower_rate() {
        ++state_.failures;
        if (state_.failed_epoch == state_.epoch + 1) {
            ++state_.restarts;
            draw_weights();
        }
        state_.failed_epoch = state_.epoch + 1;
        const double failed = state_.rate;
        state_.rate /= rate_divisor;
        state_.steps.start(state_.weights.size(), plan_.params.optimiser);
        if (state_.failures >= most_failures) {
            throw Error({.source = "learning_rate",
                         .is_parameter = true,
                         .value = fmt::format("{:g}", failed)},
                        "the weights leave the range of numbers even with this rate",
                        "use a smaller rate, or grades and weights of a usual size");
        }
        context_.progress.get().note(fmt::format(
            "epoch {}: the weights left the range of numbers; it is done again with the rate "
            "{:g} instead of {:g}",
            state_.epoch + 1,
            state_.rate,
            failed));
    }

    /// `values` are those of stop_on(), then of the alternatives.
    void note_best(const std::vector<double>& values) {
        const std::span<const double> all = values;
        const std::span<const double> own = all.first(stop_on().size());
        state_.since_best =
            is_better(own, state_.candidate_best, stop_on()) ? 0 : state_.since_best + 1;
        if (state_.since_best == 0) state_.candidate_best.assign(own.begin(), own.end());
        keep_if_better(own, stop_on(), state_.best);
        state_.also.resize(context_.also.size());
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            keep_if_better(
                all.subspan(own.size() + k, 1), {&context_.also[k].by, 1}, state_.also[k]);
    }

    static bool is_better(std::span<const double> values,
                          const std::vector<double>& than,
                          std::span<const NamedMeasure> targets) {
        return than.empty() || compare_tiers(values, than, tolerances_of(targets)) > 0;
    }

    void keep_if_better(std::span<const double> values,
                        std::span<const NamedMeasure> targets,
                        BestEpoch<Real>& best) const {
        if (!is_better(values, best.values, targets)) return;
        best = {.candidate = state_.candidate,
                .epoch = state_.epoch,
                .values = {values.begin(), values.end()},
                .weights = state_.weights};
    }

    Origin origin() const {
        std::string objectives;
        for (const auto& each : plan_.objectives)
            objectives += (objectives.empty() ? "" : ", ") + each->text();
        return training_origin(train_, context_, plan_.notes, objectives);
    }

    void save_now_and_then() {
        if (checkpoint_.is_due()) save();
    }

    void save() {
        if (origin_.empty()) origin_ = origin();
        checkpoint_.save(state_.to_text(origin_));
    }

    void resume() {
        if (!checkpoint_.is_there()) return;
        const std::string& path = checkpoint_.path();
        state_ = NetState<Real>::from_text(checkpoint_.load(origin()), path);
        log_.resume(state_.epoch);
        context_.progress.get().note(fmt::format("{}: resumed after epoch {}", path, state_.epoch));
    }

    TrainingOutcome outcome_of(const BestEpoch<Real>& best) const {
        const std::size_t rates = plan_.params.learning_rate.size();
        const auto patience = static_cast<std::size_t>(plan_.params.patience);
        const bool is_at_limit = best.epochs >= epochs();
        TrainingOutcome outcome{
            .kept = best.epoch == 0 ? std::string("the start, before the first epoch")
                                    : fmt::format("epoch {} of {}", best.epoch, best.epochs),
            .stopped = is_interrupted_ ? std::string(stopped_early)
                       : is_at_limit   ? fmt::format("epochs={} reached", epochs())
                                       : "no improvement for " + counted(patience, "epoch")};
        if (candidates() > 1)
            outcome.kept += fmt::format(" of {} with learning_rate={}",
                                        plan_.objectives[best.candidate / rates]->text(),
                                        plan_.params.learning_rate[best.candidate % rates]);
        if (!valid_) outcome.kept += ", the best on training data";
        if (valid_ && is_at_limit && best.epoch == epochs())
            outcome.advice = fmt::format(
                "The best was the last epoch: try more, such as `epochs={}`", 2 * epochs());
        return outcome;
    }

    std::unique_ptr<const Model> final_model(const BestEpoch<Real>& best,
                                             std::span<const NamedMeasure> chosen_by,
                                             TrainingOutcome* outcome) const {
        return with_outcome(outcome_of(best),
                            plan_.notes,
                            train_,
                            context_,
                            chosen_by,
                            [&](const TrainingNotes& notes) {
                                if (outcome != nullptr) *outcome = notes.outcome;
                                return model_of(best.weights, notes);
                            });
    }

    std::unique_ptr<const Model> model_of(const std::vector<Real>& of,
                                          const TrainingNotes& notes) const {
        std::vector<float> weights(of.begin(), of.end());
        if (shape_.hidden > 0)
            return std::make_unique<NetModel>(inputs_, shape_.hidden, std::move(weights), notes);
        std::vector<LinearModel::Feature> features;
        features.reserve(inputs_.size());
        for (std::size_t j = 0; j < inputs_.size(); ++j)
            features.push_back(
                {inputs_[j].name, inputs_[j].scale, static_cast<double>(weights[j])});
        return std::make_unique<LinearModel>(std::move(features), notes);
    }

    ThreadTeam team_;  // first, as it fills whole cache lines
    const Dataset& train_;
    const FitContext& context_;
    const NetPlan& plan_;
    const NetModel* start_;
    std::vector<NetInput> inputs_;
    Shape shape_;
    CheckpointFile checkpoint_;
    NetLog log_;
    Side<Real> side_;                  ///< with train_measures()
    std::optional<Side<Real>> valid_;  ///< with stop_on(), then the alternatives
    RankOrder ranks_;
    std::vector<Scratch> scratches_;  ///< by worker
    std::vector<Real> gradients_;     ///< by place in a batch
    NetState<Real> state_;
    std::unique_ptr<const BoundObjective> bound_;
    std::vector<std::size_t> queries_;  ///< that have pairs
    bool has_gradient_ = false;         ///< that is not 0, in this epoch
    bool is_interrupted_ = false;
    Origin origin_;  ///< for checkpoints, when first asked for
    const std::string task_ = "training " + plan_.notes.learner;
    ProgressState progress_{.task = task_, .unit = "epochs"};
};

}  // namespace

std::unique_ptr<const Model> train_net(const Dataset& train,
                                       const FitContext& context,
                                       const NetPlan& plan) {
    if (context.targets.size() > 1) {
        throw Error(Where::parameter("for"),
                    "a net is trained for one measure",
                    "give one `for`; several `stop_on` may pick the best epoch");
    }
    check_grades_differ(train, context.targets.front().labels);
    return plan.params.precision == Precision::doubles
               ? Training<double>(train, context, plan).run()
               : Training<float>(train, context, plan).run();
}

}  // namespace gradus::net
