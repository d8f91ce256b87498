#include "gradus/learners/boosting/rounds/boost_training.hpp"

#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/interruption.hpp"
#include "gradus/base/json.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/json_log.hpp"
#include "gradus/learners/training/origin.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/step_choice.hpp"

namespace gradus::boosting {

namespace {

constexpr const char* format_name = "gradus-boost-checkpoint";

/// Where a training stands: all that its further course depends on.
struct BoostState {
    std::vector<std::vector<Round>> rounds;  ///< by candidate; the last is at work
    std::vector<ChosenStep> best;

    static constexpr auto json_fields =
        std::tuple{JsonField{"rounds", &BoostState::rounds}, JsonField{"best", &BoostState::best}};
};

class Training {
  public:
    Training(const Dataset& train, const FitContext& context, const BoostPlan& plan)
        : train_(train),
          context_(context),
          plan_(plan),
          checkpoint_(context.files, context.progress),
          log_(context.files, context.progress),
          choice_(context) {}

    /// None where it was told to stop before there was a round.
    std::unique_ptr<const Model> run() {
        const Interruption interruption(context_.stop);
        if (!context_.files.resume || !resume()) start(0);
        progress_.total = candidates() * plan_.rounds;
        progress_.is_limit = true;
        while (booster_ != nullptr) {
            while (rounds().size() < plan_.rounds && !is_perfect()) {
                is_interrupted_ = interruption.is_wanted();
                if (is_interrupted_ || !add_round()) break;
                save_now_and_then();
            }
            if (is_interrupted_ || state_.rounds.size() == candidates()) break;
            start(state_.rounds.size());
        }
        if (booster_ == nullptr) is_interrupted_ = true;  // while it was prepared
        if (is_interrupted_ && checkpoint_.is_wanted()) save();
        if (booster_ == nullptr) return nullptr;
        context_.progress.get().finish(progress_, counted(rounds().size(), "round"));
        if (state_.rounds[place_of(choice_.best().step).candidate].empty()) {
            if (is_interrupted_) return nullptr;
            refuse_nothing_learned("no feature ranks the documents better than chance",
                                   "give data with features that differ within queries, or train "
                                   "for another measure with `for`");
        }
        for (std::size_t k = 0; k < context_.also.size(); ++k)
            context_.also[k].model =
                final_model(choice_.best_for(k), {&context_.also[k].by, 1}, nullptr);
        auto model = final_model(choice_.best(), choice_.targets(), context_.outcome);
        check_tells_documents_apart(*model, train_, context_);
        return model;
    }

  private:
    std::size_t candidates() const { return plan_.texts.size(); }
    std::vector<Round>& rounds() { return state_.rounds.back(); }

    /// Whether the newest weak ranker makes no mistake: it would only be found again.
    bool is_perfect() const {
        const std::vector<Round>& rounds = state_.rounds.back();
        return !rounds.empty() && std::abs(rounds.back().r) >= perfection;
    }

    /// Steps count on from one candidate to the next.
    struct Place {
        std::size_t candidate;
        std::size_t round;
    };
    Place place_of(std::size_t step) const {
        if (step == 0) return {0, 0};
        return {(step - 1) / plan_.rounds, (step - 1) % plan_.rounds + 1};
    }

    void start(std::size_t candidate) {
        state_.rounds.resize(candidate + 1);
        booster_ = plan_.make(candidate);
        valid_scores_.assign(choice_.has_data() ? context_.valid->documents() : 0, 0.0);
    }

    /// False where there is none to add.
    bool add_round() {
        const std::optional<Round> round = booster_->find();
        if (!round) return false;
        take(*round);
        rounds().push_back(*round);
        choose();
        write_line(*round);
        progress_.done = step();
        if (!choice_.values().empty()) {
            progress_.value = choice_.values().front();
            progress_.best = choice_.best().values.front();
        }
        context_.progress.get().update(progress_);
        return true;
    }

    std::size_t step() const {
        return (state_.rounds.size() - 1) * plan_.rounds + state_.rounds.back().size();
    }

    void take(const Round& round) {
        booster_->add(round);
        if (choice_.has_data()) booster_->score(round, *context_.valid, valid_scores_);
    }

    void choose() {
        if (choice_.has_data()) {
            const std::vector<float> scores(valid_scores_.begin(), valid_scores_.end());
            choice_.look(step(), scores);
        } else if (const std::optional<double> value = booster_->value()) {
            choice_.record(step(), *value);
        }
    }

    void write_line(const Round& round) {
        if (!log_.is_open()) return;
        Json line;
        if (candidates() > 1) line["with"] = plan_.texts[state_.rounds.size() - 1];
        line["round"] = rounds().size();
        line["feature"] = train_.feature_name(round.feature);
        line["r"] = round.r;
        line["alpha"] = round.alpha;
        booster_->describe(round, line);
        line["seconds"] = log_.seconds();
        if (const std::optional<double> value = booster_->value())
            line["train"][context_.targets.front().text] = *value;
        if (!choice_.values().empty()) choice_.add_to(line);
        if (choice_.best().step > 0 && candidates() > 1) {
            const Place best = place_of(choice_.best().step);
            line["best"] = {{"with", plan_.texts[best.candidate]}, {"round", best.round}};
        }
        log_.write(line);
    }

