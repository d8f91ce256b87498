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
#include "gradus/learners/svm/svm_state.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/learners/training/data_checksum.hpp"
#include "gradus/models/linear.hpp"

namespace gradus::svm {
namespace {

class Training {
  public:
    Training(const Dataset& train, const FitContext& context, const SvmPlan& plan)
        : train_(train),
          context_(context),
          plan_(plan),
          path_(plan.params.cost),
          scales_(feature_scales(train)),
          features_(train, scales_, context.threads),
          risk_(plan.risk->bind(train, features_, context.threads)),
          solver_(*risk_),
          checkpoint_(context.files, context.progress) {
        std::ranges::sort(path_);
        if (context.valid != nullptr) valid_.emplace(*context.valid, scales_, context.threads);
        if (path_.size() > 1 && !valid_)
            throw Error({"option --set C"},
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
        if (context_.files.resume) resume();
        note(risk_->note());
        progress_.total = path_.size();
        for (; state_.step < path_.size(); ++state_.step) {
            const double cost = path_[state_.step];
            if (risk_->direct() == nullptr)
                note_best(cost, solve_by_planes(cost));
            else
                note_best(cost, solve_directly(cost));
            progress_.done = state_.step + 1;
            if (context_.progress != nullptr) context_.progress->update(progress_);
        }
        if (context_.progress != nullptr) context_.progress->finish(progress_, result_text());
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model = model_of(state_.also[k].weights);
        return model_of(state_.best.weights);
    }

  private:
    std::span<const double> solve_by_planes(double cost) {
        const double whole = cost * risk_->unit();
        const std::span<const double> weights =
            solver_.solve({.cost = whole,
                           .epsilon = plan_.params.epsilon,
                           .most_rounds = static_cast<std::size_t>(plan_.params.rounds)},
                          [&](const CuttingPlaneState& state) { note_round(cost, state); });
        const CuttingPlaneState& end = solver_.state();
        if (end.gap() > whole * plan_.params.epsilon)
            note(fmt::format(
                "C={:g}: after {} rounds the objective may still be {:.3g} above its least",
                cost,
                end.rounds,
                end.gap()));
        solved_ = fmt::format("gap {:.2g}, {} planes in the end", end.gap(), end.planes);
        return weights;
    }

    /// A solver that cannot be cut off starts the C at hand again after a break.
    std::vector<double> solve_directly(double cost) {
        save_now_and_then();
        if (context_.progress != nullptr) context_.progress->update(progress_);
        const DirectSolution found = risk_->direct()->solve(cost, plan_.params.epsilon);
        std::vector<double> gradient(found.weights.size());
        const double objective = 0.5 * dot(found.weights, found.weights) +
                                 cost * risk_->unit() * risk_->at(found.weights, gradient);
        nlohmann::ordered_json line = {{"C", cost}, {"objective", objective}};
        solved_ = fmt::format("objective {:.6g}", objective);
        if (found.bound) {
            line["bound"] = *found.bound;
            line["gap"] = objective - *found.bound;
            solved_ += fmt::format(", gap {:.2g}", objective - *found.bound);
        }
        line["seconds"] = seconds();
        write_log(line);
        if (!found.note.empty()) note(fmt::format("C={:g}: {}", cost, found.note));
        return found.weights;
    }

    void note(const std::string& text) const {
        if (!text.empty() && context_.progress != nullptr) context_.progress->note(text);
    }

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }

    void write_log(const nlohmann::ordered_json& line) {
        if (log_.is_open()) log_ << line.dump() << '\n' << std::flush;
    }

    std::span<const Target> stop_on() const {
        return context_.stop_on.empty() ? context_.targets.first(1) : context_.stop_on;
    }

    void note_round(double cost, const CuttingPlaneState& state) {
        write_log({{"C", cost},
                   {"round", state.rounds},
                   {"objective", state.objective},
                   {"bound", state.bound},
                   {"gap", state.gap()},
                   {"planes", state.planes},
                   {"seconds", seconds()}});
        save_now_and_then();
        if (context_.progress != nullptr) context_.progress->update(progress_);
    }

    void save_now_and_then() {
        if (!checkpoint_.is_due()) return;
        state_.solver = solver_.snapshot();
        if (origin_.empty()) origin_ = origin();
        checkpoint_.save(state_.to_text(origin_));
    }

    /// With validation data, C is chosen there.
    void note_best(double cost, std::span<const double> weights) {
        std::vector<float> scores;
        if (valid_) {
            std::vector<double> exact(context_.valid->documents());
            valid_->score(weights, exact);
            scores.assign(exact.begin(), exact.end());
        }
        nlohmann::ordered_json line = {{"C", cost}};
        keep_if_better(cost, weights, scores, stop_on(), state_.best, line);
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            keep_if_better(cost, weights, scores, {&context_.also[k].by, 1}, state_.also[k], line);
        if (!valid_) return;
        progress_.best = state_.best.values.front();
        line["best"] = state_.best.cost;
        write_log(line);
    }

    void keep_if_better(double cost,
                        std::span<const double> weights,
                        const std::vector<float>& scores,
                        std::span<const Target> targets,
                        BestC& best,
                        nlohmann::ordered_json& line) const {
        std::vector<double> values;
        std::vector<double> tolerances;
        for (const Target& target : targets) {
            if (!valid_) break;
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
            best = {cost, std::move(values), {weights.begin(), weights.end()}};
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
        add_values(stream, plan_.risk->text());
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
        solver_.restore(state_.solver);
        write_log({{"resumed", state_.solver.state.rounds}});
        note(fmt::format("{}: resumed after round {} with C={:g}",
                         path,
                         state_.solver.state.rounds,
                         path_[state_.step]));
    }

    std::string result_text() const {
        if (!valid_) return solved_;
        std::string values;
        for (std::size_t t = 0; t < state_.best.values.size(); ++t)
            values += fmt::format(
                "{}{} {:.4f}", t == 0 ? "" : ", ", stop_on()[t].text, state_.best.values[t]);
        return fmt::format("best with C={:g}: {}; {}", state_.best.cost, values, solved_);
    }

    std::unique_ptr<const Model> model_of(const std::vector<double>& weights) const {
        std::vector<LinearModel::Feature> features;
        features.reserve(weights.size());
        for (std::size_t j = 0; j < weights.size(); ++j)
            features.push_back(
                {train_.feature_name(j), scales_[j].mean, scales_[j].spread, weights[j]});
        return std::make_unique<LinearModel>(std::move(features), plan_.notes);
    }

    const Dataset& train_;
    const FitContext& context_;
    const SvmPlan& plan_;
    std::vector<double> path_;  ///< C, rising
    std::vector<FeatureScale> scales_;
    DenseFeatures features_;
    std::optional<DenseFeatures> valid_;
    std::unique_ptr<PlannedRisk> risk_;
    CuttingPlane solver_;
    std::string solved_;  ///< the last solution, in words
    CheckpointFile checkpoint_;
    SvmState state_;
    std::ofstream log_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::string origin_;  ///< for checkpoints, when first asked for
    const std::string task_ = "training " + plan_.notes.learner;
    ProgressState progress_{.task = task_, .unit = "values of C"};
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
