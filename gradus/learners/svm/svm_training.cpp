#include "gradus/learners/svm/svm_training.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/evaluation/evaluate.hpp"
#include "gradus/learners/svm/feature_space.hpp"
#include "gradus/learners/svm/objective_risk.hpp"
#include "gradus/learners/svm/svm_state.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/learners/training/data_checksum.hpp"

namespace gradus::svm {
namespace {

/// One objective on the training data, and the solver that goes through its values of C.
class Problem {
  public:
    /// Error where no query asks anything.
    Problem(const Dataset& train,
            const Objective& objective,
            const FeatureMap& features,
            RiskForm form,
            unsigned threads)
        : objective_(objective.bind(train, threads)),
          risk_(train, *objective_, features, 1.0, threads),
          solver_(risk_) {
        if (risk_.queries() == 0)
            throw Error({"training data"},
                        "no query has documents whose order could be learned",
                        "give data with different grades within queries");
        const bool is_mean = form == RiskForm::mean;
        const double size = is_mean ? static_cast<double>(risk_.queries()) : risk_at_zero();
        risk_.set_scale(1.0 / size);
        unit_ = is_mean ? 1.0 : size;
    }

    CuttingPlane& solver() { return solver_; }
    /// What the solver's risk is a share of.
    double unit() const { return unit_; }

  private:
    double risk_at_zero() {
        const std::vector<double> zeros(risk_.dimensions());
        std::vector<double> gradient(risk_.dimensions());
        return risk_.at(zeros, gradient);
    }

    std::unique_ptr<const BoundObjective> objective_;
    ObjectiveRisk risk_;
    CuttingPlane solver_;
    double unit_ = 1.0;
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
          checkpoint_(context.files, context.progress) {
        std::ranges::sort(path_);
        if (context.valid != nullptr) valid_ = space_->map(*context.valid, context.threads);
        if (steps() > 1 && valid_ == nullptr)
            throw Error({path_.size() > 1 ? "option --set C" : "option --set"},
                        "several values can only be chosen from by validation data",
                        "give one, or name validation data with --valid");
        if (!context.files.log.empty()) {
            log_.open(context.files.log, std::ios::app);
            if (!log_)
                throw Error({context.files.log},
                            "the log cannot be written",
                            "check the folder and its permissions");
        }
    }

    std::unique_ptr<const Model> run() {
        state_.also.resize(context_.also.size());
        start_objective();
        if (context_.files.resume) resume();
        progress_.total = steps();
        while (state_.step < steps()) {
            CuttingPlane& solver = problem_->solver();
            const double cost = cost_of(state_.step);
            const double goal = cost * problem_->unit();
            const std::span<const double> weights =
                solver.solve({.cost = goal,
                              .epsilon = plan_.params.epsilon,
                              .most_rounds = static_cast<std::size_t>(plan_.params.rounds)},
                             [&](const CuttingPlaneState& state) { note_round(state); });
            if (solver.state().gap() > goal * plan_.params.epsilon && context_.progress != nullptr)
                context_.progress->note(fmt::format(
                    "C={:g}: after {} rounds the objective may still be {:.3g} above its least",
                    cost,
                    solver.state().rounds,
                    solver.state().gap()));
            note_best(weights);
            progress_.done = ++state_.step;
            if (context_.progress != nullptr) context_.progress->update(progress_);
            if (state_.step < steps() && state_.step % path_.size() == 0) start_objective();
        }
        if (context_.progress != nullptr) context_.progress->finish(progress_, result_text());
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model = model_of(state_.also[k]);
        return model_of(state_.best);
    }

  private:
    std::size_t steps() const { return plan_.candidates.size() * path_.size(); }
    double cost_of(std::size_t step) const { return path_[step % path_.size()]; }
    const Candidate& candidate_of(std::size_t step) const {
        return plan_.candidates[step / path_.size()];
    }
    /// "C=1", and what else is tried.
    std::string step_text(std::size_t step) const {
        const std::string& more = candidate_of(step).text;
        return fmt::format("C={:g}{}{}", cost_of(step), more.empty() ? "" : ", ", more);
    }

    void start_objective() {
        problem_.emplace(
            train_, *candidate_of(state_.step).objective, *features_, plan_.form, context_.threads);
    }

    std::span<const Target> stop_on() const {
        return context_.stop_on.empty() ? context_.targets.first(1) : context_.stop_on;
    }

    void note_round(const CuttingPlaneState& state) {
        if (log_.is_open()) {
            const std::chrono::duration<double> seconds =
                std::chrono::steady_clock::now() - started_;
            nlohmann::ordered_json line = log_line();
            line["round"] = state.rounds;
            line["objective"] = state.objective;
            line["risk"] = state.risk * (plan_.form == RiskForm::sum ? problem_->unit() : 1.0);
            line["bound"] = state.bound;
            line["gap"] = state.gap();
            line["planes"] = state.planes;
            line["seconds"] = seconds.count();
            write_log(line);
        }
        if (checkpoint_.is_due()) {
            state_.solver = problem_->solver().snapshot();
            if (origin_.empty()) origin_ = origin();
            checkpoint_.save(state_.to_text(origin_));
        }
        if (context_.progress != nullptr) context_.progress->update(progress_);
    }

