#include "apps/cli/command.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gradus::cli {

Option Option::required() {
    return Option(option_->required());
}
Option Option::with_default() {
    return Option(option_->capture_default_str());
}
Option Option::default_text(const std::string& text) {
    return Option(option_->default_str(text));
}

Option Option::range(double least, double most) {
    return Option(
        option_->check(CLI::Range(least, most).description(fmt::format("{} to {}", least, most))));
}

Option Option::one_of(const std::vector<std::string>& values) {
    return Option(option_->check(
        CLI::IsMember(values).description(fmt::format("{}", fmt::join(values, "|")))));
}

Option Option::separated_by(char separator) {
    return Option(option_->delimiter(separator));
}
Option Option::values(int count) {
    return Option(option_->expected(count));
}
Option Option::one_value() {
    return Option(option_->allow_extra_args(false));
}
Option Option::under(const std::string& heading) {
    return Option(option_->group(heading));
}
Option Option::excludes(Option other) {
    return Option(option_->excludes(other.option_));
}
bool Option::given() const {
    return option_->count() > 0;
}

Option CommandLine::option(const std::string& names, std::string& value, const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names,
                           std::vector<std::string>& value,
                           const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names,
                           std::vector<double>& value,
                           const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names, double& value, const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names,
                           std::optional<double>& value,
                           const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names, int& value, const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names, unsigned& value, const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names,
                           std::uint64_t& value,
                           const std::string& help) {
    return Option(app_.add_option(names, value, help));
}
Option CommandLine::flag(const std::string& names, bool& value, const std::string& help) {
    return Option(app_.add_flag(names, value, help));
}

Option CommandLine::choice_of_words(const std::string& names,
                                    const std::vector<std::string>& words,
                                    const std::string& standard,
                                    std::function<void(std::size_t)> set,
                                    const std::string& help) {
    auto take = [words, set = std::move(set)](const CLI::results_t& given) {
        set(static_cast<std::size_t>(std::ranges::find(words, given.front()) - words.begin()));
        return true;
    };
    return Option(app_.add_option(names, std::move(take), help)
                      ->type_name("TEXT")
                      ->default_str(standard))
        .one_of(words);
}

void CommandLine::one_required(const std::vector<Option>& options, const std::string& names) {
    checks_.emplace_back([options, names] {
        const auto given =
            std::ranges::count_if(options, [](const Option& option) { return option.given(); });
        if (given != 1) misuse(fmt::format("give exactly one of {}", names));
    });
}

void CommandLine::leave_rest(std::vector<std::string>& rest) {
    app_.allow_extras();
    checks_.emplace_back([this_app = &app_, &rest] { rest = this_app->remaining(); });
}

void CommandLine::footer(std::function<std::string()> text) {
    app_.footer(std::move(text));
}

void CommandLine::action(std::function<void()> work) {
    app_.callback([checks = checks_, work = std::move(work)] {
        for (const auto& check : checks) check();
        work();
    });
}

void misuse(const std::string& what) {
    throw CLI::ValidationError(what);
}

}  // namespace gradus::cli
