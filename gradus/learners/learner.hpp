#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gradus/base/communicator.hpp"
#include "gradus/base/params.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/stop_request.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

/// What an iterative learner keeps beside its model while it works.
struct TrainingFiles {
    std::string checkpoint = {};       ///< where the state of training goes; "" = nowhere
    double checkpoint_seconds = 30.0;  ///< from one to the next
    bool resume = false;               ///< go on from the checkpoint, if there is one
    bool force = false;                ///< start anew over a checkpoint and a log that are there
    std::string log = {};              ///< a line of JSON for each step; "" = none
    std::string start = {};            ///< where the model to go on from is, for messages
};

/// A further model of a training: its best iteration by another measure.
struct Alternative {
    NamedMeasure by;
    std::unique_ptr<const Model> model = {};  ///< fit() puts it there
};

/// What is measured on validation data: what picks the best iteration, then the alternatives.
std::vector<NamedMeasure> with_alternatives(std::span<const NamedMeasure> stop_on,
                                            std::span<const Alternative> also);

/// Where a training stands after a step, for who follows it. Steps and candidates, which are tried
/// one after the other, count from 1.
struct TrainingStep {
    std::size_t candidate = 1;
    std::size_t step = 1;  ///< of the candidate
    std::size_t best_candidate = 1;
    std::size_t best_step = 1;         ///< 0 = the model that was started from
    std::optional<double> value = {};  ///< of the measure that chooses; nothing = none does
    std::optional<double> best_value = {};
};

/// What training is given besides the data and the learner's own parameters. Nothing is global.
struct FitContext {
    std::span<const NamedMeasure> targets;  ///< what to train for, first tier first
    std::span<const NamedMeasure> stop_on =
        {};                            ///< what picks the best iteration; empty = the targets
    const Dataset* valid = nullptr;    ///< data that the best iteration is picked on
    std::span<Alternative> also = {};  ///< what else is picked on it, and only there
    const Model* start = nullptr;      ///< a model to go on from
    std::uint64_t seed = 1;
    unsigned threads = 1;
    std::reference_wrapper<Progress> progress = silent_progress();
    std::reference_wrapper<Communicator> communicator = single_process();
    TrainingFiles files = {};
    std::optional<Gaps> gaps = {};  ///< of the training data, for the model; fit() puts it there
    StopRequest* stop = nullptr;    ///< where training is told to end early
    TrainingOutcome* outcome = nullptr;  ///< what came of it; fit() puts it there
    /// Called after each step; false ends training there, as a request to stop does.
    std::function<bool(const TrainingStep&)> on_step = {};
};

/// How to train. fit() is const: two calls give two equal models. Told to stop, it writes the
/// checkpoint, if there is one, and returns the best model so far; none where nothing was learned
/// yet.
class Learner {
  public:
    Learner() = default;
    Learner(const Learner&) = delete;
    Learner& operator=(const Learner&) = delete;
    Learner(Learner&&) = delete;
    Learner& operator=(Learner&&) = delete;
    virtual ~Learner() = default;

    /// Validation data is given the features of the training data, and training data those of the
    /// model to start from (FeatureAlignment, with its errors). Error for an infinite feature, for
    /// a grade that a measure cannot take, and for alternatives without validation data.
    std::unique_ptr<const Model> fit(const Dataset& train, const FitContext& context) const;

  private:
    /// All data has the same features.
    virtual std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                                     const FitContext& context) const = 0;
};

/// What a learner file offers to the rest of the library.
struct LearnerEntry {
    std::string_view name;
    std::string_view summary;
    std::string_view reference;
    std::string_view default_measure;  ///< what it trains for when nobody says
    std::vector<ParamInfo> (*params)();
    std::unique_ptr<const Learner> (*make)(const Settings& settings);
    /// Weights of documents change what it learns; held against every learner by a test.
    bool uses_weights = false;
    /// Its models take a missing value as the mean of its feature, but for features=bits.
    bool takes_missing_as_mean = false;
};

/// For the model file: the learner's name, the targets and all parameters, the seed among them.
TrainingNotes training_notes(std::string learner,
                             const FitContext& context,
                             const std::vector<ParamInfo>& params);

std::span<const LearnerEntry* const> all_learners();
/// The learner of that name, in any case and with any of -_ between its words.
const LearnerEntry& learner_named(std::string_view name);

namespace detail {

/// Error for a setting that the learner does not know, with what the user may have meant.
[[noreturn]] void refuse_setting(const Setting& setting, const std::vector<std::string>& known);

template <class Struct>
bool has_param(std::string_view name) {
    return std::apply([&](const auto&... field) { return ((field.name == name) || ...); },
                      Struct::fields);
}

}  // namespace detail

/// A parameter that does nothing as others are set, and the setting that would make it count. A
/// parameter struct may have `std::vector<IdleParam> idle() const`.
struct IdleParam {
    std::string_view name;
    std::string_view unless;
};
/// Error where one of them was set: whoever did so believes that it counts.
void refuse_idle(const Settings& settings, const std::vector<IdleParam>& idle);

/// What several parameter structs declare together.
template <class... Structs>
std::vector<ParamInfo> describe_all(const Structs&... params) {
    std::vector<ParamInfo> all;
    const auto add = [&](std::vector<ParamInfo> more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    (add(describe_params(params)), ...);
    return all;
}

/// What the parameters are called.
std::vector<std::string> names_of(const std::vector<ParamInfo>& params);

/// Parameter structs filled from settings; each name belongs to one of them, and none is idle.
/// `further` are names that the user could have meant besides.
template <class... Structs>
std::tuple<Structs...> params_from_settings(const Settings& settings,
                                            const std::vector<std::string>& further,
                                            const Structs&... defaults) {
    std::tuple<Structs...> params(defaults...);
    for (const Setting& setting : settings) {
        const auto attempt = [&](auto& own) {
            if (!detail::has_param<std::remove_reference_t<decltype(own)>>(setting.name))
                return false;
            set_param(own, setting.name, setting.value);
            return true;
        };
        if (std::apply([&](auto&... own) { return (attempt(own) || ...); }, params)) continue;
        std::vector<std::string> known = names_of(describe_all(defaults...));
        known.insert(known.end(), further.begin(), further.end());
        detail::refuse_setting(setting, known);
    }
    const auto check = [&](const auto& own) {
        if constexpr (requires { own.idle(); }) refuse_idle(settings, own.idle());
    };
    std::apply([&](const auto&... own) { (check(own), ...); }, params);
    return params;
}
template <class... Structs>
std::tuple<Structs...> params_from_settings(const Settings& settings, const Structs&... defaults) {
    return params_from_settings(settings, std::vector<std::string>{}, defaults...);
}

}  // namespace gradus
