#include "gradus/learners/svm/problem/svm_training.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/learners/svm/problem/feature_space.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/stepper.hpp"
#include "gradus/learners/training/training_loop.hpp"

namespace gradus::svm {

namespace {

constexpr const char* format_name = "gradus-svm-checkpoint";

/// What a candidate with one C came to.
struct Solution {
    double cost = 0.0;
    std::vector<double> weights;
    std::string text;  ///< how they were found

    static constexpr auto json_fields = std::tuple{JsonField{"C", &Solution::cost},
                                                   JsonField{"weights", &Solution::weights},
                                                   JsonField{"text", &Solution::text}};
};

/// Where a training stands: all that its further course depends on.
struct SvmState {
    std::size_t candidate = 0;
    std::size_t place = 0;  ///< in the path of C
    CuttingPlane::Snapshot solver;
    std::vector<Solution> kept;  ///< by slot

    static constexpr auto json_fields = std::tuple{JsonField{"candidate", &SvmState::candidate},
                                                   JsonField{"place", &SvmState::place},
                                                   JsonField{"solver", &SvmState::solver},
                                                   JsonField{"kept", &SvmState::kept}};
};

/// A candidate's risk, and the solver that goes through the values of C.
struct Problem {
    explicit Problem(std::unique_ptr<PlannedRisk> planned)
        : risk(std::move(planned)), solver(*risk) {}

    std::unique_ptr<PlannedRisk> risk;
    CuttingPlane solver;
    double idle_risk = 0.0;  ///< without a model
};

std::vector<double> rising(std::vector<double> path) {
    std::ranges::sort(path);
    return path;
}

/// A step is one C, from the smallest to the largest; its rounds are those of the solver.
class SvmPath final : public Stepper {
  public:
    SvmPath(const Dataset& train, const FitContext& context, const SvmPlan& plan)
        : train_(train),
          context_(context),
          plan_(plan),
          path_(rising(plan.params.cost)),
          space_(make_feature_space(train, plan.features, context.threads)),
          features_(space_->map(train, context.threads)) {
        if (context.valid != nullptr) valid_ = space_->map(*context.valid, context.threads);
        state_.kept.resize(1 + context.also.size());
    }

    void start(std::size_t candidate) override {
        state_.candidate = candidate;
        state_.place = 0;
        is_restored_ = false;
    }

    bool prepare() override {
        problem_ =
            std::make_unique<Problem>(candidate().risk->bind(train_, *features_, context_.threads));
        if (const std::string why = problem_->risk->objection(); !why.empty())
            refuse_nothing_learned(why, "give documents of both kinds, or change `threshold`");
        const std::vector<double> zeros(features_->dimensions());
        std::vector<double> gradient(zeros.size());
        problem_->idle_risk = problem_->risk->at(zeros, gradient);
        if (is_restored_) problem_->solver.restore(state_.solver);
        return true;
    }

    Advance advance(WithinStep& within) override {
        is_within_ = true;
        const Advance advance =
            problem_->risk->direct() == nullptr ? solve_by_planes(within) : solve_directly(within);
        if (advance != Advance::step) return advance;
        is_within_ = false;
        ++state_.place;
        return advance;
    }

    std::span<const float> score(const Dataset& valid) override {
        std::vector<double> exact(valid.documents());
        valid_->score(newest_.weights, 0, exact);
        valid_scores_.assign(exact.begin(), exact.end());
        return valid_scores_;
    }
    void describe(Json& line) const override {
        for (const auto& [name, value] : newest_fields_.members()) line.set(name, value);
    }
    void keep(std::size_t slot) override { state_.kept[slot] = newest_; }

    std::string checkpoint(const Origin& origin, const Course& course) const override {
        SvmState state = state_;
        state.solver = problem_->solver.snapshot();
        if (!is_within_) state.solver.state = {};  // the next C begins with the planes alone
        if (state.solver.state.rounds == 0)        // infinite, which JSON has no word for
            state.solver.state.objective = std::numeric_limits<double>::max();
        return checkpoint_text(state, format_name, origin, course);
    }
    Course restore(const std::string& text, const std::string& path) override {
        SvmState saved;
        Course course = restore_state(saved, text, format_name, path);
        if (saved.candidate >= plan_.candidates.size() || saved.place > path_.size() ||
            saved.kept.size() != state_.kept.size())
            refuse_no_checkpoint(path);
        state_ = std::move(saved);
        is_restored_ = true;
        return course;
    }
    std::string standing() const override {
        const std::size_t place = std::min(state_.place, path_.size() - 1);
        return fmt::format("{} with {}",
                           counted(state_.solver.state.rounds, "round"),
                           text_of(state_.candidate, path_[place]));
    }

