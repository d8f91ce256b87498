#include "gradus/learners/svm/problem/svm_training.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/interruption.hpp"
#include "gradus/base/json.hpp"
#include "gradus/learners/svm/problem/feature_space.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/json_log.hpp"
#include "gradus/learners/training/origin.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/step_choice.hpp"

namespace gradus::svm {

namespace {

constexpr const char* format_name = "gradus-svm-checkpoint";

/// Where a training stands: all that its further course depends on. A step is one candidate with
/// one C.
struct SvmState {
    std::size_t step = 0;  ///< the one at hand
    CuttingPlane::Snapshot solver;
    std::vector<ChosenStep> best;              ///< counted from 1
    std::vector<std::vector<double>> weights;  ///< of these
    std::vector<std::string> solved;           ///< how they were found, in words

    static constexpr auto json_fields = std::tuple{JsonField{"step", &SvmState::step},
                                                   JsonField{"solver", &SvmState::solver},
                                                   JsonField{"best", &SvmState::best},
                                                   JsonField{"weights", &SvmState::weights},
                                                   JsonField{"solved", &SvmState::solved}};
};

/// A candidate's risk, and the solver that goes through the values of C.
struct Problem {
    explicit Problem(std::unique_ptr<PlannedRisk> planned)
        : risk(std::move(planned)), solver(*risk) {}

    std::unique_ptr<PlannedRisk> risk;
    CuttingPlane solver;
    double idle_risk = 0.0;  ///< without a model
};

class Training {
  public:
    Training(const Dataset& train, const FitContext& context, const SvmPlan& plan)
        : train_(train),
          context_(context),
          plan_(plan),
          path_(plan.params.cost),
          space_(make_feature_space(train, plan.features, context.threads)),
          features_(space_->map(train, context.threads)),
          checkpoint_(context.files, context.progress),
          log_(context.files, context.progress),
          choice_(context) {
        std::ranges::sort(path_);
        if (choice_.has_data()) valid_ = space_->map(*context.valid, context.threads);
        if (steps() > 1 && !choice_.has_data())
            throw Error(Where::parameter(path_.size() > 1 ? "C" : "valid"),
                        "several values of a parameter can only be chosen from by validation data",
                        "give one, or name validation data with `valid`");
    }

    /// None where it was told to stop before there was a round.
    std::unique_ptr<const Model> run() {
        state_.weights.resize(1 + context_.also.size());
        state_.solved.resize(state_.weights.size());
        if (!context_.files.resume || !resume()) start_candidate();
        const Interruption interruption(context_.stop);
        progress_.total = steps();
        while (true) {
            const std::vector<double> weights = problem_->risk->direct() == nullptr
                                                    ? solve_by_planes(interruption)
                                                    : solve_directly(interruption);
            if (is_interrupted_ && checkpoint_.is_wanted()) save();
            if (!weights.empty()) choose(weights);
            if (is_interrupted_) break;
            progress_.done = ++state_.step;
            context_.progress.get().update(progress_);
            if (state_.step == steps()) break;
            if (state_.step % path_.size() == 0) start_candidate();
        }
        progress_.detail = {};
        context_.progress.get().finish(progress_, counted(state_.step, "problem"));
        if (state_.weights.front().empty()) return nullptr;
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model = final_model(1 + k, {&context_.also[k].by, 1}, nullptr);
        check_learned();
        return final_model(0, choice_.targets(), context_.outcome);
    }

  private:
    std::size_t steps() const { return plan_.candidates.size() * path_.size(); }
    double cost() const { return path_[state_.step % path_.size()]; }
    const Candidate& candidate() const { return plan_.candidates[state_.step / path_.size()]; }
    /// "C=1", and what else is tried.
    std::string step_text(std::size_t step) const {
        const std::string& more = plan_.candidates[step / path_.size()].text;
        return fmt::format(
            "C={:g}{}{}", path_[step % path_.size()], more.empty() ? "" : ", ", more);
    }

    void start_candidate() {
        problem_ =
            std::make_unique<Problem>(candidate().risk->bind(train_, *features_, context_.threads));
        if (const std::string why = problem_->risk->objection(); !why.empty())
            refuse_nothing_learned(why, "give documents of both kinds, or change `threshold`");
        const std::vector<double> zeros(features_->dimensions());
        std::vector<double> gradient(zeros.size());
        problem_->idle_risk = problem_->risk->at(zeros, gradient);
    }

