#pragma once

#include <span>

#include "gradus/base/names.hpp"

namespace gradus::cli {

/// What people type for a command: its words as they should be, "data normalise".
std::span<const Synonym> command_synonyms();

/// What people type for an option, without its dashes. `meant` is an option that one command has at
/// least, LEARNER for the learner of `gradus train`, or an option and the start of its value,
/// behind which what was typed goes: "--for NDCG@".
std::span<const Synonym> option_synonyms();

}  // namespace gradus::cli
