#include "gradus/learners/boosting/rounds/boost_training.hpp"

#include <cmath>
#include <optional>
#include <span>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/stepper.hpp"
#include "gradus/learners/training/training_loop.hpp"

namespace gradus::boosting {

namespace {

constexpr const char* format_name = "gradus-boost-checkpoint";

/// Where a training stands: all that its further course depends on.
struct BoostState {
    std::vector<std::vector<Round>> rounds;  ///< by candidate; the last is at work

    static constexpr auto json_fields = std::tuple{JsonField{"rounds", &BoostState::rounds}};
};

/// Steps are rounds.
class Boosting final : public Stepper {
  public:
    Boosting(const Dataset& train, const FitContext& context, const BoostPlan& plan)
        : train_(train), context_(context), plan_(plan) {}

    void start(std::size_t candidate) override { state_.rounds.resize(candidate + 1); }

    /// Where a booster stands depends on its rounds alone.
    bool prepare() override {
        booster_ = plan_.make(state_.rounds.size() - 1);
        if (booster_ == nullptr) return false;
        valid_scores_.assign(context_.valid == nullptr ? 0 : context_.valid->documents(), 0.0);
        for (const Round& round : rounds()) take(round);
        return true;
    }

    Advance advance(WithinStep& within) override {
        if (within.is_stop_wanted()) return Advance::stopped;
        if (is_perfect(rounds())) return Advance::none;
        const std::optional<Round> round = booster_->find();
        if (!round) return Advance::none;
        take(*round);
        rounds().push_back(*round);
        return Advance::step;
    }

    std::span<const float> score(const Dataset& /*valid*/) override {
        rounded_.assign(valid_scores_.begin(), valid_scores_.end());
        return rounded_;
    }
    TrainValues train_values() override {
        const std::optional<double> value = booster_->value();
        return value ? TrainValues{{context_.targets.front().text, *value}} : TrainValues{};
    }
    void describe(Json& line) const override {
        const Round& newest = state_.rounds.back().back();
        line["feature"] = train_.feature_name(newest.feature);
        line["r"] = newest.r;
        line["alpha"] = newest.alpha;
        booster_->describe(newest, line);
    }

    std::string checkpoint(const Origin& origin, const Course& course) const override {
        return checkpoint_text(state_, format_name, origin, course);
    }
    Course restore(const std::string& text, const std::string& path) override {
        Course course = restore_state(state_, text, format_name, path);
        if (state_.rounds.size() != course.made.size()) refuse_no_checkpoint(path);
        for (std::size_t i = 0; i < course.made.size(); ++i)
            if (state_.rounds[i].size() != course.made[i]) refuse_no_checkpoint(path);
        return course;
    }

    std::string kept_text(std::size_t /*slot*/,
                          const KeptStep& kept,
                          std::size_t made) const override {
        std::string text = gradus::kept_text(kept.step, made, "round");
        if (plan_.texts.size() > 1) text += " with " + plan_.texts[kept.candidate];
        return text;
    }
    std::string end_text() const override {
        return is_perfect(state_.rounds.back()) ? "the newest weak ranker makes no mistake"
                                                : "no further round helps";
    }
    void check_learned(const Model* model) const override {
        if (model == nullptr)
            refuse_nothing_learned("no feature ranks the documents better than chance",
                                   "give data with features that differ within queries, or train "
                                   "for another measure with `for`");
        check_tells_documents_apart(*model, train_, context_);
    }
    std::unique_ptr<const Model> model(std::size_t /*slot*/,
                                       const KeptStep& kept,
                                       TrainingNotes notes) const override {
        if (plan_.texts.size() > 1)
            notes.parameters.emplace_back("chosen", plan_.texts[kept.candidate]);
        const std::span<const Round> rounds = state_.rounds[kept.candidate];
        return plan_.make(kept.candidate)->model(rounds.first(kept.step), notes);
    }

  private:
    std::vector<Round>& rounds() { return state_.rounds.back(); }

    /// Whether the newest weak ranker makes no mistake: it would only be found again.
    static bool is_perfect(const std::vector<Round>& rounds) {
        return !rounds.empty() && std::abs(rounds.back().r) >= perfection;
    }

    void take(const Round& round) {
        booster_->add(round);
        if (context_.valid != nullptr) booster_->score(round, *context_.valid, valid_scores_);
    }

    const Dataset& train_;
    const FitContext& context_;
    const BoostPlan& plan_;
    BoostState state_;
    std::unique_ptr<Booster> booster_;
    std::vector<double> valid_scores_;
    std::vector<float> rounded_;  ///< the same as a model gives them
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
    return run_training(train,
                        context,
                        {.unit = "round",
                         .limit = "rounds",
                         .steps = plan.rounds,
                         .may_end_early = true,
                         .candidates = plan.texts,
                         .needs_validation_to_choose = true,
                         .notes = plan.notes},
                        [&] { return std::make_unique<Boosting>(train, context, plan); });
}

}  // namespace gradus::boosting
