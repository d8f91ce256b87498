#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/endings.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/csv_field.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/clicks/click_labels.hpp"
#include "gradus/data/formats/clicks.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string log;
    std::string log_format;
    std::string data;
    std::string output = "-";
    std::string similar;
    bool normalise = true;
    std::vector<double> prior = {0.0, 0.0};
    ClickRateOptions rates;
    ReadFlags read;
};

constexpr char tab = '\t';
constexpr char comma = ',';

/// A field of the table: an id must not break it.
std::string field(const std::string& id, char separator) {
    if (separator == tab) {
        if (id.find_first_of("\t\n\r") == std::string::npos) return id;
        throw Error(
            {},
            fmt::format("'{}' holds a tab or a line end, which the table cannot", excerpt(id)),
            "change the id, write a .csv file, or make a label column with --data");
    }
    std::string text;
    append_csv_field(text, id, separator);
    return text;
}

/// What separates the columns of the table, by the ending of its name; Error where that promises
/// something else.
char table_separator(const std::string& path) {
    const FormatEntry* const format = format_of_path(path);
    if (format != nullptr && format->name == "csv") return comma;
    if (format != nullptr && format->name == "tsv") return tab;
    constexpr const char* what = "a table of click rates";
    constexpr const char* remedy = "end the name in .tsv or .csv";
    refuse_data_ending(path, what, remedy);
    std::filesystem::path name = path;
    if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
    const std::string ending = name.extension();
    if (!ending.empty() && ending != ".txt")
        throw Error({path}, fmt::format("its ending {} does not mean {}", ending, what), remedy);
    return tab;
}

void check_ending(const Options& options) {
    if (options.data.empty()) {
        table_separator(options.output);
    } else {
        refuse_data_ending(options.output,
                           "a label column, a value a line,",
                           fmt::format("name it {}", side_file_path(options.data, "click")));
    }
}

void write_table(const ClickRates& table, const std::string& path) {
    const char separator = table_separator(path);
    TextSink sink(path);
    sink.write(fmt::format("query{0}document{0}clicks{0}impressions{0}ctr\n", separator));
    for (const ClickRate& row : table.rates) {
        sink.write(fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}\n",
                               separator,
                               field(row.query, separator),
                               field(row.document, separator),
                               row.clicks,
                               row.impressions,
                               std::isnan(row.rate) ? "" : shortest(row.rate)));
    }
    sink.commit();
}

/// No document of the data has a value: why, and what to check.
[[noreturn]] void refuse_match(const ClickMatch& match,
                               const Dataset& data,
                               const ClickRateOptions& how,
                               const Options& options) {
    if (match.queries == 0) {
        throw Error({options.log},
                    fmt::format("none of its {} is in {} (the log has query '{}', the data query "
                                "'{}')",
                                human_counted(match.log_queries, "query"),
                                options.data,
                                excerpt(match.query_of_log),
                                excerpt(match.query_of_data)),
                    "give the log of these queries, or map its queries to those of the data with "
                    "--similar");
    }
    if (match.shown == 0) {
        throw Error(
            {options.log},
            fmt::format("{} of {} of {} {} in it, but no document of theirs (for query '{}' "
                        "the log shows '{}', the data has '{}')",
                        human_count(match.queries),
                        human_counted(data.queries(), "query"),
                        options.data,
                        match.queries == 1 ? "is" : "are",
                        excerpt(match.common_query),
                        excerpt(match.document_of_log),
                        excerpt(match.document_of_data)),
            data.document_ids.empty()
                ? "the data has no document ids, so its documents count from 0: write "
                  "'#docid = ID' behind LETOR lines, or a column 'document' in CSV"
                : "use the same document ids in both");
    }
    throw Error({options.log},
                fmt::format("no document of {} was shown often enough: {} at most",
                            options.data,
                            human_counted(match.most_impressions, "time")),
                fmt::format("lower --min-impressions, which is {}", how.min_impressions));
}

/// A log of other data may match by accident. A log of much more than the data covers the data, and
/// one of a few pages is covered by it: where neither holds, something is wrong.
void tell_poor_match(const ClickMatch& match, const Options& options, Session& session) {
    constexpr double poor = 0.2;
    const auto share = [](std::size_t part, std::size_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
    };
    const bool covers_data = share(match.shown, match.labels.size()) >= poor;
    const bool is_covered = share(match.log_pairs_found, match.log_pairs) >= poor;
    if (covers_data || is_covered) return;
    const bool by_query = !match.query_of_log.empty() && !match.query_of_data.empty();
    session.progress().note(fmt::format(
        "few ids match: the log has {} of {} of {}, which has {} of {} of the log (the log has {} "
        "'{}', the data '{}'); check that the log is of this data",
        human_count(match.shown),
        human_counted(match.labels.size(), "document"),
        options.data,
        human_count(match.log_pairs_found),
        human_counted(match.log_pairs, "shown document"),
        by_query ? "query" : "document",
        excerpt(by_query ? match.query_of_log : match.document_of_log),
        excerpt(by_query ? match.query_of_data : match.document_of_data)));
}