    std::string kept_text(std::size_t slot,
                          const KeptStep& kept,
                          std::size_t /*made*/) const override {
        const std::string& more = plan_.candidates[kept.candidate].text;
        return state_.kept[slot].text + (more.empty() ? "" : " with ") + more;
    }
    std::string end_text() const override { return "solved " + counted(problems(), "problem"); }
    std::string advice(const KeptStep& kept) const override {
        if (valid_ == nullptr || path_.size() < 2) return {};
        if (kept.step == path_.size())
            return fmt::format("The best was the largest C: try larger ones, such as {:g}",
                               10.0 * path_.back());
        if (kept.step == 1 && path_.front() > 0.0)
            return fmt::format("The best was the smallest C: try smaller ones, such as {:g}",
                               path_.front() / 10.0);
        return {};
    }
    /// Error where every score is the same though C would let weights grow.
    void check_learned(const Model* /*model*/) const override {
        const Solution& best = state_.kept.front();
        if (best.cost == 0.0 ||
            !std::ranges::all_of(best.weights, [](double weight) { return weight == 0.0; }))
            return;
        refuse_nothing_learned("every weight is 0, and so is every score",
                               "give data with features and grades that differ within queries, a "
                               "larger `C`, a smaller `epsilon`, or another measure with `for`");
    }
    std::unique_ptr<const Model> model(std::size_t slot,
                                       const KeptStep& kept,
                                       TrainingNotes notes) const override {
        if (problems() > 1)
            notes.parameters.emplace_back("chosen",
                                          text_of(kept.candidate, state_.kept[slot].cost));
        return space_->model(state_.kept[slot].weights, notes);
    }

  private:
    std::size_t problems() const { return plan_.candidates.size() * path_.size(); }
    double cost() const { return path_[state_.place]; }
    const Candidate& candidate() const { return plan_.candidates[state_.candidate]; }
    /// "C=1", and what else is tried.
    std::string text_of(std::size_t candidate, double cost) const {
        const std::string& more = plan_.candidates[candidate].text;
        return fmt::format("C={:g}{}{}", cost, more.empty() ? "" : ", ", more);
    }

    Advance solve_by_planes(WithinStep& within) {
        CuttingPlane& solver = problem_->solver;
        const double whole = cost() * problem_->risk->unit();
        bool is_stopped = false;
        const std::span<const double> weights =
            solver.solve({.cost = whole,
                          .epsilon = plan_.params.epsilon,
                          .most_rounds = static_cast<std::size_t>(plan_.params.rounds),
                          .is_stopped = [&] { return is_stopped = within.is_stop_wanted(); }},
                         [&](const CuttingPlaneState& state) { tell_round(state, within); });
        const CuttingPlaneState& end = solver.state();
        if (end.rounds == 0) return Advance::stopped;
        newest_ = {.cost = cost(),
                   .weights = {weights.begin(), weights.end()},
                   .text = fmt::format("C={:g} after {} with a gap of {:.2g}",
                                       cost(),
                                       counted(end.rounds, "round"),
                                       end.gap())};
        newest_fields_ = fields_of(end);
        newest_fields_["rounds"] = end.rounds;
        if (is_stopped) return Advance::partial;
        if (end.gap() > whole * plan_.params.epsilon)
            within.note(
                fmt::format("C={:g}: after {} the objective may still be {:.3g} above its least{}",
                            cost(),
                            counted(end.rounds, "round"),
                            end.gap(),
                            end.rounds < static_cast<std::size_t>(plan_.params.rounds)
                                ? "; rounding allows no closer bound, a smaller C would"
                                : ""));
        if (cost() == path_.back() && cost() >= 1.0 && end.risk > 0.99 * problem_->idle_risk)
            within.note(
                fmt::format("C={:g}: the training loss is {:.4g}, hardly less than the {:.4g} of "
                            "weights of 0: this bound on the measure gives little to learn from; "
                            "try another `for`, such as AP, or the measure without its cutoff",
                            cost(),
                            end.risk * problem_->risk->unit(),
                            problem_->idle_risk * problem_->risk->unit()));
        return Advance::step;
    }

