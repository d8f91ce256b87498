#include "gradus/learners/training/origin.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/learners/training/data_checksum.hpp"

namespace gradus {
namespace {

constexpr const char* nothing = "not given";

std::string data_text(const Dataset& data) {
    ChecksumStream stream;
    for (std::size_t i = 0; i < data.documents(); ++i) add_values(stream, data.features.row(i));
    add_labels_and_queries(stream, data);
    return fmt::format("{} of {} with {} (checksum {:016x})",
                       counted(data.documents(), "document"),
                       counted(data.queries(), "query"),
                       counted(data.features.columns(), "feature"),
                       stream.value());
}

std::string model_text(const Model& model) {
    const std::string text = model.to_text();
    return fmt::format("the model with checksum {:016x}", checksum(text.data(), text.size()));
}

void add_target(std::string& text, const NamedMeasure& target) {
    text += text.empty() ? "" : ", ";
    text += target.labels == "grade" ? target.text
                                     : fmt::format("{} of {}", target.text, target.labels);
}

std::string text_of(std::span<const NamedMeasure> targets) {
    std::string text;
    for (const NamedMeasure& target : targets) add_target(text, target);
    return text.empty() ? nothing : text;
}

std::string text_of(std::span<const Alternative> also) {
    std::string text;
    for (const Alternative& each : also) add_target(text, each.by);
    return text.empty() ? nothing : text;
}

std::string value_in(const Origin& origin, const std::string& name) {
    const auto found =
        std::ranges::find_if(origin, [&](const auto& part) { return part.first == name; });
    return found == origin.end() ? nothing : found->second;
}

/// Checkpoints of earlier versions name settings as options: "--" before the name, "-" for "_".
Origin with_names_of_now(Origin origin) {
    constexpr std::string_view dashes = "--";
    for (auto& [name, value] : origin) {
        if (!name.starts_with(dashes)) continue;
        name.erase(0, dashes.size());
        std::ranges::replace(name, '-', '_');
    }
    return origin;
}

/// Settings stand in backquotes; the others are several words, as "the training data".
std::string in_words(const std::string& name) {
    return name.find(' ') == std::string::npos ? fmt::format("`{}`", name) : name;
}

}  // namespace

Origin training_origin(const Dataset& train,
                       const FitContext& context,
                       const TrainingNotes& notes,
                       const std::string& further) {
    Origin origin = {{"the learner", notes.learner}};
    origin.insert(origin.end(), notes.parameters.begin(), notes.parameters.end());
    origin.emplace_back("for", text_of(context.targets));
    origin.emplace_back("stop_on", text_of(context.stop_on));
    origin.emplace_back("also", text_of(context.also));
    origin.emplace_back("start", context.start == nullptr ? nothing : model_text(*context.start));
    origin.emplace_back("the training data", data_text(train));
    origin.emplace_back("the validation data",
                        context.valid == nullptr ? nothing : data_text(*context.valid));
    if (!further.empty()) origin.emplace_back("the objective", further);
    return origin;
}

std::string origin_difference(const Origin& as_saved, const Origin& now) {
    constexpr const char* learner = "the learner";
    const Origin saved = with_names_of_now(as_saved);
    std::string text;
    const auto add = [&](const std::string& name) {
        const std::string before = value_in(saved, name);
        const std::string after = value_in(now, name);
        if (before == after) return;
        text += fmt::format("{}{} is {} in the checkpoint and {} now",
                            text.empty() ? "" : ", ",
                            in_words(name),
                            before,
                            after);
    };
    add(learner);
    if (!text.empty()) return text;  // another one has other parameters
    for (const auto& part : now) add(part.first);
    const auto is_of_now = [&](const std::string& name) {
        return std::ranges::any_of(now, [&](const auto& part) { return part.first == name; });
    };
    for (const auto& part : saved)
        if (!is_of_now(part.first)) add(part.first);
    return text;
}

}  // namespace gradus
