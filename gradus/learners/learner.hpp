#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/models/model.hpp"

namespace gradus {

/// What training is given besides the data and the learner's own parameters. Nothing is global.
struct FitContext {
    const Measure* measure = nullptr;  ///< what to train for
    std::uint64_t seed = 1;
    unsigned threads = 1;
    Progress* progress = nullptr;
};

/// How to train. fit() is const: two calls give two equal models.
class Learner {
  public:
    Learner() = default;
    Learner(const Learner&) = delete;
    Learner& operator=(const Learner&) = delete;
    Learner(Learner&&) = delete;
    Learner& operator=(Learner&&) = delete;
    virtual ~Learner() = default;

    virtual std::unique_ptr<const Model> fit(const Dataset& train,
                                             const FitContext& context) const = 0;
};

/// What a learner file offers to the rest of the library.
struct LearnerEntry {
    std::string_view name;
    std::string_view summary;
    std::string_view reference;
    std::string_view default_measure;  ///< what it trains for when nobody says
    std::vector<ParamInfo> (*params)();
    /// `settings` are "key=value".
    std::unique_ptr<const Learner> (*make)(const std::vector<std::string>& settings);
};

std::span<const LearnerEntry* const> all_learners();
const LearnerEntry& learner_named(std::string_view name);

/// A parameter struct filled from "key=value" settings.
template <class Struct>
Struct params_from_settings(const std::vector<std::string>& settings) {
    Struct params;
    for (const std::string& setting : settings) {
        const Where where{"option --set " + excerpt(setting)};
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            throw Error(where, "there is no '='", "write --set key=value");
        set_param(params, setting.substr(0, equals), setting.substr(equals + 1), where);
    }
    return params;
}

}  // namespace gradus
