// Click logs as JSON lines, a result page each. docs/reference/formats.md has the keys.

#include "gradus/data/formats/clicks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/base/utf8.hpp"
#include "gradus/data/formats/clicks/pages.hpp"

namespace gradus {
namespace {

constexpr std::string_view example =
    R"({"query": "q", "shown": ["d1", "d2"], "clicks": [{"doc": "d1"}]})";

std::string_view kind_of(const Json& value) {
    if (value.is_null()) return "null";
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return "text";
    return value.is_bool() ? "true or false" : "a number";
}

/// The first key that an object has twice; null where there is none.
const std::string* repeated_key(const Json& value) {
    if (value.is_array()) {
        for (const Json& item : value.items())
            if (const std::string* const key = repeated_key(item)) return key;
    }
    if (!value.is_object()) return nullptr;
    const Json::Object& members = value.members();
    for (auto member = members.begin(); member != members.end(); ++member) {
        const auto has_key = [&](const Json::Member& other) {
            return other.first == member->first;
        };
        if (std::any_of(members.begin(), member, has_key)) return &member->first;
        if (const std::string* const key = repeated_key(member->second)) return key;
    }
    return nullptr;
}

Json parse(std::string_view line, const Where& where) {
    try {
        return Json::parse(line);
    } catch (const JsonError& error) {
        const std::string remedy = fmt::format("write one object a line, like {}", example);
        switch (error.kind()) {
            case JsonError::Kind::number:
                throw Error(where, "a number is too large", "write times in seconds");
            case JsonError::Kind::syntax:
                throw Error(
                    {where.source, where.line, error.column()}, "the JSON is broken here", remedy);
            default:
                throw Error(where, error.what(), remedy);
        }
    }
}

/// Error where an object has a key twice, of which only the last would count.
void check_keys_once(const Json& value, const Where& where) {
    const std::string* const key = repeated_key(value);
    if (key == nullptr) return;
    throw Error(where,
                fmt::format("'{}' is given twice", excerpt(*key)),
                "give each key of an object once");
}

void check_object(const Json& value,
                  std::string_view what,
                  const std::vector<std::string>& known,
                  const Where& where) {
    if (!value.is_object()) {
        throw Error(where,
                    fmt::format("{} is {}, not an object", what, kind_of(value)),
                    fmt::format("write it like {}", example));
    }
    for (const auto& [key, ignored] : value.members()) {
        if (std::ranges::find(known, key) != known.end()) continue;
        throw Error(where, fmt::format("unknown key '{}'", excerpt(key)), name_remedy(key, known));
    }
}

const Json& required(const Json& object, const char* key, const Where& where) {
    if (const Json* const found = object.find(key)) return *found;
    throw Error(
        where, fmt::format("there is no '{}'", key), fmt::format("write it like {}", example));
}

std::string text_of(const Json& value, std::string_view what, const Where& where) {
    const std::string* const text = value.string_if();
    if (text == nullptr) {
        throw Error(where,
                    fmt::format("{} is {}, not text", what, kind_of(value)),
                    "write it in double quotes");
    }
    if (text->empty()) throw Error(where, fmt::format("{} is empty", what), "give it a name");
    return *text;
}

const Json::Array& required_list(const Json& object, const char* key, const Where& where) {
    const Json& value = required(object, key, where);
    if (value.is_array()) return value.items();
    throw Error(where,
                fmt::format("'{}' is {}, not a list", key, kind_of(value)),
                "write it in [ ], also where it is empty");
}

/// NaN where the object has none.
double time_of(const Json& object, std::string_view what, const Where& where) {
    const Json* const found = object.find("time");
    if (found == nullptr) return std::numeric_limits<double>::quiet_NaN();
    if (!found->is_number()) {
        throw Error(where,
                    fmt::format("{} is {}, not a number", what, kind_of(*found)),
                    "write seconds, or leave it out");
    }
    return found->as<double>();
}

ResultPage page_of(const Json& object, const Where& where) {
    check_keys_once(object, where);
    check_object(object, "the line", {"session", "query", "time", "shown", "clicks"}, where);
    ResultPage page;
    if (const Json* const session = object.find("session"))
        page.session = text_of(*session, "'session'", where);
    page.query = text_of(required(object, "query", where), "'query'", where);
    page.time = time_of(object, "'time'", where);
    for (const Json& document : required_list(object, "shown", where)) {
        page.shown.push_back(text_of(document, "a document in 'shown'", where));
    }
    for (const Json& click : required_list(object, "clicks", where)) {
        check_object(click, "a click", {"doc", "time"}, where);
        page.clicks.push_back({text_of(required(click, "doc", where), "'doc' of a click", where),
                               time_of(click, "'time' of a click", where)});
    }
    clicks::check_shown_once(page, where);
    clicks::order_by_time(page);
    return page;
}

/// One page as a line, with blanks; Json escapes the texts.
class LineWriter {
  public:
    explicit LineWriter(std::string path) : path_(std::move(path)) {}

    std::string_view line(const ResultPage& page) {
        out_ = "{";
        if (!page.session.empty()) {
            out_ += R"("session": )";
            text(page.session);
            out_ += ", ";
        }
        out_ += R"("query": )";
        text(page.query);
        time(page.time);
        out_ += R"(, "shown": [)";
        for (std::size_t i = 0; i < page.shown.size(); ++i) {
            if (i > 0) out_ += ", ";
            text(page.shown[i]);
        }
        out_ += R"(], "clicks": [)";
        for (std::size_t i = 0; i < page.clicks.size(); ++i) {
            out_ += i > 0 ? R"(, {"doc": )" : R"({"doc": )";
            text(page.clicks[i].document);
            time(page.clicks[i].time);
            out_ += '}';
        }
        out_ += "]}\n";
        return out_;
    }

  private:
    void text(const std::string& value) {
        if (!is_utf8(value)) {
            throw Error({path_},
                        fmt::format("'{}' is not UTF-8, which JSON must be", excerpt(value)),
                        "change the id");
        }
        out_ += Json(value).dump();
    }
    void time(double value) {
        if (!std::isnan(value)) out_ += fmt::format(R"(, "time": {})", shortest(value));
    }

    std::string path_;
    std::string out_;
};

}  // namespace

ClickLog read_clicks(TextSource source, Progress& progress) {
    return clicks::read_pages(std::move(source),
                              progress,
                              example,
                              [](std::string_view line, const Where& where, ClickLog& log) {
                                  log.pages.push_back(page_of(parse(line, where), where));
                              });
}

void write_clicks(const ClickLog& log, const std::string& path) {
    TextSink sink(path);
    LineWriter writer(path);
    for (const ResultPage& page : log.pages) sink.write(writer.line(page));
    sink.commit();
}

ClickLog read_click_log(const std::string& path,
                        const ReadOptions& options,
                        std::string_view format) {
    const FormatEntry& entry = format_to_read(path, format, "clicks");
    if (entry.kind != "clicks") {
        throw Error({path},
                    fmt::format("it is read as {} ({}), not as clicks", entry.name, entry.kind),
                    "give a click log, or name its format with `log_format`");
    }
    return std::get<ClickLog>(entry.read(path, options));
}

namespace data_formats {
extern const FormatEntry clicks_entry{
    .name = "clicks",
    .kind = "clicks",
    .summary = "click log: a result page a line, as JSON",
    .suffixes = ".jsonl",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_clicks(TextSource(path), options.progress);
    },
    .write =
        [](const Content& content, const std::string& path, const WriteOptions& /*options*/) {
            write_clicks(std::get<ClickLog>(content), path);
        },
};
}  // namespace data_formats

}  // namespace gradus