    /// Empty where it was told to stop before the first round.
    std::vector<double> solve_by_planes(const Interruption& interruption) {
        CuttingPlane& solver = problem_->solver;
        const double whole = cost() * problem_->risk->unit();
        const std::span<const double> weights =
            solver.solve({.cost = whole,
                          .epsilon = plan_.params.epsilon,
                          .most_rounds = static_cast<std::size_t>(plan_.params.rounds),
                          .is_stopped = [&] { return is_interrupted_ = interruption.is_wanted(); }},
                         [&](const CuttingPlaneState& state) { note_round(state); });
        const CuttingPlaneState& end = solver.state();
        if (end.rounds == 0) return {};
        solved_ = fmt::format("C={:g} after {} with a gap of {:.2g}",
                              cost(),
                              counted(end.rounds, "round"),
                              end.gap());
        if (is_interrupted_) return {weights.begin(), weights.end()};
        if (end.gap() > whole * plan_.params.epsilon)
            note(fmt::format("C={:g}: after {} the objective may still be {:.3g} above its least{}",
                             cost(),
                             counted(end.rounds, "round"),
                             end.gap(),
                             end.rounds < static_cast<std::size_t>(plan_.params.rounds)
                                 ? "; rounding allows no closer bound, a smaller C would"
                                 : ""));
        if (cost() == path_.back() && cost() >= 1.0 && end.risk > 0.99 * problem_->idle_risk)
            note(
                fmt::format("C={:g}: the hinges come to {:.4g}, hardly less than without a model "
                            "({:.4g}): there is little to learn from them; try another `for`, such "
                            "as AP, or the measure without its cutoff",
                            cost(),
                            end.risk * problem_->risk->unit(),
                            problem_->idle_risk * problem_->risk->unit()));
        return {weights.begin(), weights.end()};
    }

    /// A solver that cannot be cut off starts the C at hand again after a break.
    std::vector<double> solve_directly(const Interruption& interruption) {
        is_interrupted_ = interruption.is_wanted();
        if (is_interrupted_) return {};
        if (checkpoint_.is_wanted()) save();
        context_.progress.get().update(progress_);
        DirectSolution found = problem_->risk->direct()->solve(cost(), plan_.params.epsilon);
        std::vector<double> gradient(found.weights.size());
        const double risk = problem_->risk->unit() * problem_->risk->at(found.weights, gradient);
        const double objective = 0.5 * dot(found.weights, found.weights) + cost() * risk;
        Json line = log_line();
        line["objective"] = objective;
        line["risk"] = risk;
        solved_ = fmt::format("C={:g} with an objective of {:.6g}", cost(), objective);
        if (found.bound) {
            line["bound"] = *found.bound;
            line["gap"] = objective - *found.bound;
            solved_ += fmt::format(" and a gap of {:.2g}", objective - *found.bound);
        }
        line["seconds"] = log_.seconds();
        log_.write(line);
        if (!found.note.empty()) note(fmt::format("C={:g}: {}", cost(), found.note));
        return std::move(found.weights);
    }

    void note(const std::string& text) const {
        if (!text.empty()) context_.progress.get().note(text);
    }

    Json log_line() const {
        Json line = {{"C", cost()}};
        if (plan_.candidates.size() > 1) line["with"] = candidate().text;
        return line;
    }

    void note_round(const CuttingPlaneState& state) {
        if (log_.is_open()) {
            Json line = log_line();
            line["round"] = state.rounds;
            line["objective"] = state.objective;
            line["risk"] = state.risk * problem_->risk->unit();
            line["bound"] = state.bound;
            line["gap"] = state.gap();
            line["planes"] = state.planes;
            line["seconds"] = log_.seconds();
            log_.write(line);
        }
        save_now_and_then();
        detail_ = fmt::format("C={:g}: {}, gap {:.2g} (ends at {:.2g})",
                              cost(),
                              counted(state.rounds, "round"),
                              state.gap(),
                              cost() * problem_->risk->unit() * plan_.params.epsilon);
        progress_.detail = detail_;
        context_.progress.get().update(progress_);
    }

    void save_now_and_then() {
        if (checkpoint_.is_due()) save();
    }

    void save() {
        state_.solver = problem_->solver.snapshot();
        if (state_.solver.state.rounds == 0)  // infinite, which JSON has no word for
            state_.solver.state.objective = std::numeric_limits<double>::max();
        state_.best = choice_.state();
        if (origin_.empty()) origin_ = origin();
        checkpoint_.save(checkpoint_text(state_, format_name, origin_));
    }

    /// With validation data, candidate and C are chosen there.
    void choose(const std::vector<double>& weights) {
        if (!choice_.has_data()) {
            state_.weights.front() = weights;
            state_.solved.front() = solved_;
            return;
        }
        std::vector<double> exact(context_.valid->documents());
        valid_->score(weights, 0, exact);
        const std::size_t step = state_.step + 1;
        choice_.look(step, std::vector<float>(exact.begin(), exact.end()));
        for (std::size_t k = 0; k < state_.weights.size(); ++k)
            if (choice_.state()[k].step == step) {
                state_.weights[k] = weights;
                state_.solved[k] = solved_;
            }
        progress_.best = choice_.best().values.front();
        Json line = log_line();
        choice_.add_to(line);
        line["best"] = step_text(choice_.best().step - 1);
        log_.write(line);
    }

