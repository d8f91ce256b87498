// Impressions of the Open Bandit Dataset (Saito et al., NeurIPS 2021 Datasets and Benchmarks): one
// item a row. An impression becomes a page of one document, whose query is the position.

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/clicks.hpp"
#include "gradus/data/formats/clicks/pages.hpp"

namespace gradus {
namespace {

/// Takes exactly `digits` digits from the front; nothing where there are none.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
    if (text.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9') return std::nullopt;
        value = 10 * value + (c - '0');
    }
    text.remove_prefix(digits);
    return value;
}

/// Takes numbers of the given widths with the given separators behind them ('\0' = none).
template <std::size_t n>
std::optional<std::array<int, n>> take_numbers(std::string_view& text,
                                               const std::array<std::size_t, n>& widths,
                                               const std::array<char, n>& separators) {
    std::array<int, n> values{};
    for (std::size_t i = 0; i < n; ++i) {
        const auto value = take_digits(text, widths[i]);
        if (!value) return std::nullopt;
        values[i] = *value;
        if (separators[i] == '\0') continue;
        if (!text.starts_with(separators[i])) return std::nullopt;
        text.remove_prefix(1);
    }
    return values;
}

/// Seconds since 1970-01-01 UTC of "YYYY-MM-DD hh:mm:ss[.fraction][+hh:mm]" (ISO 8601 with a
/// blank).
std::optional<double> seconds_of(std::string_view text) {
    const auto parts = take_numbers<6>(text, {4, 2, 2, 2, 2, 2}, {'-', '-', ' ', ':', ':', '\0'});
    if (!parts) return std::nullopt;
    const auto [year, month, day, hour, minute, second] = *parts;
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    double fraction = 0.0;
    if (text.starts_with('.')) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
        const auto value = number_from(fmt::format("0{}", text.substr(0, end)));
        if (!value || end == 1) return std::nullopt;
        fraction = *value;
        text.remove_prefix(end);
    }
    int offset = 0;
    if (text.starts_with('+') || text.starts_with('-')) {
        const int sign = text.starts_with('+') ? 1 : -1;
        text.remove_prefix(1);
        const auto zone = take_numbers<2>(text, {2, 2}, {':', '\0'});
        if (!zone) return std::nullopt;
        offset = sign * ((*zone)[0] * 3600 + (*zone)[1] * 60);
    }
    if (!text.empty()) return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    const int seconds_of_day = hour * 3600 + minute * 60 + second - offset;
    return static_cast<double>(std::int64_t{days} * 86400 + seconds_of_day) + fraction;
}

class BanditReader {
  public:
    void take(std::string_view line, const Where& where, ClickLog& log) {
        if (line.find('"') != std::string_view::npos) {
            throw Error(where,
                        "quoted fields are not part of this format",
                        "write the fields without double quotes");
        }
        split(line);
        if (columns_ == 0) {
            take_header(where);
        } else {
            log.pages.push_back(page_of(where));
        }
    }

  private:
    enum Role : std::size_t { timestamp, item, position, click };
    static constexpr std::array<std::string_view, 4> names = {
        "timestamp", "item_id", "position", "click"};

    void split(std::string_view line) {
        parts_.clear();
        while (true) {
            const std::size_t end = line.find(',');
            parts_.push_back(line.substr(0, end));
            if (end == std::string_view::npos) return;
            line.remove_prefix(end + 1);
        }
    }

    void take_header(const Where& where) {
        columns_ = parts_.size();
        for (std::size_t role = 0; role < names.size(); ++role) {
            const auto found = std::ranges::find(parts_, names[role]);
            if (found == parts_.end()) {
                throw Error(
                    where,
                    fmt::format("there is no column '{}'", names[role]),
                    "name the columns timestamp, item_id, position, click in the first line");
            }
            places_[role] = static_cast<std::size_t>(found - parts_.begin());
        }
    }

    ResultPage page_of(const Where& where) const {
        if (parts_.size() != columns_) {
            throw Error(
                where,
                fmt::format("the row has {} fields, the header {}", parts_.size(), columns_),
                "give every row the columns of the header");
        }
        const auto seconds = seconds_of(field(timestamp));
        if (!seconds) {
            throw Error(where,
                        fmt::format("the timestamp '{}' is not a time", excerpt(field(timestamp))),
                        "write it like 2019-11-24 00:03:13.442536+00:00");
        }
        const auto rank = integer_from(field(position));
        if (!rank || *rank < 1) {
            throw Error(where,
                        fmt::format("the position '{}' is not a rank", excerpt(field(position))),
                        "write a whole number from 1");
        }
        if (field(item).empty()) throw Error(where, "the item_id is empty", "give it a name");
        if (field(click) != "0" && field(click) != "1") {
            throw Error(where,
                        fmt::format("the click '{}' is not 0 or 1", excerpt(field(click))),
                        "write 0 or 1");
        }
        ResultPage page{
            .query = std::to_string(*rank), .time = *seconds, .shown = {std::string(field(item))}};
        if (field(click) == "1") page.clicks.push_back({page.shown.front()});
        return page;
    }

    std::string_view field(Role role) const { return parts_[places_[role]]; }

    std::size_t columns_ = 0;
    std::array<std::size_t, names.size()> places_{};
    std::vector<std::string_view> parts_;
};

}  // namespace

ClickLog read_clicks_bandit(TextSource source, Progress& progress) {
    BanditReader reader;
    return clicks::read_pages(std::move(source),
                              progress,
                              "2019-11-24 00:03:13+00:00,14,3,0' below a header 'timestamp,item_id,"
                              "position,click",
                              [&](std::string_view line, const Where& where, ClickLog& log) {
                                  reader.take(line, where, log);
                              });
}

namespace data_formats {
extern const FormatEntry clicks_bandit_entry{
    .name = "clicks-bandit",
    .kind = "clicks",
    .summary = "click log: impressions of the Open Bandit Dataset, CSV with a header",
    .suffixes = "",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_clicks_bandit(TextSource(path), options.progress);
    },
    .write = nullptr,
};
}  // namespace data_formats

}  // namespace gradus
