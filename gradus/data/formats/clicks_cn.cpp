// The click sample of a Chinese web search engine: ten fields a page, nine of them lists over its
// documents. docs/reference/formats.md has the fields.

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/clicks.hpp"
#include "gradus/data/formats/clicks/pages.hpp"

namespace gradus {
namespace {

constexpr std::size_t fields = 10;
constexpr std::array<std::string_view, fields> field_names = {"query",
                                                              "documents",
                                                              "clicks",
                                                              "click times",
                                                              "list 4",
                                                              "list 5",
                                                              "list 6",
                                                              "list 7",
                                                              "list 8",
                                                              "list 9"};

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// The values between blanks, however many.
std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> parts = split(text, ' ');
    std::erase(parts, std::string_view{});
    return parts;
}

Click click_of(std::string_view document, std::string_view time, const Where& where) {
    const auto seconds = number_from(time);
    if (!seconds || *seconds < 0.0) {
        throw Error(
            where,
            fmt::format(
                "the click on document {} has the time '{}'", excerpt(document), excerpt(time)),
            "write seconds from 0 for a click, -1 without one");
    }
    return {std::string(document), *seconds};
}

ResultPage page_of(std::string_view line, const Where& where) {
    const std::vector<std::string_view> parts = split(line, '\t');
    if (parts.size() != fields) {
        throw Error(where,
                    fmt::format("the line has {} tab-separated fields, not 10", parts.size()),
                    "write query, documents, clicks, click times and six further lists");
    }
    ResultPage page{.query = std::string(parts[0])};
    if (page.query.empty()) throw Error(where, "the query is empty", "give it a name");
    const std::vector<std::string_view> documents = words(parts[1]);
    const std::vector<std::string_view> clicks = words(parts[2]);
    const std::vector<std::string_view> times = words(parts[3]);
    for (std::size_t field = 2; field < fields; ++field) {
        const std::size_t values = words(parts[field]).size();
        if (values == documents.size()) continue;
        throw Error(where,
                    fmt::format("{}: {} for {}",
                                field_names[field],
                                counted(values, "value"),
                                counted(documents.size(), "document")),
                    "make the lists of a line equally long");
    }
    for (std::size_t i = 0; i < documents.size(); ++i) {
        page.shown.emplace_back(documents[i]);
        if (clicks[i] == "1") {
            page.clicks.push_back(click_of(documents[i], times[i], where));
        } else if (clicks[i] != "0") {
            throw Error(where,
                        fmt::format("the click '{}' is not 0 or 1", excerpt(clicks[i])),
                        "write 0 or 1");
        } else if (times[i] != "-1") {
            throw Error(where,
                        fmt::format("document {} has the click time '{}' but no click",
                                    excerpt(documents[i]),
                                    excerpt(times[i])),
                        "write -1 where there is no click");
        }
    }
    clicks::check_shown_once(page, where);
    clicks::order_by_time(page);
    return page;
}

}  // namespace

ClickLog read_clicks_cn(TextSource source, Progress& progress) {
    return clicks::read_pages(std::move(source),
                              progress,
                              "q<TAB>d1 d2<TAB>0 1<TAB>-1 12.5<TAB>six further lists",
                              [](std::string_view line, const Where& where, ClickLog& log) {
                                  log.pages.push_back(page_of(line, where));
                              });
}

namespace data_formats {
extern const FormatEntry clicks_cn_entry{
    .name = "clicks-cn",
    .kind = "clicks",
    .summary = "click log: ten tab-separated fields, lists over the documents of the page",
    .suffixes = "",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_clicks_cn(TextSource(path), options.progress);
    },
    .write = nullptr,
};
}  // namespace data_formats

}  // namespace gradus
