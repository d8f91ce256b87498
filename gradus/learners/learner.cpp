#include "gradus/learners/learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/learners/synonyms.hpp"
#include "learners_catalog.inc"

namespace gradus {
namespace {

void refuse_infinite(const Dataset& data, const char* name, unsigned threads) {
    constexpr float largest = std::numeric_limits<float>::max();
    parallel_for(data.documents(), 4096, threads, [&](std::size_t begin, std::size_t end) {
        const std::span<const float> values = data.features.rows(begin, end);
        bool infinite = false;
        for (const float value : values) infinite |= std::abs(value) > largest;
        if (!infinite) return;
        const auto found =
            std::ranges::find_if(values, [&](float value) { return std::abs(value) > largest; });
        const auto place = static_cast<std::size_t>(found - values.begin());
        throw Error({name},
                    fmt::format("feature {} of document {} is infinite",
                                data.feature_name(place % data.features.columns()),
                                begin + place / data.features.columns() + 1),
                    "give finite numbers, and NaN for a missing value");
    });
}

/// Nothing could be chosen on data on which a measure is undefined for every query.
void refuse_undefined(const Dataset& data,
                      std::span<const NamedMeasure> targets,
                      const char* name,
                      unsigned threads) {
    const std::vector<QueryValues> values =
        Evaluator(data, targets, threads).values(std::vector<float>(data.documents()));
    for (std::size_t t = 0; t < targets.size(); ++t) {
        if (values[t].undefined < data.queries()) continue;
        throw Error({name},
                    fmt::format("{} is undefined for every query of it", targets[t].typed),
                    "give data with relevant documents, or choose by another measure");
    }
}

}  // namespace

std::unique_ptr<const Model> Learner::fit(const Dataset& train, const FitContext& context) const {
    constexpr const char* train_name = "the training data";
    constexpr const char* valid_name = "the validation data";
    if (!context.also.empty() && context.valid == nullptr)
        throw Error(Where::parameter("also"),
                    "there is no validation data to pick an iteration on",
                    "name it with `valid`");
    std::optional<Dataset> own_train;
    if (context.start != nullptr)
        own_train = aligned_copy(train, schema_of(*context.start), train_name);
    const Dataset& aligned = own_train ? *own_train : train;
    if (aligned.features.columns() == 0) {
        throw Error({train_name},
                    "its documents have no features",
                    "give data with features, as in '2 qid:1 1:0.5'");
    }
    refuse_infinite(aligned, train_name, context.threads);
    check_grades(context.targets, aligned, train_name);
    FitContext complete = context;
    complete.gaps = aligned.gaps;
    std::optional<Dataset> own_valid;
    if (context.valid != nullptr) {
        own_valid = aligned_copy(*context.valid, schema_of(aligned), valid_name);
        if (own_valid) complete.valid = &*own_valid;
        refuse_infinite(*complete.valid, valid_name, context.threads);
        const auto chosen_by = context.stop_on.empty() ? context.targets : context.stop_on;
        check_grades(context.targets, *complete.valid, valid_name);
        check_grades(with_alternatives(chosen_by, context.also), *complete.valid, valid_name);
        refuse_undefined(*complete.valid, chosen_by, valid_name, context.threads);
    }
    return fit_aligned(aligned, complete);
}

std::vector<NamedMeasure> with_alternatives(std::span<const NamedMeasure> stop_on,
                                            std::span<const Alternative> also) {
    std::vector<NamedMeasure> all(stop_on.begin(), stop_on.end());
    for (const Alternative& each : also) all.push_back(each.by);
    return all;
}

std::span<const LearnerEntry* const> all_learners() {
    return learners::catalog;
}

const LearnerEntry& learner_named(std::string_view name) {
    const std::string plain = plain_name(name);
    std::vector<std::string> known;
    for (const LearnerEntry* entry : all_learners()) {
        if (plain_name(entry->name) == plain) return *entry;
        known.emplace_back(entry->name);
    }
    throw UnknownName(Where::typed({}),
                      "learner",
                      name,
                      known,
                      Topic::learners,
                      meaning_of(name, learner_synonyms(), known));
}

std::vector<std::string> names_of(const std::vector<ParamInfo>& params) {
    std::vector<std::string> names;
    names.reserve(params.size());
    for (const ParamInfo& info : params) names.push_back(info.name);
    return names;
}

void refuse_idle(const Settings& settings, const std::vector<IdleParam>& idle) {
    for (const Setting& setting : settings) {
        const auto found = std::ranges::find(idle, setting.name, &IdleParam::name);
        if (found == idle.end()) continue;
        throw Error(Where::parameter(setting.name, excerpt(text_of(setting.value))),
                    fmt::format("`{}` has no effect unless {}", setting.name, found->unless),
                    fmt::format("set that too, or leave out `{}`", setting.name));
    }
}

TrainingNotes training_notes(std::string learner,
                             const FitContext& context,
                             const std::vector<ParamInfo>& params) {
    TrainingNotes notes;
    notes.learner = std::move(learner);
    for (const NamedMeasure& target : context.targets) notes.targets.push_back(target.text);
    for (const ParamInfo& info : params) notes.parameters.emplace_back(info.name, info.value);
    notes.parameters.emplace_back("seed", std::to_string(context.seed));
    notes.gaps = context.gaps;
    return notes;
}

void detail::refuse_setting(const Setting& setting, const std::vector<std::string>& known) {
    std::string meant = meaning_of(setting.name, parameter_synonyms(), known);
    const std::string plain = plain_name(setting.name);
    for (const std::string& name : known)
        if (plain_name(name) == plain) meant = name;
    throw UnknownName(Where::parameter(setting.name, text_of(setting.value)),
                      "parameter",
                      setting.name,
                      known,
                      Topic::learner_parameters,
                      meant);
}

}  // namespace gradus
