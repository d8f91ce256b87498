#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/clicks/click_log.hpp"

namespace gradus::clicks {

/// Throws Error when a document is shown twice on the page.
void check_shown_once(const ResultPage& page, const Where& where);

/// Puts the clicks in the order of their times, where every click has one; clicks at one time stay
/// as they are.
void order_by_time(ResultPage& page);

/// What the readers of click logs share: calls visit(line, where, log) for each line that is not
/// blank, without its line end, and reports progress. `example` stands in the message for a file
/// without a page.
template <class Visit>
ClickLog read_pages(TextSource source, Progress& progress, std::string_view example, Visit visit) {
    ClickLog log;
    const std::string task = fmt::format("reading {}", source.name());
    ProgressState state{.task = task, .total = source.bytes_in_all(), .unit = "B"};
    Where where{source.name()};
    progress.update(state);  // starts the clock
    for (std::string_view batch = source.next_batch(); !batch.empty();
         batch = source.next_batch()) {
        state.done += batch.size();
        while (!batch.empty()) {
            const std::size_t end = batch.find('\n');
            std::string_view line = batch.substr(0, end);
            batch.remove_prefix(end + 1);
            ++where.line;
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
            visit(line, std::as_const(where), log);
        }
        progress.update(state);
    }
    if (log.pages.empty()) {
        throw Error({source.name()},
                    "it has no result pages",
                    fmt::format("give a file with lines like '{}'", example));
    }
    progress.finish(state, human_counted(log.pages.size(), "result page"));
    return log;
}

}  // namespace gradus::clicks
