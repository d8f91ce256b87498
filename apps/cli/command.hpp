#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/options/file_roles.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/settings_text.hpp"

namespace CLI {  // NOLINT: named by the library that parses the options
class App;
class Option;
}  // namespace CLI

namespace gradus::cli {

/// What every command can be told, and what it reports to.
class Session {
  public:
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0 = one per processor
    std::string progress_style = "auto";
    bool quiet = false;
    std::vector<std::string> arguments;  ///< of the program, as they were typed, its name first
    int exit_code = 0;                   ///< of a command that ends without an error
    Speller speller = in_quotes;         ///< writes the library's settings as options

    unsigned thread_count() const;
    /// Messages and progress, on stderr.
    Progress& progress();

  private:
    std::unique_ptr<Progress> progress_;
};

/// The options of a command that name files, and what adds the files that no option names.
struct FileOptions;

/// One option of a command, to be told more about.
class Option {
  public:
    Option(CLI::Option* option, FileOptions* files) : option_(option), files_(files) {}
    Option required();
    /// The value before parsing is shown in the help as the default.
    Option with_default();
    Option default_text(const std::string& text);
    Option range(double least, double most);
    Option one_of(const std::vector<std::string>& values);
    /// Several values in one argument: a,b,c.
    Option separated_by(char separator);
    /// So many values.
    Option values(int count);
    /// Exactly one value each time the option is given, so that what follows is not swallowed.
    Option one_value();
    /// The heading under which the help lists it.
    Option under(const std::string& heading);
    /// Not together with the other.
    Option excludes(Option other);
    /// Its values are files that the command reads: no output may fall onto them.
    Option reads();
    /// Its values are files that the command writes.
    Option writes();
    /// Its values are paths, and told otherwise what they are for.
    Option is_path();
    bool given() const;

  private:
    CLI::Option* option_;
    FileOptions* files_;
};

/// The command line of one command. All that commands see of the library that parses it, whose
/// headers are slow to compile.
class CommandLine {
  public:
    /// `checks_only`: a line is checked, and no work done.
    explicit CommandLine(CLI::App& app, bool checks_only = false);

    /// `names` as in "-o,--output", or "FILE" for a plain argument. The value is kept when the
    /// option is not given.
    Option option(const std::string& names, std::string& value, const std::string& help);
    Option option(const std::string& names,
                  std::vector<std::string>& value,
                  const std::string& help);
    /// Names separated by commas; one that holds a comma stands in double quotes, as in a CSV file.
    Option list(const std::string& names, std::vector<std::string>& value, const std::string& help);
    Option option(const std::string& names, std::vector<double>& value, const std::string& help);
    Option option(const std::string& names, double& value, const std::string& help);
    Option option(const std::string& names, std::optional<double>& value, const std::string& help);
    Option option(const std::string& names, int& value, const std::string& help);
    Option option(const std::string& names, unsigned& value, const std::string& help);
    Option option(const std::string& names, std::uint64_t& value, const std::string& help);
    Option flag(const std::string& names, bool& value, const std::string& help);
    /// One of a few words, each standing for a value; the help shows the word of the value before
    /// parsing.
    template <class Value>
    Option choice(const std::string& names,
                  Value& value,
                  std::vector<std::pair<std::string, Value>> words,
                  const std::string& help) {
        std::vector<std::string> names_only;
        std::string standard;
        for (const auto& [word, meaning] : words) {
            names_only.push_back(word);
            if (meaning == value) standard = word;
        }
        const auto set = [&value, words = std::move(words)](std::size_t i) {
            value = words[i].second;
        };
        return choice_of_words(names, names_only, standard, set, help);
    }
    /// Exactly one of these must be given.
    void one_required(const std::vector<Option>& options, const std::string& names);
    /// Arguments that are no option of ours are left to the command, in their order.
    void leave_rest(std::vector<std::string>& rest);
    void footer(std::function<std::string()> text);
    /// Told when the line is parsed: files that are read or written besides those of the options
    /// that are marked.
    void files(std::function<void(FileRoles&)> tell);
    /// Told when the line is parsed, before any work: throws where the options do not fit together
    /// or a name among them is unknown. Looks into no file.
    void check(std::function<void()> test);
    /// The work; called when the line is parsed and checked.
    void action(std::function<void()> work);

  private:
    Option choice_of_words(const std::string& names,
                           const std::vector<std::string>& words,
                           const std::string& standard,
                           std::function<void(std::size_t)> set,
                           const std::string& help);
    Option added(CLI::Option* option);
    CLI::App& app_;
    bool checks_only_;
    std::vector<std::function<void()>> checks_;
    std::shared_ptr<FileOptions> files_;
};

/// What a command file offers: its name, its place, and how to set it up. `add` declares the
/// options and the action; option values live in a shared_ptr that the action keeps.
struct CommandEntry {
    std::string_view group;  ///< "data" for `gradus data stats`; "" for `gradus eval`
    std::string_view name;
    std::string_view summary;
    void (*add)(CommandLine& line, Session& session);
};

/// The command line is wrong: exit code 2.
[[noreturn]] void misuse(const std::string& what);

/// Prints text on stdout; throws Error when it can't be written (a closed pipe, a full disk).
void print(std::string_view text);

}  // namespace gradus::cli
