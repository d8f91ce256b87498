#include "apps/cli/options/endings.hpp"

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {

void refuse_data_ending(const std::string& path, std::string_view what, std::string_view remedy) {
    const FormatEntry* const format = format_of_path(path);
    if (format == nullptr || format->name == "letor") return;
    throw Error(
        {path},
        fmt::format("its ending means the format {}, but {} is written", format->name, what),
        remedy);
}

void check_log_ending(const std::string& path) {
    constexpr const char* remedy = "end the name in .jsonl";
    if (path.ends_with(".gz") || path.ends_with(".zst"))
        throw Error({path}, "a log is read while it is written, so it is not compressed", remedy);
    const FormatEntry* const format = format_of_path(path);
    if (format == nullptr || format->suffixes != ".jsonl")
        refuse_data_ending(path, "a log of lines of JSON", remedy);
}

}  // namespace gradus::cli
