#include "gradus/learners/training/step_choice.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/evaluation/evaluate.hpp"

namespace gradus {

StepChoice::StepChoice(const FitContext& context)
    : context_(context),
      targets_(context.stop_on.empty() || context.valid == nullptr ? context.targets.first(1)
                                                                   : context.stop_on),
      best_(1 + context.also.size()) {}

void StepChoice::look(std::size_t step, std::span<const float> scores) {
    values_.clear();
    for (const Target& target : targets_) values_.push_back(measure(target, scores));
    keep_if_better(step, values_, targets_, best_.front());
    also_values_.clear();
    for (std::size_t k = 0; k < context_.also.size(); ++k) {
        also_values_.push_back(measure(context_.also[k].by, scores));
        keep_if_better(
            step, std::span(also_values_).last(1), {&context_.also[k].by, 1}, best_[1 + k]);
    }
}

void StepChoice::look_at(std::size_t step, double value) {
    values_ = {value};
    keep_if_better(step, values_, targets_, best_.front());
}

void StepChoice::keep_if_better(std::size_t step,
                                std::span<const double> values,
                                std::span<const Target> targets,
                                ChosenStep& best) {
    std::vector<double> tolerances;
    for (const Target& target : targets) tolerances.push_back(target.tolerance);
    if (best.step == 0 || compare_tiers(values, best.values, tolerances) > 0)
        best = {step, {values.begin(), values.end()}};
}

double StepChoice::measure(const Target& target, std::span<const float> scores) const {
    return evaluate(*context_.valid,
                    context_.valid->label(target.labels),
                    scores,
                    *target.measure,
                    context_.threads)
        .mean;
}

void StepChoice::add_to(nlohmann::ordered_json& line) const {
    for (std::size_t t = 0; has_data() && t < values_.size(); ++t)
        line["valid"][targets_[t].text] = values_[t];
    for (std::size_t k = 0; k < also_values_.size(); ++k)
        line["valid"][context_.also[k].by.text] = also_values_[k];
    line["best"] = best().step;
}

std::string StepChoice::best_text() const {
    std::string text;
    for (std::size_t t = 0; t < best().values.size(); ++t)
        text += fmt::format("{}{} {:.4f}", t == 0 ? "" : ", ", targets_[t].text, best().values[t]);
    return text;
}

void to_json(nlohmann::json& json, const ChosenStep& chosen) {
    json = {{"step", chosen.step}, {"values", chosen.values}};
}

void from_json(const nlohmann::json& json, ChosenStep& chosen) {
    json.at("step").get_to(chosen.step);
    json.at("values").get_to(chosen.values);
}

}  // namespace gradus
