#include "gradus/learners/training/training_loop.hpp"

#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/interruption.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/learners/training/json_log.hpp"
#include "gradus/learners/training/outcome.hpp"

namespace gradus {
namespace {

class Loop final : public WithinStep {
  public:
    Loop(const Dataset& train, const FitContext& context, const LoopPlan& plan)
        : train_(train),
          context_(context),
          plan_(plan),
          checkpoint_(context.files, context.progress),
          tracker_(context, plan.pick) {}

    std::unique_ptr<const Model> run(const std::function<std::unique_ptr<Stepper>()>& make) {
        stepper_ = make();
        const Interruption interruption(context_.stop);
        interruption_ = &interruption;
        log_ = std::make_unique<JsonLog>(context_.files, context_.progress);
        progress_.total = plan_.candidates.size() * plan_.steps;
        progress_.is_limit = plan_.may_end_early;
        if (!context_.files.resume || !resume()) begin(0);
        if (!is_stopped_) context_.progress.get().update(progress_);
        while (!is_stopped_) {
            if (ends_.back().empty()) {
                take_step();
            } else if (made_.size() < plan_.candidates.size()) {
                begin(made_.size());
            } else {
                break;
            }
        }
        progress_.detail = {};
        const std::size_t all = std::accumulate(made_.begin(), made_.end(), std::size_t{0});
        context_.progress.get().finish(progress_, counted(all, plan_.unit));
        return finished();
    }

    bool is_stop_wanted() const override { return interruption_->is_wanted(); }

    void round(const std::string& detail, const Json& fields) override {
        if (log_->is_open()) {
            Json line = line_of(made_.back() + 1);
            for (const auto& [name, value] : fields.members()) line.set(name, value);
            write(line);
        }
        save_if_due();
        detail_ = detail;
        progress_.detail = detail_;
        context_.progress.get().update(progress_);
    }

    void save() override {
        if (!checkpoint_.is_wanted()) return;
        if (origin_.empty()) origin_ = origin();
        checkpoint_.save(stepper_->checkpoint(origin_, {made_, ends_, tracker_.state()}));
    }

    void note(const std::string& text) override { context_.progress.get().note(text); }

  private:
    std::size_t candidate() const { return made_.size() - 1; }
    StepPlace place() const { return {candidate(), made_.back()}; }
    bool is_retracing() const { return made_.back() < retraced_; }

    /// Before the first step of a candidate.
    void begin(std::size_t candidate) {
        made_.resize(candidate + 1);
        ends_.resize(candidate + 1);
        tracker_.begin_candidate();
        stepper_->start(candidate);
        prepare();
        if (is_prepared_ && stepper_->has_start()) judge();
    }

    void prepare() {
        is_prepared_ = stepper_->prepare();
        if (!is_prepared_) stop();
    }

    /// Writes down where a later training can go on.
    void stop() {
        is_stopped_ = true;
        save();
    }

    void take_step() {
        if (!is_retracing() && (is_asked_to_stop_ || is_stop_wanted())) return stop();
        const Advance advance = stepper_->advance(*this);
        switch (advance) {
            case Advance::again:
                return save_if_due();
            case Advance::stopped:
                return stop();
            case Advance::none: {
                ends_.back() = stepper_->end_text();
                return save_if_due();
            }
            case Advance::partial: {
                stop();  // a training that goes on from here does the whole step
                ++made_.back();
                judge();
                return write_step();
            }
            case Advance::step:
            case Advance::last_step:
                break;
        }
        const bool is_new = !is_retracing();
        ++made_.back();
        judge();
        ends_.back() = end_after(advance);
        if (is_new) tell_step();
    }

    /// Finds the values of the newest step, and keeps it where they are the best.
    void judge() {
        train_values_ = stepper_->train_values();
        if (tracker_.has_data()) {
            tracker_.look(place(), stepper_->score(*context_.valid));
        } else {
            tracker_.record(place(),
                            train_values_.empty()
                                ? std::nullopt
                                : std::optional<double>(train_values_.front().second));
        }
        for (std::size_t slot = 0; slot < tracker_.slots(); ++slot) {
            const KeptStep* const best = tracker_.best(slot);
            if (best != nullptr && best->place() == place()) stepper_->keep(slot);
        }
    }

