#include "gradus/learners/training/step_choice.hpp"

#include <fmt/format.h>

namespace gradus {

StepChoice::StepChoice(const FitContext& context)
    : context_(context),
      targets_(context.stop_on.empty() || context.valid == nullptr ? context.targets.first(1)
                                                                   : context.stop_on),
      best_(1 + context.also.size()) {
    if (!has_data()) return;
    evaluator_ = std::make_unique<const Evaluator>(
        *context.valid, with_alternatives(targets_, context.also), context.threads);
}

void StepChoice::look(std::size_t step, std::span<const float> scores) {
    const std::vector<double> means = evaluator_->means(scores);
    const auto behind = means.begin() + static_cast<std::ptrdiff_t>(targets_.size());
    values_.assign(means.begin(), behind);
    keep_if_better(step, values_, targets_, best_.front());
    also_values_.assign(behind, means.end());
    for (std::size_t k = 0; k < also_values_.size(); ++k)
        keep_if_better(
            step, std::span(also_values_).subspan(k, 1), {&context_.also[k].by, 1}, best_[1 + k]);
}

void StepChoice::record(std::size_t step, double value) {
    values_ = {value};
    keep_if_better(step, values_, targets_, best_.front());
}

void StepChoice::keep_if_better(std::size_t step,
                                std::span<const double> values,
                                std::span<const NamedMeasure> targets,
                                ChosenStep& best) {
    if (best.step == 0 || compare_tiers(values, best.values, tolerances_of(targets)) > 0)
        best = {step, {values.begin(), values.end()}};
}

void StepChoice::add_to(Json& line) const {
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

}  // namespace gradus