bool is_click_format(const std::string& name) {
    return std::ranges::any_of(all_formats(), [&](const FormatEntry* format) {
        return format->name == name && format->kind == "clicks";
    });
}

/// --format is that of the data to label; where it names one of click logs, only the log can be
/// meant.
void take_log_format(Options& options) {
    std::string& format = options.read.format;
    if (options.log_format.empty() && is_click_format(format)) {
        options.log_format = format;
        format.clear();
    }
    if (!format.empty() && options.data.empty())
        misuse("--format is that of --data; --log-format names the format of the log");
}

void from_clicks(const Options& options, Session& session) {
    check_ending(options);
    ReadOptions read;
    read.threads = session.thread_count();
    read.progress = session.progress();
    ClickRateOptions how = options.rates;
    how.prior_clicks = options.prior[0];
    how.prior_impressions = options.prior[1];
    const QueryGroups groups = options.similar.empty()
                                   ? QueryGroups(options.normalise)
                                   : QueryGroups(options.normalise, options.similar);
    const ClickRates table =
        click_rates(read_click_log(options.log, read, options.log_format), groups, how);
    if (table.unlisted_clicks > 0) {
        session.progress().note(fmt::format(
            "{} of {} {} on documents that their page does not show; they were left out",
            human_count(table.unlisted_clicks),
            human_counted(table.clicks, "click"),
            table.unlisted_clicks == 1 ? "is" : "are"));
    }
    if (options.data.empty()) {
        write_table(table, options.output);
        return;
    }
    const Dataset data = options.read.read(options.data, session);
    const ClickMatch match = match_clicks(table, groups, data);
    if (match.with_value == 0) refuse_match(match, data, how, options);
    write_label_column(options.output, match.labels);
    session.progress().note(fmt::format("{} of {} got a value, {} of {} counted",
                                        human_count(match.with_value),
                                        human_counted(match.labels.size(), "document"),
                                        human_count(table.last_clicks),
                                        human_counted(table.clicks, "click")));
    tell_poor_match(match, options, session);
}

void add(CommandLine& line, Session& session) {
    const auto options = std::make_shared<Options>();
    line.option("LOG", options->log, "the click log; - is standard input").required().reads();
    line.option("--log-format",
                options->log_format,
                "format of the log: clicks, clicks-cn or clicks-bandit; default by its name");
    line.option("--data",
                options->data,
                "write a label column for the documents of this file instead of a table")
        .reads();
    line.option("-o,--output",
                options->output,
                "output file: with --data a label column such as train.txt.click, else a table, "
                ".tsv or .csv")
        .with_default()
        .writes();
    line.choice("--per",
                options->rates.per,
                {{"impression", ClickRatePer::impression}, {"query", ClickRatePer::query}},
                "divide by impressions or by issues of the query");
    line.choice("--last",
                options->rates.last,
                {{"session", LastClickOf::session}, {"page", LastClickOf::page}},
                "count the last click of each session or of each page");
    line.option("--min-impressions",
                options->rates.min_impressions,
                "minimum impressions of a rate; with fewer it is missing")
        .with_default();
    line.option("--prior", options->prior, "a,b: the rate is (clicks + a) / (impressions + b)")
        .separated_by(',')
        .values(2)
        .range(0, 1e9)
        .default_text("0,0");
    line.option("--similar",
                options->similar,
                "file of lines query<TAB>group: the queries of a group are counted together")
        .reads();
    line.flag("--normalise,!--no-normalise",
              options->normalise,
              "treat queries that differ only in case and blanks as one (default: on)");
    options->read.add_to(line);
    line.check([options] { take_log_format(*options); });
    line.action([options, &session] { from_clicks(*options, session); });
}

}  // namespace

namespace commands {
extern const CommandEntry data_from_clicks_entry{
    .group = "data",
    .name = "from-clicks",
    .summary = "compute click labels (rates of last clicks) from a click log",
    .add = add,
};
}  // namespace commands

}  // namespace gradus::cli