    /// A solver that cannot be cut off starts the C at hand again after a break.
    Advance solve_directly(WithinStep& within) {
        if (within.is_stop_wanted()) return Advance::stopped;
        within.save();
        DirectSolution found = problem_->risk->direct()->solve(cost(), plan_.params.epsilon);
        std::vector<double> gradient(found.weights.size());
        const double risk = problem_->risk->unit() * problem_->risk->at(found.weights, gradient);
        const double objective = 0.5 * dot(found.weights, found.weights) + cost() * risk;
        newest_fields_ = {{"C", cost()}, {"objective", objective}, {"risk", risk}};
        newest_ = {.cost = cost(),
                   .weights = std::move(found.weights),
                   .text = fmt::format("C={:g} with an objective of {:.6g}", cost(), objective)};
        if (found.bound) {
            newest_fields_["bound"] = *found.bound;
            newest_fields_["gap"] = objective - *found.bound;
            newest_.text += fmt::format(" and a gap of {:.2g}", objective - *found.bound);
        }
        if (!found.note.empty()) within.note(fmt::format("C={:g}: {}", cost(), found.note));
        return Advance::step;
    }

    Json fields_of(const CuttingPlaneState& state) const {
        return {{"C", cost()},
                {"objective", state.objective},
                {"risk", state.risk * problem_->risk->unit()},
                {"bound", state.bound},
                {"gap", state.gap()},
                {"planes", state.planes}};
    }

    void tell_round(const CuttingPlaneState& state, WithinStep& within) const {
        Json fields = fields_of(state);
        fields["round"] = state.rounds;
        within.round(fmt::format("C={:g}: {}, gap {:.2g} (ends at {:.2g})",
                                 cost(),
                                 counted(state.rounds, "round"),
                                 state.gap(),
                                 cost() * problem_->risk->unit() * plan_.params.epsilon),
                     fields);
    }

    const Dataset& train_;
    const FitContext& context_;
    const SvmPlan& plan_;
    std::vector<double> path_;  ///< C, rising
    std::unique_ptr<const FeatureSpace> space_;
    std::unique_ptr<const FeatureMap> features_;
    std::unique_ptr<const FeatureMap> valid_;
    std::unique_ptr<Problem> problem_;  ///< of the candidate at hand
    SvmState state_;
    bool is_restored_ = false;  ///< the solver goes on from that of the state
    bool is_within_ = false;    ///< the solver has begun with the C at hand
    Solution newest_;
    Json newest_fields_;  ///< for the log
    std::vector<float> valid_scores_;
};

std::vector<std::string> texts_of(const std::vector<Candidate>& candidates) {
    std::vector<std::string> texts;
    texts.reserve(candidates.size());
    for (const Candidate& each : candidates) texts.push_back(each.text);
    return texts;
}

std::string risks_of(const std::vector<Candidate>& candidates) {
    std::string risks;
    for (const Candidate& each : candidates)
        risks += (risks.empty() ? "" : ", ") + each.risk->text();
    return risks;
}

}  // namespace

std::unique_ptr<const Model> train_svm(const Dataset& train,
                                       const FitContext& context,
                                       const SvmPlan& plan) {
    if (context.start != nullptr)
        throw Error({context.files.start},
                    "a support vector machine has one optimum, wherever it starts",
                    "leave out `start`");
    if (plan.params.cost.size() > 1 && context.valid == nullptr) refuse_to_choose_blindly("C");
    return run_training(train,
                        context,
                        {.unit = "problem",
                         .steps = plan.params.cost.size(),
                         .candidates = texts_of(plan.candidates),
                         .needs_validation_to_choose = true,
                         .notes = plan.notes,
                         .objective = risks_of(plan.candidates)},
                        [&] { return std::make_unique<SvmPath>(train, context, plan); });
}

}  // namespace gradus::svm