    /// Why the candidate is done after the newest step; "" = it is not.
    std::string end_after(Advance advance) const {
        if (advance == Advance::last_step) return stepper_->end_text();
        if (plan_.patience > 0 && tracker_.chooses() && tracker_.since_best() >= plan_.patience)
            return "no improvement for " + counted(plan_.patience, plan_.unit);
        if (made_.back() < plan_.steps) return {};
        return plan_.limit.empty() ? stepper_->end_text()
                                   : fmt::format("{}={} reached", plan_.limit, plan_.steps);
    }

    void tell_step() {
        write_step();
        progress_.done = candidate() * plan_.steps + made_.back();
        if (tracker_.chooses()) {
            progress_.value = tracker_.values().front();
            progress_.best = tracker_.best()->values.front();
        }
        context_.progress.get().update(progress_);
        save_if_due();
        if (!context_.on_step) return;
        TrainingStep told{.candidate = candidate() + 1,
                          .step = made_.back(),
                          .best_candidate = tracker_.best()->candidate + 1,
                          .best_step = tracker_.best()->step};
        if (tracker_.chooses()) {
            told.value = tracker_.values().front();
            told.best_value = tracker_.best()->values.front();
        }
        is_asked_to_stop_ = !context_.on_step(told);
    }

    /// The beginning of a line of the log.
    Json line_of(std::size_t step) const {
        Json line = {{"step", step}, {"candidate", candidate() + 1}};
        const std::string& text = plan_.candidates[candidate()];
        if (!text.empty()) line["with"] = text;
        return line;
    }

    void write_step() {
        if (!log_->is_open()) return;
        Json line = line_of(made_.back());
        for (const auto& [name, value] : train_values_) line["train"][name] = value;
        if (tracker_.has_data()) {
            const std::size_t targets = tracker_.targets().size();
            for (std::size_t m = 0; m < tracker_.values().size(); ++m) {
                const NamedMeasure& measure =
                    m < targets ? tracker_.targets()[m] : context_.also[m - targets].by;
                line["valid"][measure.text] = tracker_.values()[m];
            }
        }
        if (tracker_.chooses()) {
            const KeptStep& best = *tracker_.best();
            line["best"] = {{"step", best.step}, {"candidate", best.candidate + 1}};
        }
        stepper_->describe(line);
        write(line);
    }

    void write(Json& line) {
        line["seconds"] = log_->seconds();
        log_->write(line);
    }

    void save_if_due() {
        if (checkpoint_.is_due()) save();
    }

    Origin origin() const {
        FitContext context = context_;
        if (stepper_->is_retraced()) context.also = {};  // those of now are looked for anew
        return training_origin(train_, context, plan_.notes, plan_.objective);
    }

    /// False where there is no checkpoint.
    bool resume() {
        if (!checkpoint_.is_there()) return false;
        const std::string& path = checkpoint_.path();
        origin_ = origin();
        Course course = stepper_->restore(checkpoint_.load(origin_), path);
        if (!is_possible(course)) refuse_no_checkpoint(path);
        std::string standing = stepper_->standing();
        const std::size_t steps = course.made.back();
        if (standing.empty()) {
            const std::string& text = plan_.candidates[course.made.size() - 1];
            standing = counted(steps, plan_.unit) + (text.empty() ? "" : " with ") + text;
        }
        log_->resume(steps);
        if (stepper_->is_retraced()) {
            retraced_ = steps;
            begin(0);
        } else {
            made_ = std::move(course.made);
            ends_ = std::move(course.ends);
            tracker_.restore(std::move(course.chosen));
            prepare();
        }
        progress_.done = candidate() * plan_.steps + steps;
        note(fmt::format("{}: resumed after {}", path, standing));
        return true;
    }

