#pragma once

#include <string>
#include <string_view>

#include "apps/cli/advice/advice.hpp"
#include "gradus/base/settings_text.hpp"

namespace gradus {
class Error;
}

namespace gradus::cli {

/// Writes the library's settings as the command that the words call takes them: `resume` is
/// --resume, `leaves=7` is --set leaves=7. The app must outlive it.
Speller speller_of(const CLI::App& app, const Words& words);

/// "where: problem; remedy" in the words of the command line, with the command that helps.
std::string error_text(const Error& error, const Speller& speller);

/// The meaning of a learner's synonym as it is typed: "svm for=AP" as "svm --for AP".
std::string meaning_as_typed(std::string_view meant);

}  // namespace gradus::cli
