#include "apps/cli/command.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/csv_table.hpp"

namespace gradus::cli {
namespace {

/// Only numbers as they stand in a text: no nan, no 0x1F, no 1e999.
CLI::Option* numbers_only(CLI::Option* option) {
    return option->check(CLI::Validator(
        [](std::string& text) {
            if (number_from(text)) return std::string();
            return fmt::format("{} is not a number", excerpt(text));
        },
        ""));
}

constexpr const char* whole_check = "whole";  ///< name of the check below

/// Only whole numbers that the type holds: nothing is cut off, and -3 is not 2^64 - 3.
template <class Whole>
CLI::Option* whole_numbers_only(CLI::Option* option) {
    return option->check(CLI::Validator(
        [](std::string& text) {
            Whole value = 0;
            const char* const end = text.data() + text.size();
            const auto [behind, fault] = std::from_chars(text.data(), end, value);
            if (fault == std::errc() && behind == end) return std::string();
            return fmt::format("{} is not a whole number from {} to {}",
                               excerpt(text),
                               std::numeric_limits<Whole>::min(),
                               std::numeric_limits<Whole>::max());
        },
        "",
        whole_check));
}

bool is_whole(const std::string& text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [behind, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc() && behind == end;
}

}  // namespace

struct FileOptions {
    enum class Use : unsigned char { is_read, is_written, is_path };
    struct Marked {
        const CLI::Option* option;
        Use use;
    };
    std::vector<Marked> marked;
    std::vector<std::function<void(FileRoles&)>> further;

    void check_names() const {
        for (const auto& [option, use] : marked) {
            if (std::ranges::count(option->results(), "") > 0)
                misuse(fmt::format("{}: the name is empty", name_of(*option)));
        }
    }

    void check() const {
        FileRoles roles;
        for (const auto& [option, use] : marked) {
            for (const std::string& path : option->results()) {
                if (use == Use::is_written) roles.writes(name_of(*option), path);
                if (use == Use::is_read) roles.reads(name_of(*option), path);
            }
        }
        for (const auto& tell : further) tell(roles);
        roles.check();
    }

  private:
    /// As the user types it.
    static std::string name_of(const CLI::Option& option) {
        if (!option.get_snames().empty()) return "-" + option.get_snames().front();
        return option.get_name();
    }
};

Option Option::required() {
    option_->required();
    return *this;
}
Option Option::with_default() {
    option_->capture_default_str();
    return *this;
}
Option Option::default_text(const std::string& text) {
    option_->default_str(text);
    return *this;
}

Option Option::range(double least, double most) {
    const std::string range = fmt::format("{} to {}", least, most);
    bool wants_whole = false;
    try {
        option_->get_validator(whole_check)->active(false);  // its range is that of the type
        wants_whole = true;
    } catch (const CLI::OptionNotFound&) {
        wants_whole = false;
    }
    option_->check(CLI::Validator(
        [least, most, range, wants_whole](std::string& text) {
            const auto number = number_from(text);
            const bool is_fine = number && *number >= least && *number <= most;
            if (is_fine && (!wants_whole || is_whole(text))) return std::string();
            return fmt::format(
                "{} is not a {}number from {}", excerpt(text), wants_whole ? "whole " : "", range);
        },
        range));
    return *this;
}

Option Option::one_of(const std::vector<std::string>& values) {
    option_->check(CLI::Validator(
        [values](std::string& text) {
            if (std::ranges::find(values, text) != values.end()) return std::string();
            return fmt::format("unknown value '{}'; {}", excerpt(text), name_remedy(text, values));
        },
        fmt::format("{}", fmt::join(values, "|"))));
    return *this;
}

Option Option::separated_by(char separator) {
    option_->delimiter(separator);
    return *this;
}
Option Option::values(int count) {
    option_->expected(count);
    return *this;
}
Option Option::one_value() {
    option_->allow_extra_args(false);
    return *this;
}
Option Option::under(const std::string& heading) {
    option_->group(heading);
    return *this;
}
Option Option::excludes(Option other) {
    option_->excludes(other.option_);
    return *this;
}
Option Option::reads() {
    files_->marked.push_back({option_, FileOptions::Use::is_read});
    return *this;
}
Option Option::writes() {
    files_->marked.push_back({option_, FileOptions::Use::is_written});
    return *this;
}
Option Option::is_path() {
    files_->marked.push_back({option_, FileOptions::Use::is_path});
    return *this;
}
bool Option::given() const {
    return option_->count() > 0;
}

CommandLine::CommandLine(CLI::App& app, bool checks_only)
    : app_(app), checks_only_(checks_only), files_(std::make_shared<FileOptions>()) {}

Option CommandLine::added(CLI::Option* option) {
    return {option, files_.get()};
}
Option CommandLine::option(const std::string& names, std::string& value, const std::string& help) {
    return added(app_.add_option(names, value, help));
}
Option CommandLine::option(const std::string& names,
                           std::vector<std::string>& value,
                           const std::string& help) {
    return added(app_.add_option(names, value, help));
}
Option CommandLine::list(const std::string& names,
                         std::vector<std::string>& value,
                         const std::string& help) {
    auto take = [&value](const CLI::results_t& given) {
        value.clear();
        for (const std::string& text : given) {
            for (const std::string& name : split_line(text, ',')) value.push_back(name);
        }
        return true;
    };
    return added(app_.add_option(names, std::move(take), help)
                     ->type_name("TEXT")
                     ->take_all()
                     ->expected(1, CLI::detail::expected_max_vector_size)
                     ->allow_extra_args(false));
}
Option CommandLine::option(const std::string& names,
                           std::vector<double>& value,
                           const std::string& help) {
    return added(numbers_only(app_.add_option(names, value, help)));
}
Option CommandLine::option(const std::string& names, double& value, const std::string& help) {
    return added(numbers_only(app_.add_option(names, value, help)));
}
Option CommandLine::option(const std::string& names,
                           std::optional<double>& value,
                           const std::string& help) {
    return added(numbers_only(app_.add_option(names, value, help)));
}
Option CommandLine::option(const std::string& names, int& value, const std::string& help) {
    return added(whole_numbers_only<int>(app_.add_option(names, value, help)));
}
Option CommandLine::option(const std::string& names, unsigned& value, const std::string& help) {
    return added(whole_numbers_only<unsigned>(app_.add_option(names, value, help)));
}
Option CommandLine::option(const std::string& names,
                           std::uint64_t& value,
                           const std::string& help) {
    return added(whole_numbers_only<std::uint64_t>(app_.add_option(names, value, help)));
}
Option CommandLine::flag(const std::string& names, bool& value, const std::string& help) {
    return added(app_.add_flag(names, value, help));
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
    return added(app_.add_option(names, std::move(take), help)
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

void CommandLine::files(std::function<void(FileRoles&)> tell) {
    files_->further.push_back(std::move(tell));
}

void CommandLine::check(std::function<void()> test) {
    checks_.push_back(std::move(test));
}

void CommandLine::action(std::function<void()> work) {
    app_.callback(
        [checks = checks_, files = files_, checks_only = checks_only_, work = std::move(work)] {
            files->check_names();
            for (const auto& check : checks) check();
            files->check();
            if (!checks_only) work();
        });
}

void misuse(const std::string& what) {
    throw CLI::ValidationError(what);
}

}  // namespace gradus::cli
