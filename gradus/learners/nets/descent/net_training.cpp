#include "gradus/learners/nets/descent/net_training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/thread_team.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/learners/nets/descent/net_candidates.hpp"
#include "gradus/learners/nets/descent/net_side.hpp"
#include "gradus/learners/nets/descent/net_state.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/stepper.hpp"
#include "gradus/learners/training/training_loop.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/objectives/rank_order.hpp"
#include "gradus/scoring/net_layers.hpp"

namespace gradus::net {
namespace {

constexpr std::size_t most_failures = 6;
constexpr double rate_divisor = 10.0;
constexpr const char* format_name = "gradus-net-checkpoint";

/// Steps are epochs.
template <class Real>
class Descent final : public Stepper {
  public:
    Descent(const Dataset& train, const FitContext& context, const NetPlan& plan)
        : team_(static_cast<unsigned>(std::clamp<std::size_t>(
              static_cast<std::size_t>(plan.params.batch), 1, std::max(1U, context.threads)))),
          train_(train),
          context_(context),
          plan_(plan),
          candidates_(candidates_of(plan)),
          start_(start_model(train, context, plan.params)),
          inputs_(start_ == nullptr ? inputs_of(train) : start_->inputs()),
          shape_{.inputs = inputs_.size(), .hidden = static_cast<std::size_t>(plan.params.hidden)},
          side_(train, inputs_, context.threads),
          evaluator_(train, train_measures(), context.threads),
          ranks_(train, context.seed),
          scratches_(team_.size()),
          gradients_(static_cast<std::size_t>(plan.params.batch) * shape_.weights()) {
        if (context.valid != nullptr)
            valid_ = std::make_unique<Side<Real>>(*context.valid, inputs_, context.threads);
        state_.kept.resize(1 + context.also.size());
    }

    void start(std::size_t candidate) override {
        state_.candidate = candidate;
        state_.epoch = 0;
        state_.restarts = 0;
        state_.failures = 0;
        state_.failed_epoch = 0;
        state_.rate = candidates_[candidate].rate;
        draw_weights();
        if (start_ == nullptr) return;
        state_.weights.assign(start_->weights().begin(), start_->weights().end());
        measure();
    }
    bool has_start() const override { return start_ != nullptr; }

    bool prepare() override {
        bound_ = objective().bind(train_, context_.threads);
        queries_.clear();
        for (std::size_t query = 0; query < train_.queries(); ++query)
            if (bound_->is_informative(query)) queries_.push_back(query);
        if (queries_.empty()) refuse_no_order();
        return true;
    }

    /// One epoch; told to stop, it goes back to where that begins.
    Advance advance(WithinStep& within) override {
        if (stands_still()) {
            ++state_.restarts;
            draw_weights();
        }
        const NetState<Real> before = state_;
        ++state_.epoch;
        has_gradient_ = false;
        if (!pass(within)) {
            state_ = before;
            return Advance::stopped;
        }
        if (!has_gradient_ && state_.epoch == 1) refuse_without_gradient();
        if (!std::ranges::all_of(state_.weights, [](Real x) { return std::isfinite(x); })) {
            state_ = before;
            lower_rate(within);
            return Advance::again;
        }
        measure();
        const double value = train_values_.front().second;
        const bool is_better =
            value > state_.run_best.value_or(-std::numeric_limits<double>::infinity());
        state_.since_better = is_better ? 0 : state_.since_better + 1;
        if (is_better) state_.run_best = value;
        return Advance::step;
    }

    std::span<const float> score(const Dataset& /*valid*/) override {
        return valid_->score(shape_, state_.weights);
    }
    TrainValues train_values() override { return train_values_; }
    void describe(Json& line) const override {
        line["objective"] = objective().text();
        line["rate"] = state_.rate;
        line["restarts"] = state_.restarts;
    }
    void keep(std::size_t slot) override { state_.kept[slot] = state_.weights; }

    std::string checkpoint(const Origin& origin, const Course& course) const override {
        return checkpoint_text(state_, format_name, origin, course);
    }
    Course restore(const std::string& text, const std::string& path) override {
        NetState<Real> saved;
        Course course = restore_state(saved, text, format_name, path);
        if (saved.candidate >= candidates_.size() || saved.weights.size() != shape_.weights() ||
            saved.kept.size() != state_.kept.size())
            refuse_no_checkpoint(path);
        state_ = std::move(saved);
        return course;
    }

