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

}  // namespace gradus::cli
