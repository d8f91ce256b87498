#include "gradus/learners/training/training_loop.hpp"

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/learners/training/checkpoint_json.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/scored_data.hpp"
#include "gradus/testing/targets.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

/// What a made-up training comes to at each step of each candidate.
using Script = std::vector<std::vector<double>>;

struct ScriptState {
    std::size_t candidate = 0;
    std::size_t step = 0;
    std::vector<double> kept;

    static constexpr auto json_fields = std::tuple{JsonField{"candidate", &ScriptState::candidate},
                                                   JsonField{"step", &ScriptState::step},
                                                   JsonField{"kept", &ScriptState::kept}};
};

/// Takes its values from a script; the model has the kept one for a weight. Each step has two
/// rounds.
class Scripted final : public Stepper {
  public:
    explicit Scripted(const Script& script) : script_(script) { state_.kept.resize(1); }

    void start(std::size_t candidate) override { state_ = {candidate, 0, state_.kept}; }
    Advance advance(WithinStep& within) override {
        const std::vector<double>& own = script_[state_.candidate];
        if (state_.step == own.size()) return Advance::none;
        for (int round = 1; round <= 2; ++round) within.round("", {{"round", round}});
        ++state_.step;
        return Advance::step;
    }
    std::span<const float> score(const Dataset& /*valid*/) override { return {}; }
    TrainValues train_values() override { return {{"ap", value()}}; }
    void keep(std::size_t slot) override { state_.kept[slot] = value(); }

    std::string checkpoint(const Origin& origin, const Course& course) const override {
        return checkpoint_text(state_, "gradus-script-checkpoint", origin, course);
    }
    Course restore(const std::string& text, const std::string& path) override {
        return restore_state(state_, text, "gradus-script-checkpoint", path);
    }

    std::string kept_text(std::size_t /*slot*/,
                          const KeptStep& kept,
                          std::size_t made) const override {
        return gradus::kept_text(kept.step, made, "step");
    }
    std::string end_text() const override { return "the script is over"; }
    void check_learned(const Model* /*model*/) const override {}
    std::unique_ptr<const Model> model(std::size_t slot,
                                       const KeptStep& /*kept*/,
                                       TrainingNotes notes) const override {
        return std::make_unique<LinearModel>(
            std::vector<LinearModel::Feature>{{"1", {0.0, 1.0}, state_.kept[slot]}},
            std::move(notes));
    }

  private:
    double value() const { return script_[state_.candidate][state_.step - 1]; }

    const Script& script_;
    ScriptState state_;
};

class TrainingLoop : public ::testing::Test {
  protected:
    TrainingLoop() { data_.features = FeatureMatrix(2, 1); }

    std::unique_ptr<const Model> run(const Script& script,
                                     const FitContext& context,
                                     std::size_t patience = 0) const {
        std::vector<std::string> texts(script.size());
        for (std::size_t i = 0; i < texts.size() && texts.size() > 1; ++i)
            texts[i] = "script=" + std::to_string(i + 1);
        return run_training(data_,
                            context,
                            {.unit = "step",
                             .limit = "steps",
                             .steps = 5,
                             .patience = patience,
                             .candidates = std::move(texts),
                             .notes = {.learner = "script", .targets = {}, .parameters = {}}},
                            [&] { return std::make_unique<Scripted>(script); });
    }
    static double weight(const Model& model) {
        return model.as<LinearModel>()->weights().front().weight;
    }

    Dataset data_ = testing::graded_data({{1, 0}});
    std::vector<NamedMeasure> goal_ = testing::targets_of({"AP"});
};

TEST_F(TrainingLoop, KeepsTheBestStepOfAllCandidates) {
    TrainingOutcome outcome;
    const auto model = run({{0.1, 0.3}, {0.2, 0.7, 0.6}, {0.7, 0.1, 0.1, 0.1, 0.1}},
                           {.targets = goal_, .outcome = &outcome});
    EXPECT_EQ(weight(*model), 0.7);
    EXPECT_EQ(outcome.kept, "2 of 3 steps, the best on training data");
    EXPECT_EQ(outcome.stopped, "the script is over");
}

