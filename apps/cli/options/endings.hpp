#pragma once

#include <string>
#include <string_view>

namespace gradus::cli {

/// Error where the name of an output ends as a format of data does that is not written there: who
/// finds the file would take it for that. LETOR's endings, .txt among them, do for any text. `what`
/// is written, such as "a model", and `remedy` says how its name should end.
void refuse_data_ending(const std::string& path, std::string_view what, std::string_view remedy);

/// A training's log is lines of JSON, read while it is written: Error where the ending of its name
/// promises another format, or compression.
void check_log_ending(const std::string& path);

}  // namespace gradus::cli