    bool is_possible(const Course& course) const {
        if (course.made.empty() || course.made.size() > plan_.candidates.size()) return false;
        for (const std::size_t steps : course.made)
            if (steps > plan_.steps) return false;
        if (stepper_->is_retraced()) return true;
        if (course.ends.size() != course.made.size() ||
            course.chosen.best.size() != 1 + context_.also.size())
            return false;
        for (const std::optional<KeptStep>& best : course.chosen.best)
            if (best && (best->candidate >= course.made.size() ||
                         best->step > course.made[best->candidate]))
                return false;
        return true;
    }

    std::unique_ptr<const Model> finished() const {
        if (!is_prepared_) return nullptr;
        if (tracker_.best() == nullptr) {
            if (!is_stopped_) stepper_->check_learned(nullptr);
            return nullptr;
        }
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model = model_of(1 + k, {&context_.also[k].by, 1});
        auto model = model_of(0, tracker_.targets());
        if (!is_stopped_ && context_.start == nullptr) stepper_->check_learned(model.get());
        if (context_.outcome != nullptr) *context_.outcome = model->notes().outcome;
        return model;
    }

    std::unique_ptr<const Model> model_of(std::size_t slot,
                                          std::span<const NamedMeasure> chosen_by) const {
        const KeptStep& kept = *tracker_.best(slot);
        TrainingOutcome outcome{
            .kept = stepper_->kept_text(slot, kept, made_[kept.candidate]),
            .stopped = is_stopped_ ? std::string(stopped_early) : ends_[kept.candidate]};
        if (!tracker_.has_data() && tracker_.chooses())
            outcome.kept += ", the best on training data";
        if (tracker_.has_data() && !plan_.limit.empty() && kept.step == plan_.steps)
            outcome.advice = fmt::format("The best was the last {}: try more, such as `{}={}`",
                                         plan_.unit,
                                         plan_.limit,
                                         2 * plan_.steps);
        else if (!is_stopped_)
            outcome.advice = stepper_->advice(kept);
        return with_outcome(
            std::move(outcome), plan_.notes, train_, context_, chosen_by, [&](TrainingNotes notes) {
                return stepper_->model(slot, kept, std::move(notes));
            });
    }

    const Dataset& train_;
    const FitContext& context_;
    const LoopPlan& plan_;
    CheckpointFile checkpoint_;
    ValidationTracker tracker_;
    std::unique_ptr<Stepper> stepper_;
    const Interruption* interruption_ = nullptr;
    std::unique_ptr<JsonLog> log_;
    std::vector<std::size_t> made_;  ///< steps by candidate; the last one is at work
    std::vector<std::string> ends_;  ///< by candidate: why it is done; "" = it is not
    TrainValues train_values_;       ///< at the newest step
    std::size_t retraced_ = 0;       ///< steps of the checkpoint, where they are taken again
    bool is_prepared_ = false;
    bool is_asked_to_stop_ = false;  ///< by FitContext::on_step
    bool is_stopped_ = false;
    Origin origin_;  ///< for checkpoints, when first asked for
    const std::string task_ = "training " + plan_.notes.learner;
    const std::string units_ = plan_.unit + "s";
    std::string detail_;  ///< of the progress
    ProgressState progress_{.task = task_, .unit = units_};
};

}  // namespace

std::unique_ptr<const Model> run_training(const Dataset& train,
                                          const FitContext& context,
                                          const LoopPlan& plan,
                                          const std::function<std::unique_ptr<Stepper>()>& make) {
    if (plan.needs_validation_to_choose && plan.candidates.size() > 1 && context.valid == nullptr)
        refuse_to_choose_blindly("valid");
    return Loop(train, context, plan).run(make);
}

void refuse_to_choose_blindly(const std::string& parameter) {
    throw Error(Where::parameter(parameter),
                "several values of a parameter can only be chosen from by validation data",
                "give one, or name validation data with `valid`");
}

}  // namespace gradus