    void save_now_and_then() {
        if (checkpoint_.is_due()) save();
    }

    void save() {
        if (origin_.empty()) origin_ = training_origin(train_, context_, plan_.notes);
        state_.best = choice_.state();
        checkpoint_.save(checkpoint_text(state_, format_name, origin_));
    }

    /// False where there is no checkpoint.
    bool resume() {
        if (!checkpoint_.is_there()) return false;
        const std::string& path = checkpoint_.path();
        origin_ = training_origin(train_, context_, plan_.notes);
        auto saved =
            state_from_checkpoint<BoostState>(checkpoint_.load(origin_), format_name, path);
        if (saved.rounds.empty() || saved.rounds.size() > candidates() ||
            saved.best.size() != choice_.state().size())
            refuse_no_checkpoint(path);
        start(saved.rounds.size() - 1);
        if (booster_ != nullptr)
            for (const Round& round : saved.rounds.back()) take(round);
        choice_.restore(std::move(saved.best));
        state_.rounds = std::move(saved.rounds);
        log_.resume(rounds().size());
        context_.progress.get().note(
            fmt::format("{}: resumed after round {}", path, rounds().size()));
        return true;
    }

    TrainingOutcome outcome_of(const ChosenStep& chosen) const {
        const Place place = place_of(chosen.step);
        const std::vector<Round>& made = state_.rounds[place.candidate];
        const std::size_t kept = chosen.step == 0 ? made.size() : place.round;
        const bool is_at_limit = made.size() == plan_.rounds;
        TrainingOutcome outcome{.kept = kept_text(kept, made.size(), "round"),
                                .stopped = is_interrupted_ ? std::string(stopped_early)
                                           : is_at_limit
                                               ? fmt::format("rounds={} reached", plan_.rounds)
                                           : std::abs(made.back().r) >= perfection
                                               ? "the newest weak ranker makes no mistake"
                                               : "no further round helps"};
        if (candidates() > 1) outcome.kept += " with " + plan_.texts[place.candidate];
        if (!choice_.has_data() && chosen.step > 0) outcome.kept += ", the best on training data";
        if (choice_.has_data() && is_at_limit && kept == plan_.rounds)
            outcome.advice = fmt::format(
                "The best was the last round: try more, such as `rounds={}`", 2 * plan_.rounds);
        return outcome;
    }

    std::unique_ptr<const Model> final_model(const ChosenStep& chosen,
                                             std::span<const NamedMeasure> chosen_by,
                                             TrainingOutcome* outcome) const {
        return with_outcome(outcome_of(chosen),
                            plan_.notes,
                            train_,
                            context_,
                            chosen_by,
                            [&](const TrainingNotes& notes) {
                                if (outcome != nullptr) *outcome = notes.outcome;
                                return model_at(chosen, notes);
                            });
    }

    /// All rounds where nothing chooses.
    std::unique_ptr<const Model> model_at(const ChosenStep& chosen, TrainingNotes notes) const {
        const Place place = place_of(chosen.step);
        const std::span<const Round> rounds = state_.rounds[place.candidate];
        if (candidates() > 1) notes.parameters.emplace_back("chosen", plan_.texts[place.candidate]);
        const auto booster = plan_.make(place.candidate);
        return booster->model(chosen.step == 0 ? rounds : rounds.first(place.round), notes);
    }

    const Dataset& train_;
    const FitContext& context_;
    const BoostPlan& plan_;
    CheckpointFile checkpoint_;
    JsonLog log_;
    StepChoice choice_;
    BoostState state_;
    std::unique_ptr<Booster> booster_;
    std::vector<double> valid_scores_;
    bool is_interrupted_ = false;
    Origin origin_;  ///< for checkpoints, when first asked for
    const std::string task_ = "training " + plan_.notes.learner;
    ProgressState progress_{.task = task_, .unit = "rounds"};
};

}  // namespace

std::unique_ptr<const Model> train_boosted(const Dataset& train,
                                           const FitContext& context,
                                           const BoostPlan& plan) {
    if (context.targets.size() > 1)
        throw Error(Where::parameter("for"),
                    "boosting is for one measure",
                    "give one `for`; several `stop_on` may pick the best round");
    if (context.start != nullptr)
        throw Error({context.files.start},
                    "boosting does not go on from a finished model",
                    "leave out `start`; `checkpoint` and `resume` go on after a break");
    if (plan.texts.size() > 1 && context.valid == nullptr)
        throw Error(Where::parameter("valid"),
                    "several values of a parameter can only be chosen from by validation data",
                    "give one, or name validation data with `valid`");
    return Training(train, context, plan).run();
}

}  // namespace gradus::boosting