TEST_F(TrainingLoop, SaysWhyItStopped) {
    TrainingOutcome outcome;
    const FitContext context{.targets = goal_, .outcome = &outcome};
    run({{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}}, context);
    EXPECT_EQ(outcome.stopped, "steps=5 reached");
    run({{0.5, 0.1, 0.2, 0.3, 0.4}}, context, 2);
    EXPECT_EQ(outcome.kept, "1 of 3 steps, the best on training data");
    EXPECT_EQ(outcome.stopped, "no improvement for 2 steps");
}

TEST_F(TrainingLoop, TellsEachStepAndEndsWhenAsked) {
    std::vector<std::pair<std::size_t, std::size_t>> told;
    TrainingOutcome outcome;
    FitContext context{.targets = goal_, .outcome = &outcome};
    context.on_step = [&](const TrainingStep& step) {
        told.emplace_back(step.candidate, step.step);
        EXPECT_EQ(step.best_value, step.candidate == 1 && step.step == 1 ? 0.4 : 0.5);
        EXPECT_EQ(step.best_step, step.candidate == 1 && step.step == 1 ? 1U : 2U);
        return told.size() < 3;
    };
    const auto model = run({{0.4, 0.5}, {0.3, 0.9}}, context);
    EXPECT_EQ(told, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {1, 2}, {2, 1}}));
    EXPECT_EQ(outcome.stopped, stopped_early);
    EXPECT_EQ(weight(*model), 0.5);
}

TEST_F(TrainingLoop, WritesTheSameMembersForEveryLearner) {
    const testing::TemporaryFolder folder;
    run({{0.4}, {0.3}}, {.targets = goal_, .files = {.log = folder.file("log")}});
    std::vector<std::string> lines;
    std::istringstream stream(folder.content("log"));
    for (std::string line; std::getline(stream, line);) {
        Json json = Json::parse(line);
        EXPECT_TRUE(json.at("seconds").is_number());
        json.erase("seconds");
        lines.push_back(json.dump());
    }
    EXPECT_EQ(
        lines,
        (std::vector<std::string>{
            R"({"step":1,"candidate":1,"with":"script=1","round":1})",
            R"({"step":1,"candidate":1,"with":"script=1","round":2})",
            R"({"step":1,"candidate":1,"with":"script=1","train":{"ap":0.4},"best":{"step":1,"candidate":1}})",
            R"({"step":1,"candidate":2,"with":"script=2","round":1})",
            R"({"step":1,"candidate":2,"with":"script=2","round":2})",
            R"({"step":1,"candidate":2,"with":"script=2","train":{"ap":0.3},"best":{"step":1,"candidate":1}})"}));
}

TEST_F(TrainingLoop, GoesOnWithTheCandidateThatItWasBrokenOffIn) {
    const testing::TemporaryFolder folder;
    const Script script = {{0.4, 0.5}, {0.3, 0.9, 0.2}};
    const std::string whole = run(script, {.targets = goal_})->to_text();
    for (std::size_t last = 1; last <= 4; ++last) {
        FitContext context{
            .targets = goal_,
            .files = {.checkpoint = folder.file("part"), .checkpoint_seconds = 1e9, .force = true}};
        std::size_t steps = 0;
        context.on_step = [&](const TrainingStep& /*step*/) { return ++steps < last; };
        run(script, context);
        context.files.force = false;
        context.files.resume = true;
        context.on_step = [&](const TrainingStep& /*step*/) { return ++steps > 0; };
        EXPECT_EQ(run(script, context)->to_text(), whole) << last;
        EXPECT_EQ(steps, 5U) << "no step is taken twice";
    }
}

TEST_F(TrainingLoop, DoesNotChooseBlindly) {
    EXPECT_EQ(
        testing::error_message([&] {
            run_training(
                data_,
                {.targets = goal_},
                {.unit = "step", .candidates = {"a", "b"}, .needs_validation_to_choose = true},
                [] { return nullptr; });
        }),
        "valid: several values of a parameter can only be chosen from by validation data; "
        "give one, or name validation data with 'valid'");
}

}  // namespace
}  // namespace gradus