    Origin origin() const {
        std::string risks;
        for (const Candidate& each : plan_.candidates)
            risks += (risks.empty() ? "" : ", ") + each.risk->text();
        return training_origin(train_, context_, plan_.notes, risks);
    }

    /// False where there is no checkpoint.
    bool resume() {
        if (!checkpoint_.is_there()) return false;
        const std::string& path = checkpoint_.path();
        origin_ = origin();
        auto saved = state_from_checkpoint<SvmState>(checkpoint_.load(origin_), format_name, path);
        if (saved.step >= steps() || saved.weights.size() != state_.weights.size() ||
            saved.best.size() != state_.weights.size() ||
            saved.solved.size() != state_.weights.size())
            refuse_no_checkpoint(path);
        state_ = std::move(saved);
        choice_.restore(state_.best);
        start_candidate();
        problem_->solver.restore(state_.solver);
        log_.resume(state_.solver.state.rounds);
        note(fmt::format("{}: resumed after round {} with {}",
                         path,
                         state_.solver.state.rounds,
                         step_text(state_.step)));
        return true;
    }

    std::size_t chosen_step(std::size_t choice) const {
        return choice_.has_data() ? choice_.state()[choice].step - 1 : 0;
    }

    /// Error where every score is the same though C would let weights grow.
    void check_learned() const {
        const bool is_zero = std::ranges::all_of(state_.weights.front(),
                                                 [](double weight) { return weight == 0.0; });
        if (is_interrupted_ || !is_zero || path_[chosen_step(0) % path_.size()] == 0.0) return;
        refuse_nothing_learned("every weight is 0, and so is every score",
                               "give data with features and grades that differ within queries, a "
                               "larger `C`, a smaller `epsilon`, or another measure with `for`");
    }

    /// Of the best step, or of that for an alternative, counted from 1.
    std::unique_ptr<const Model> final_model(std::size_t choice,
                                             std::span<const NamedMeasure> chosen_by,
                                             TrainingOutcome* outcome) const {
        const std::size_t step = chosen_step(choice);
        TrainingNotes notes = plan_.notes;
        if (steps() > 1) notes.parameters.emplace_back("chosen", step_text(step));
        const std::string& more = plan_.candidates[step / path_.size()].text;
        TrainingOutcome own{.kept = state_.solved[choice],
                            .stopped = is_interrupted_ ? std::string(stopped_early)
                                                       : "solved " + counted(steps(), "problem")};
        if (!more.empty()) own.kept += " with " + more;
        if (choice_.has_data() && path_.size() > 1 && !is_interrupted_) {
            const std::size_t place = step % path_.size();
            if (place + 1 == path_.size())
                own.advice =
                    fmt::format("The best was the largest C: try larger ones, such as {:g}",
                                10.0 * path_.back());
            if (place == 0 && path_.front() > 0.0)
                own.advice =
                    fmt::format("The best was the smallest C: try smaller ones, such as {:g}",
                                path_.front() / 10.0);
        }
        return with_outcome(
            own, notes, train_, context_, chosen_by, [&](const TrainingNotes& complete) {
                if (outcome != nullptr) *outcome = complete.outcome;
                return space_->model(state_.weights[choice], complete);
            });
    }

    const Dataset& train_;
    const FitContext& context_;
    const SvmPlan& plan_;
    std::vector<double> path_;  ///< C, rising
    std::unique_ptr<const FeatureSpace> space_;
    std::unique_ptr<const FeatureMap> features_;
    std::unique_ptr<const FeatureMap> valid_;
    std::unique_ptr<Problem> problem_;  ///< of the candidate at hand
    std::string solved_;                ///< the last solution, in words
    CheckpointFile checkpoint_;
    JsonLog log_;
    StepChoice choice_;
    SvmState state_;
    Origin origin_;  ///< for checkpoints, when first asked for
    bool is_interrupted_ = false;
    std::string detail_;  ///< of the progress
    const std::string task_ = "training " + plan_.notes.learner;
    ProgressState progress_{.task = task_, .unit = "problems"};
};

}  // namespace

std::unique_ptr<const Model> train_svm(const Dataset& train,
                                       const FitContext& context,
                                       const SvmPlan& plan) {
    if (context.targets.size() > 1)
        throw Error(Where::parameter("for"),
                    "a support vector machine is trained for one measure",
                    "give one `for`; several `stop_on` may pick the best C");
    if (context.start != nullptr)
        throw Error({context.files.start},
                    "a support vector machine has one optimum, wherever it starts",
                    "leave out `start`");
    return Training(train, context, plan).run();
}

}  // namespace gradus::svm