    nlohmann::ordered_json log_line() const {
        nlohmann::ordered_json line = {{"C", cost_of(state_.step)}};
        if (plan_.candidates.size() > 1) line["with"] = candidate_of(state_.step).text;
        return line;
    }
    void write_log(const nlohmann::ordered_json& line) {
        if (log_.is_open()) log_ << line.dump() << '\n' << std::flush;
    }

    /// With validation data, objective and C are chosen there.
    void note_best(std::span<const double> weights) {
        std::vector<float> scores;
        if (valid_ != nullptr) {
            std::vector<double> exact(context_.valid->documents());
            valid_->score(weights, 0, exact);
            scores.assign(exact.begin(), exact.end());
        }
        nlohmann::ordered_json line = log_line();
        keep_if_better(weights, scores, stop_on(), state_.best, line);
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            keep_if_better(weights, scores, {&context_.also[k].by, 1}, state_.also[k], line);
        if (valid_ == nullptr) return;
        progress_.best = state_.best.values.front();
        line["best"] = step_text(state_.best.step);
        write_log(line);
    }

    void keep_if_better(std::span<const double> weights,
                        const std::vector<float>& scores,
                        std::span<const Target> targets,
                        BestStep& best,
                        nlohmann::ordered_json& line) const {
        std::vector<double> values;
        std::vector<double> tolerances;
        for (const Target& target : targets) {
            if (valid_ == nullptr) break;
            values.push_back(evaluate(*context_.valid,
                                      context_.valid->label(target.labels),
                                      scores,
                                      *target.measure,
                                      context_.threads)
                                 .mean);
            tolerances.push_back(target.tolerance);
            line["valid"][target.text] = values.back();
        }
        if (best.weights.empty() || compare_tiers(values, best.values, tolerances) > 0)
            best = {state_.step, std::move(values), {weights.begin(), weights.end()}};
    }

    /// A checksum of all that decides the course of a training.
    std::string origin() const {
        ChecksumStream stream;
        const auto add_data = [&](const Dataset& data) {
            for (std::size_t i = 0; i < data.documents(); ++i)
                add_values(stream, data.features.row(i));
            add_labels_and_queries(stream, data);
        };
        add_data(train_);
        if (context_.valid != nullptr) add_data(*context_.valid);
        for (const Candidate& each : plan_.candidates) add_values(stream, each.objective->text());
        for (const auto& [name, value] : plan_.notes.parameters)
            add_values(stream, fmt::format("{}={}", name, value));
        for (const Target& target : stop_on()) add_values(stream, target.text);
        for (const Alternative& each : context_.also) add_values(stream, each.by.text);
        return fmt::format("{:016x}", stream.value());
    }

    void resume() {
        if (!checkpoint_.is_there()) return;
        const std::string& path = checkpoint_.path();
        state_ = SvmState::from_text(read_text(path), origin(), path);
        start_objective();
        problem_->solver().restore(state_.solver);
        write_log({{"resumed", state_.solver.state.rounds}});
        if (context_.progress != nullptr)
            context_.progress->note(fmt::format("{}: resumed after round {} with {}",
                                                path,
                                                state_.solver.state.rounds,
                                                step_text(state_.step)));
    }

    std::string result_text() {
        const CuttingPlaneState& last = problem_->solver().state();
        std::string text = fmt::format("gap {:.2g}, {} planes in the end", last.gap(), last.planes);
        if (valid_ == nullptr) return text;
        std::string values;
        for (std::size_t t = 0; t < state_.best.values.size(); ++t)
            values += fmt::format(
                "{}{} {:.4f}", t == 0 ? "" : ", ", stop_on()[t].text, state_.best.values[t]);
        return fmt::format("best with {}: {}; {}", step_text(state_.best.step), values, text);
    }

    std::unique_ptr<const Model> model_of(const BestStep& best) const {
        TrainingNotes notes = plan_.notes;
        if (steps() > 1) notes.parameters.emplace_back("chosen", step_text(best.step));
        return space_->model(best.weights, notes);
    }

    const Dataset& train_;
    const FitContext& context_;
    const SvmPlan& plan_;
    std::vector<double> path_;  ///< C, rising
    std::unique_ptr<const FeatureSpace> space_;
    std::unique_ptr<const FeatureMap> features_;
    std::unique_ptr<const FeatureMap> valid_;
    std::optional<Problem> problem_;  ///< of the objective at hand
    CheckpointFile checkpoint_;
    SvmState state_;
    std::ofstream log_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::string origin_;  ///< for checkpoints, when first asked for
    const std::string task_ = "training " + plan_.notes.learner;
    ProgressState progress_{.task = task_, .unit = "problems"};
};

}  // namespace

std::unique_ptr<const Model> train_svm(const Dataset& train,
                                       const FitContext& context,
                                       const SvmPlan& plan) {
    if (context.targets.size() > 1)
        throw Error({"option --for"},
                    "a support vector machine is trained for one measure",
                    "give one --for; several --stop-on may pick the best C");
    if (context.start != nullptr)
        throw Error({context.files.start},
                    "a support vector machine has one optimum, wherever it starts",
                    "leave out --start");
    return Training(train, context, plan).run();
}

}  // namespace gradus::svm
