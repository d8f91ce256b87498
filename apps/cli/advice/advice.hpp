#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT: named by the library that parses the options
class App;
class ParseError;
}  // namespace CLI
namespace gradus {
class UnknownName;
}

namespace gradus::cli {

/// A command line, word by word, without the name of the program.
using Words = std::vector<std::string>;

/// What is wrong with a command line, and how it could read instead.
struct Advice {
    std::string problem;
    Words corrected = {};  ///< empty where that is not clear
    Words then = {};       ///< a line to run behind it; empty = none
};

/// `gradus help train` is `gradus train --help`.
Words without_help_word(Words words);
/// `-o=FILE` is `-o FILE`, but for trec_eval, whose users have its rules.
Words with_values_apart(Words words);

/// The words that name the command: "data stats", "train"; "" where there is none.
std::string command_of(const CLI::App& app, const Words& words);

/// What the parser would not see: a command that does not exist, or a long option with one dash,
/// which it would read as a short one and its value.
std::optional<Advice> advice_before(const CLI::App& app, const Words& words);

/// After the parser has refused: unknown options in the order in which they were typed, options
/// that were given twice, and else what the parser says.
Advice advice_after(const CLI::App& app, const Words& words, const CLI::ParseError& error);

/// The line with another name in place of the unknown one; empty where that is not clear.
Words with_name(const CLI::App& app, const Words& words, const UnknownName& error);

/// As a shell reads it: "gradus eval -m 'P(rel=2)@5'".
std::string as_typed(const Words& words);

}  // namespace gradus::cli
