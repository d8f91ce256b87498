#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
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

/// A field of the table: an id must not break it.
std::string_view field(const std::string& id) {
    if (id.find_first_of("\t\n\r") == std::string::npos) return id;
    throw Error({},
                fmt::format("'{}' holds a tab or a line end, which the table cannot", excerpt(id)),
                "change the id, or make a label column with --data");
}

void write_table(const ClickRates& table, const std::string& path) {
    TextSink sink(path);
    sink.write("query\tdocument\tclicks\timpressions\tctr\n");
    for (const ClickRate& row : table.rates) {
        sink.write(fmt::format("{}\t{}\t{}\t{}\t{}\n",
                               field(row.query),
                               field(row.document),
                               row.clicks,
                               row.impressions,
                               std::isnan(row.rate) ? "" : shortest(row.rate)));
    }
    sink.commit();
}

void from_clicks(const Options& options, Session& session) {
    ReadOptions read;
    read.threads = session.thread_count();
    read.progress = &session.progress();
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
            "{} of {} clicks are on documents that their page does not show; they were left out",
            human_count(table.unlisted_clicks),
            human_count(table.clicks)));
    }
    if (options.data.empty()) {
        write_table(table, options.output);
        return;
    }
    const std::vector<float> labels =
        click_labels(table, groups, options.read.read(options.data, session));
    const auto with_value =
        std::ranges::count_if(labels, [](float label) { return !std::isnan(label); });
    write_label_column(options.output, labels);
    session.progress().note(fmt::format("{} of {} documents got a value, {} of {} clicks counted",
                                        human_count(static_cast<std::uint64_t>(with_value)),
                                        human_count(labels.size()),
                                        human_count(table.last_clicks),
                                        human_count(table.clicks)));
}

void add(CommandLine& line, Session& session) {
    const auto options = std::make_shared<Options>();
    line.option("LOG", options->log, "the click log; - is standard input").required();
    line.option("--log-format",
                options->log_format,
                "format of the log: clicks, clicks-cn or clicks-bandit; else told by its name");
    line.option("--data",
                options->data,
                "write a label column for the documents of this file, not a table");
    line.option("-o,--output", options->output, "what to write, such as train.txt.click")
        .with_default();
    line.choice("--per",
                options->rates.per,
                {{"impression", ClickRatePer::impression}, {"query", ClickRatePer::query}},
                "divide by impressions or by issues of the query");
    line.choice("--last",
                options->rates.last,
                {{"session", LastClickOf::session}, {"page", LastClickOf::page}},
                "count the last click of each session or of each page");
    line.option(
            "--min-impressions", options->rates.min_impressions, "with fewer the rate is missing")
        .with_default();
    line.option("--prior", options->prior, "a,b: the rate is (clicks + a) / (impressions + b)")
        .separated_by(',')
        .values(2)
        .default_text("0,0");
    line.option("--similar",
                options->similar,
                "lines query<TAB>group: count the queries of a group together");
    line.flag("--normalise,!--no-normalise",
              options->normalise,
              "queries that differ in case and blanks only are one (on unless turned off)");
    options->read.add_to(line);
    line.action([options, &session] { from_clicks(*options, session); });
}

}  // namespace

extern const CommandEntry data_from_clicks_entry{
    .group = "data",
    .name = "from-clicks",
    .summary = "make click labels, the rate of last clicks, from a click log",
    .add = add,
};

}  // namespace gradus::cli
