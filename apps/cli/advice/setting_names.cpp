#include "apps/cli/advice/setting_names.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "apps/cli/advice/foreign_options.hpp"
#include "apps/cli/output/training_report.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {
namespace {

/// Settings whose option has another name.
struct OtherName {
    std::string_view setting;
    std::string_view option;
};
constexpr OtherName other_names[] = {
    {"column_description", "--cd"},
    {"complete", "-c"},
    {"ignored_columns", "--ignore"},
    {"measures", "-m"},
    {"missing_words", "--missing"},
    {"no_query_weight_column", "--query-weight-column ''"},
    {"no_weight_column", "--weight-column ''"},
    {"output_format", "--to"},
};

using Value = std::optional<std::string_view>;

std::string as_option(std::string_view option, Value value) {
    std::string text(option);
    if (value) text += " " + shell_text({std::string(*value)});
    return text;
}

std::string as_parameter(std::string_view name, Value value) {
    return "--set " +
           (value ? shell_text({fmt::format("{}={}", name, *value)}) : std::string(name));
}

bool has_parameter(const LearnerEntry& learner, std::string_view name) {
    return std::ranges::any_of(learner.params(),
                               [&](const ParamInfo& info) { return info.name == name; });
}

bool is_parameter(std::string_view name) {
    return std::ranges::any_of(
        all_learners(), [&](const LearnerEntry* entry) { return has_parameter(*entry, name); });
}

/// The learner that a training names, where it is one.
const LearnerEntry* learner_of(const CLI::App& command) {
    const CLI::Option* const option = command.get_option_no_throw("LEARNER");
    if (option == nullptr || option->empty()) return nullptr;
    const std::string name = plain_name(option->results().front());
    for (const LearnerEntry* entry : all_learners())
        if (plain_name(entry->name) == name) return entry;
    return nullptr;
}

/// A command that parses its own options is believed to have it.
bool takes(const CLI::App& command, std::string_view option) {
    return command.get_allow_extras() ||
           command.get_option_no_throw(std::string(option.substr(0, option.find(' ')))) != nullptr;
}

std::string spelled_for(const CLI::App& command, std::string_view name, Value value) {
    const LearnerEntry* const learner = learner_of(command);
    if (learner != nullptr && has_parameter(*learner, name)) return as_parameter(name, value);
    for (const auto& [setting, option] : other_names)
        if (setting == name && takes(command, option)) return as_option(option, value);
    std::string option = "--" + std::string(name);
    std::ranges::replace(option, '_', '-');
    if (command.get_option_no_throw(option) != nullptr) return as_option(option, value);
    return is_parameter(name) ? as_parameter(name, value) : in_quotes(name, value);
}

/// What helps besides the remedy; "" where nothing does.
std::string_view command_for(Topic topic) {
    switch (topic) {
        case Topic::formats:
            return "gradus list formats";
        case Topic::learners:
            return "gradus list learners";
        case Topic::learner_parameters:
            return "gradus train LEARNER --help";
        case Topic::measures:
            return "gradus list measures";
        case Topic::grades:
            return "gradus data stats";
        case Topic::query_order:
            return "gradus data sort brings them together";
        case Topic::saved_bins:
            return "gradus data bin --save";
        case Topic::foreign_scores:
            return "gradus eval --scores";
        case Topic::own_measures:
            return "gradus eval -m";
        case Topic::graded_data:
            return "gradus eval --data";
        case Topic::written_scores:
            return "gradus score --to";
        case Topic::top_documents:
            return "gradus data top-k";
        case Topic::none:
            break;
    }
    return {};
}

std::string place_of(const Error& error, const Speller& speller) {
    const Where& where = error.where();
    if (!where.is_parameter) return where.text();
    return "option " + (error.topic() == Topic::learner_parameters
                            ? as_parameter(where.source, where.value)
                            : speller(where.source, where.value));
}

std::string remedy_of(const Error& error) {
    const std::string_view command = command_for(error.topic());
    if (const auto* const unknown = dynamic_cast<const UnknownName*>(&error)) {
        if (unknown->is_synonym() || command.empty()) return error.remedy();
        return name_remedy(unknown->typed(), unknown->known(), fmt::format("`{}`", command));
    }
    if (command.empty()) return error.remedy();
    return fmt::format("{} ({})", error.remedy(), command);
}

}  // namespace

Speller speller_of(const CLI::App& app, const Words& words) {
    const CLI::App* command = &app;
    for (const std::string& word : split(command_of(app, words)))
        command = command->get_subcommand(word);
    return [command](std::string_view name, Value value) {
        return spelled_for(*command, name, value);
    };
}

std::string error_text(const Error& error, const Speller& speller) {
    return gradus::error_text(place_of(error, speller),
                              spelled(error.problem(), speller),
                              spelled(remedy_of(error), speller));
}

std::string meaning_as_typed(std::string_view meant) {
    std::string text;
    for (const std::string& word : split(meant)) {
        const auto setting = setting_from(word);
        if (text.empty() || !setting) {
            text += (text.empty() ? "" : " ") + word;
        } else if (is_parameter(setting->name)) {
            text += " --set " + word;
        } else {
            text += fmt::format(" --{} {}", setting->name, text_of(setting->value));
        }
    }
    return text;
}

}  // namespace gradus::cli
