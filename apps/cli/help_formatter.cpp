#include "apps/cli/help_formatter.hpp"

#include <utility>

namespace gradus::cli {
namespace {

/// "FLOAT,FLOAT" of an option that takes two.
std::string several(const std::string& type, int count) {
    const std::string one = type.substr(0, type.find(':'));
    std::string all = one;
    for (int i = 1; i < count; ++i) all += "," + one;
    return all;
}

}  // namespace

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
    return app->get_allow_extras() ? "" : Formatter::make_usage(app, std::move(name));
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
    const std::string name = Formatter::make_option_name(option, is_positional);
    return name.substr(0, name.find('{'));  // behind it: the value that a flag stands for
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    if (option->get_type_size() == 0) return {};
    const int count = option->get_expected_min();
    std::string text =
        " " + (count > 1 ? several(option->get_type_name(), count) : option->get_type_name());
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size)
        text += option->get_positional() ? " ..." : " (repeatable)";
    if (option->get_required()) text += " REQUIRED";
    return text;
}

}  // namespace gradus::cli
