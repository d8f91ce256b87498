// Click logs as JSON lines, a result page each. docs/formats.md has the keys.

#include "gradus/data/formats/clicks.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/formats/clicks/pages.hpp"

namespace gradus {
namespace {

using nlohmann::json;

constexpr std::string_view example =
    R"({"query": "q", "shown": ["d1", "d2"], "clicks": [{"doc": "d1"}]})";

std::string_view kind_of(const json& value) {
    switch (value.type()) {
        case json::value_t::null:
            return "null";
        case json::value_t::object:
            return "an object";
        case json::value_t::array:
            return "a list";
        case json::value_t::string:
            return "text";
        case json::value_t::boolean:
            return "true or false";
        default:
            return "a number";
    }
}

/// Parses a line and finds keys that are given twice, of which the parser would keep the last.
json parse(std::string_view line, const Where& where) {
    std::vector<std::set<std::string>> open_objects;
    std::string repeated;
    const auto watch = [&](int /*depth*/, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) open_objects.emplace_back();
        if (event == json::parse_event_t::object_end) open_objects.pop_back();
        if (event == json::parse_event_t::key) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!open_objects.back().insert(key).second && repeated.empty()) repeated = key;
        }
        return true;
    };
    try {
        json value = json::parse(line, watch);
        if (!repeated.empty()) {
            throw Error(where,
                        fmt::format("'{}' is given twice", excerpt(repeated)),
                        "give each key of an object once");
        }
        return value;
    } catch (const json::parse_error& error) {
        throw Error({where.source, where.line, error.byte},
                    "the JSON is broken here",
                    fmt::format("write one object a line, like {}", example));
    } catch (const json::out_of_range&) {  // the parser's word for a number beyond double
        throw Error(where, "a number is too large", "write times in seconds");
    }
}

void check_object(const json& value,
                  std::string_view what,
                  const std::vector<std::string>& known,
                  const Where& where) {
    if (!value.is_object()) {
        throw Error(where,
                    fmt::format("{} is {}, not an object", what, kind_of(value)),
                    fmt::format("write it like {}", example));
    }
    for (const auto& [key, ignored] : value.items()) {
        if (std::ranges::find(known, key) != known.end()) continue;
        throw Error(where, fmt::format("unknown key '{}'", excerpt(key)), name_remedy(key, known));
    }
}

const json& required(const json& object, const char* key, const Where& where) {
    const auto found = object.find(key);
    if (found != object.end()) return *found;
    throw Error(
        where, fmt::format("there is no '{}'", key), fmt::format("write it like {}", example));
}

std::string text_of(const json& value, std::string_view what, const Where& where) {
    const auto* const text = value.get_ptr<const std::string*>();
    if (text == nullptr) {
        throw Error(where,
                    fmt::format("{} is {}, not text", what, kind_of(value)),
                    "write it in double quotes");
    }
    if (text->empty()) throw Error(where, fmt::format("{} is empty", what), "give it a name");
    return *text;
}

const json& required_list(const json& object, const char* key, const Where& where) {
    const json& value = required(object, key, where);
    if (value.is_array()) return value;
    throw Error(where,
                fmt::format("'{}' is {}, not a list", key, kind_of(value)),
                "write it in [ ], also where it is empty");
}

/// NaN where the object has none.
double time_of(const json& object, std::string_view what, const Where& where) {
    const auto found = object.find("time");
    if (found == object.end()) return std::numeric_limits<double>::quiet_NaN();
    if (!found->is_number()) {
        throw Error(where,
                    fmt::format("{} is {}, not a number", what, kind_of(*found)),
                    "write seconds, or leave it out");
    }
    return found->get<double>();
}

ResultPage page_of(const json& object, const Where& where) {
    check_object(object, "the line", {"session", "query", "time", "shown", "clicks"}, where);
    ResultPage page;
    if (object.contains("session")) page.session = text_of(object["session"], "'session'", where);
    page.query = text_of(required(object, "query", where), "'query'", where);
    page.time = time_of(object, "'time'", where);
    for (const json& document : required_list(object, "shown", where)) {
        page.shown.push_back(text_of(document, "a document in 'shown'", where));
    }
    for (const json& click : required_list(object, "clicks", where)) {
        check_object(click, "a click", {"doc", "time"}, where);
        page.clicks.push_back({text_of(required(click, "doc", where), "'doc' of a click", where),
                               time_of(click, "'time' of a click", where)});
    }
    clicks::check_shown_once(page, where);
    clicks::order_by_time(page);
    return page;
}

/// One page as a line; json's own writer escapes the texts.
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
        try {
            out_ += json(value).dump();
        } catch (const json::type_error&) {
            throw Error({path_},
                        fmt::format("'{}' is not UTF-8, which JSON must be", excerpt(value)),
                        "change the id");
        }
    }
    void time(double value) {
        if (!std::isnan(value)) out_ += fmt::format(R"(, "time": {})", shortest(value));
    }

    std::string path_;
    std::string out_;
};

}  // namespace

ClickLog read_clicks(TextSource source, Progress* progress) {
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
                    fmt::format("it is taken for {} ({}), not for clicks", entry.name, entry.kind),
                    "give a click log, or name its format");
    }
    return std::get<ClickLog>(entry.read(path, options));
}

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

}  // namespace gradus
