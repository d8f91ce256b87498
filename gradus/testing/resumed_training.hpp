#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "gradus/base/progress.hpp"
#include "gradus/base/stop_request.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/models/training_notes.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus::testing {

/// Counts what a training tells of its progress, and does something at one of these places.
class ActingProgress final : public Progress {
  public:
    ActingProgress() = default;
    ActingProgress(std::size_t place, std::function<void()> action)
        : place_(place), action_(std::move(action)) {}

    void update(const ProgressState& state) override {
        if (state.task.starts_with("training") && ++updates_ == place_) action_();
    }
    void finish(const ProgressState& /*state*/, std::string_view /*result*/) override {}
    void note(std::string_view /*text*/) override {}

    std::size_t updates() const { return updates_; }

  private:
    std::size_t place_ = 0;
    std::size_t updates_ = 0;
    std::function<void()> action_;
};

/// What a training throws that is to be cut off as by a kill: its files stay as they are.
struct Killed : std::runtime_error {
    Killed() : std::runtime_error("killed") {}
};

/// Trains as a whole, then cut off at several places, once killed and once asked to stop, and
/// resumed: model and alternatives must have the same bytes. Learner and FitContext are those of
/// gradus/learners, which this module is below.
template <class Learner, class FitContext>
void expect_the_same_when_resumed(const Learner& learner, const Dataset& data, FitContext context) {
    const TemporaryFolder folder;
    const auto texts = [&] {
        std::string all = learner.fit(data, context)->to_text();
        for (const auto& each : context.also) all += each.model->to_text();
        return all;
    };
    ActingProgress counting;
    context.progress = counting;
    const std::string whole = texts();
    ASSERT_GE(counting.updates(), 4U) << "too short to be cut off in its midst";
    for (std::size_t quarter = 1; quarter < 4; ++quarter) {
        const std::size_t place = 1 + (counting.updates() - 1) * quarter / 4;
        for (const bool is_killed : {true, false}) {
            SCOPED_TRACE(std::string(is_killed ? "killed" : "asked to stop") + " at update " +
                         std::to_string(place) + " of " + std::to_string(counting.updates()));
            context.files = {.checkpoint = folder.file("part"), .checkpoint_seconds = 0.0};
            std::filesystem::remove(context.files.checkpoint);
            StopRequest stop;
            TrainingOutcome outcome;
            ActingProgress acting(place, [&] {
                if (is_killed) throw Killed();
                stop.is_wanted = true;
            });
            context.progress = acting;
            if (is_killed) {
                EXPECT_THROW(learner.fit(data, context), Killed);
            } else {
                context.stop = &stop;
                context.outcome = &outcome;
                const auto model = learner.fit(data, context);
                if (model != nullptr) {
                    EXPECT_EQ(outcome.stopped, "interrupted");
                }
                EXPECT_TRUE(std::filesystem::exists(context.files.checkpoint));
                context.stop = nullptr;
                context.outcome = nullptr;
            }
            ActingProgress resumed;
            context.progress = resumed;
            context.files.resume = true;
            EXPECT_EQ(texts(), whole);
        }
    }
}

}  // namespace gradus::testing
