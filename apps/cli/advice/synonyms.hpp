#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gradus/base/names.hpp"

namespace gradus::cli {

/// What people type for a command: its words as they should be, "data normalise".
std::span<const Synonym> command_synonyms();

/// What people type for an option, without its dashes. `meant` is an option that one command has at
/// least, LEARNER, MODEL or FILE for a value without an option, "eval" and an option for what
/// belongs to the evaluation behind a training, or an option and the start of its value, behind
/// which what was typed goes: "--for NDCG@".
std::span<const Synonym> option_synonyms();

/// How to do what no option of a command does, such as --cv of a training; "" where nothing is
/// known.
std::string_view explanation_of(std::string_view typed);
/// The same of commands, such as merge or tune.
std::string_view explanation_of_command(std::string_view typed);

}  // namespace gradus::cli
