#pragma once

#include <string>
#include <string_view>

#include "gradus/base/text_source.hpp"
#include "gradus/data/format.hpp"

namespace gradus {

/// Click logs: JSON lines, the sample of a Chinese search engine, and the Open Bandit Dataset
/// (docs/reference/formats.md, "Clicks").
ClickLog read_clicks(TextSource source, Progress& progress = silent_progress());
ClickLog read_clicks_cn(TextSource source, Progress& progress = silent_progress());
ClickLog read_clicks_bandit(TextSource source, Progress& progress = silent_progress());

/// Writes JSON lines. An id that is not UTF-8 is an Error.
void write_clicks(const ClickLog& log, const std::string& path);

/// Reads a click log: by the format named, else by the file's ending, else as JSON lines.
ClickLog read_click_log(const std::string& path,
                        const ReadOptions& options = {},
                        std::string_view format = {});

}  // namespace gradus