    std::string kept_text(std::size_t /*slot*/,
                          const KeptStep& kept,
                          std::size_t made) const override {
        std::string text = kept.step == 0 ? std::string("the start, before the first epoch")
                                          : fmt::format("epoch {} of {}", kept.step, made);
        if (candidates_.size() > 1) {
            const NetCandidate& best = candidates_[kept.candidate];
            text += fmt::format(" of {} with learning_rate={}", best.objective.text(), best.rate);
        }
        return text;
    }
    std::string end_text() const override { return {}; }  // always the loop's
    void check_learned(const Model* model) const override {
        check_tells_documents_apart(*model, train_, context_);
    }
    std::unique_ptr<const Model> model(std::size_t slot,
                                       const KeptStep& /*kept*/,
                                       TrainingNotes notes) const override {
        const std::vector<Real>& kept = state_.kept[slot];
        std::vector<float> weights(kept.begin(), kept.end());
        if (shape_.hidden > 0)
            return std::make_unique<NetModel>(
                inputs_, shape_.hidden, std::move(weights), std::move(notes));
        std::vector<LinearModel::Feature> features;
        features.reserve(inputs_.size());
        for (std::size_t j = 0; j < inputs_.size(); ++j)
            features.push_back(
                {inputs_[j].name, inputs_[j].scale, static_cast<double>(weights[j])});
        return std::make_unique<LinearModel>(std::move(features), std::move(notes));
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
                fmt::format(
                    "the model to start from is not a net of {} features and {} hidden units",
                    train.features.columns(),
                    params.hidden),
                "start from a net of the same shape, or give its number of units with `hidden`");
        }
        return net;
    }

    const Objective& objective() const { return candidates_[state_.candidate].objective; }

    /// The one to train for, then what the log shows besides.
    std::vector<NamedMeasure> train_measures() const {
        std::vector<NamedMeasure> measures = {context_.targets.front()};
        if (context_.valid == nullptr || context_.files.log.empty()) return measures;
        const auto stop_on = context_.stop_on.empty() ? context_.targets : context_.stop_on;
        for (const NamedMeasure& each : with_alternatives(stop_on, context_.also))
            if (each.text != measures.front().text) measures.push_back(each);
        return measures;
    }

    void measure() {
        const std::vector<double> means = evaluator_.means(side_.score(shape_, state_.weights));
        train_values_.clear();
        for (std::size_t m = 0; m < means.size(); ++m)
            train_values_.emplace_back(evaluator_.measures()[m].text, means[m]);
    }

    /// Whether it is time to go on from new weights.
    bool stands_still() const {
        return plan_.params.restart_after > 0 &&
               state_.since_better >= static_cast<std::size_t>(plan_.params.restart_after);
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
        state_.run_best.reset();
    }

    /// Once over all queries, in an order of the epoch's own; false where it was told to stop.
    bool pass(const WithinStep& within) {
        std::vector<std::size_t> order = queries_;
        Random(context_.seed, "net queries", 0, static_cast<std::uint32_t>(state_.epoch))
            .shuffle(std::span(order));
        const auto batch = static_cast<std::size_t>(plan_.params.batch);
        for (std::size_t begin = 0; begin < order.size(); begin += batch) {
            if (within.is_stop_wanted()) return false;
            step(std::span(order).subspan(begin, std::min(batch, order.size() - begin)));
        }
        return true;
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
    void lower_rate(WithinStep& within) {
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
        within.note(fmt::format(
            "epoch {}: the weights left the range of numbers; it is done again with the rate "
            "{:g} instead of {:g}",
            state_.epoch + 1,
            state_.rate,
            failed));
    }

    ThreadTeam team_;  // first, as it fills whole cache lines
    const Dataset& train_;
    const FitContext& context_;
    const NetPlan& plan_;
    std::vector<NetCandidate> candidates_;
    const NetModel* start_;
    std::vector<NetInput> inputs_;
    Shape shape_;
    Side<Real> side_;
    Evaluator evaluator_;  ///< of train_measures(), on the training data
    std::unique_ptr<Side<Real>> valid_;
    TrainValues train_values_;
    RankOrder ranks_;
    std::vector<Scratch> scratches_;  ///< by worker
    std::vector<Real> gradients_;     ///< by place in a batch
    NetState<Real> state_;
    std::unique_ptr<const BoundObjective> bound_;
    std::vector<std::size_t> queries_;  ///< that have pairs
    bool has_gradient_ = false;         ///< that is not 0, in this epoch
};

}  // namespace

std::unique_ptr<const Model> train_net(const Dataset& train,
                                       const FitContext& context,
                                       const NetPlan& plan) {
    check_grades_differ(train, plan.objectives.front()->label_columns());
    return run_training(train,
                        context,
                        {.unit = "epoch",
                         .limit = "epochs",
                         .steps = static_cast<std::size_t>(plan.params.epochs),
                         .patience = static_cast<std::size_t>(plan.params.patience),
                         .may_end_early = plan.params.patience > 0,
                         .candidates = texts_of(candidates_of(plan)),
                         .notes = plan.notes,
                         .objective = objectives_of(plan)},
                        [&]() -> std::unique_ptr<Stepper> {
                            if (plan.params.precision == Precision::doubles)
                                return std::make_unique<Descent<double>>(train, context, plan);
                            return std::make_unique<Descent<float>>(train, context, plan);
                        });
}

}  // namespace gradus::net
