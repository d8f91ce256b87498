#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/advice/advice.hpp"

namespace CLI {  // NOLINT: named by the library that parses the options
class Option;
}  // namespace CLI

namespace gradus::cli {

Words split(std::string_view text);

/// An option rather than a value: "-" is standard input, and "-3" a number.
bool looks_like_option(std::string_view word);

/// A learner's name, perhaps with options, for what was typed; "" where it is none.
std::string learner_for(const std::string& typed);

/// The options of one command, and what of others may stand for them.
class Options {
  public:
    /// `first` is the word behind those that name the command.
    Options(const CLI::App& app, const Words& words, std::size_t first);

    const CLI::Option* find(const std::string& name) const;
    bool takes_value(const std::string& name) const;
    /// A value that stands without an option: LEARNER, MODEL, FILE.
    bool is_positional(std::string_view name) const;

    /// What an option that the command does not have surely means; "" where that is not sure. A
    /// parameter becomes "--set NAME=", behind which the value goes, and what belongs to the
    /// evaluation behind a training "eval --data".
    std::string sure_meaning(const std::string& typed) const;
    /// Those that may be meant, at most three.
    Words meanings(const std::string& typed) const;
    /// What an objective of another tool is here, where `meaning` is the option of objectives; ""
    /// where the value is one of ours or unknown.
    static std::string objective_hint(std::string_view meaning, const std::string& value);
    /// What to do instead, where no option means it.
    std::string explanation(const std::string& typed) const;

  private:
    const CLI::App& app_;
    bool trains_;
    Words longs_;        ///< without dashes
    Words known_;        ///< with them, the short ones too, and the positional ones
    Words positionals_;  ///< in their order
    Words parameters_;   ///< of the learner, or of all
};

/// An option that the command does not have.
struct Stranger {
    std::size_t word;
    std::string name;  ///< as typed, without dashes and value
    Words meanings;
    bool is_clear;  ///< the first of them is meant
};

std::string without_dashes(const std::string& word);

/// `glued` looks only for words that the parser would read as a short option and its value.
std::vector<Stranger> strangers(const Options& options,
                                const Words& words,
                                std::size_t first,
                                bool glued);

/// A line put right, and the line to run behind it. Both may be empty.
struct Correction {
    Words line;
    Words then;
};

/// The line with the likeliest meaning in place of each stranger; empty where one has none.
Correction corrected(const Options& options,
                     const Words& words,
                     std::size_t first,
                     const std::vector<Stranger>& found);

}  // namespace gradus::cli
