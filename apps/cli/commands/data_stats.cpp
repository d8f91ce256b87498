#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/side_file_note.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/output/comparison_output.hpp"
#include "apps/cli/output/feature_table_output.hpp"
#include "apps/cli/output/statistics_output.hpp"
#include "gradus/data/audit/comparison.hpp"
#include "gradus/data/audit/statistics.hpp"
#include "gradus/data/feature_names.hpp"
#include "gradus/evaluation/profiled_measure.hpp"

namespace gradus::cli {
namespace {

using report::Format;

constexpr const char* features_table = "features";  ///< what --csv prints

struct Options {
    std::vector<std::string> inputs;
    bool features = false;
    std::string measure = "NDCG@10";
    std::optional<Option> measure_option;
    FeatureOrder order = FeatureOrder::value;
    OutputFlags output;
    ReadFlags read;
};

using Datasets = std::deque<Dataset>;  // references stay

Datasets read_all(const Options& options, Session& session) {
    Datasets all;
    for (const std::string& path : options.inputs) {
        all.push_back(options.read.read(path, session));
        note_side_files(all.back(), path, DataUse::looking, nullptr, session);
    }
    return all;
}

/// The files without the folder that all of them are in.
std::vector<std::string> short_names(const std::vector<std::string>& paths) {
    std::string_view common = paths.front();
    for (const std::string& path : paths) {
        const auto [end, ignored] = std::ranges::mismatch(common, path);
        common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
    }
    const std::size_t slash = common.rfind('/');
    std::vector<std::string> names = paths;
    if (slash == std::string_view::npos) return names;
    for (std::string& name : names) name.erase(0, slash + 1);
    return names;
}

/// Every file after the first beside the first.
std::vector<ComparedFile> compare(const Options& options,
                                  const Datasets& all,
                                  const Session& session) {
    std::vector<ComparedFile> files;
    for (std::size_t i = 0; i < all.size(); ++i) {
        ComparedFile& file = files.emplace_back(
            ComparedFile{.file = options.inputs[i],
                         .data = all[i],
                         .statistics = statistics_of(all[i], session.thread_count())});
        if (i == 0) continue;
        file.columns = match_columns(all.front(), all[i]);
        file.shifts = feature_shifts(all.front(), all[i], file.columns, session.thread_count());
        file.notable = notable_distance(all.front().queries(), all[i].queries());
    }
    return files;
}

/// Every two files.
std::vector<ComparedPair> share(const Datasets& all, const Session& session) {
    const std::vector<std::string> names = names_of_features(all.front());
    const bool by_name = std::ranges::none_of(
        all, [&](const Dataset& data) { return only_places_tell(names, names_of_features(data)); });
    std::vector<QueryPrints> prints;
    prints.reserve(all.size());
    for (const Dataset& data : all)
        prints.push_back(query_prints(data, by_name, session.thread_count()));
    std::vector<ComparedPair> pairs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j)
            pairs.push_back({i, j, shared_queries(all[i], prints[i], all[j], prints[j])});
    }
    return pairs;
}

std::vector<FileFeatures> known_features(const Options& options,
                                         const Datasets& all,
                                         const NamedMeasure& measure,
                                         Session& session) {
    std::vector<FileFeatures> files;
    for (std::size_t i = 0; i < all.size(); ++i) {
        check_grades({&measure, 1}, all[i], options.inputs[i]);
        FileFeatures& file = files.emplace_back(
            FileFeatures{.file = options.inputs[i],
                         .data = all[i],
                         .table = feature_table(all[i],
                                                measure,
                                                {.seed = session.seed,
                                                 .threads = session.thread_count(),
                                                 .progress = session.progress()})});
        if (i == 0) continue;
        file.distances.assign(all[i].features.columns(), std::numeric_limits<double>::quiet_NaN());
        const ColumnMatch columns = match_columns(all.front(), all[i]);
        for (const FeatureShift& shift :
             feature_shifts(all.front(), all[i], columns, session.thread_count()))
            file.distances[shift.second] = shift.distance;
    }
    return files;
}

/// Everything, with every list complete.
report::Report json_report(const Options& options,
                           const Datasets& all,
                           const std::vector<FileFeatures>& features,
                           const FeatureTableOutput& output,
                           const Session& session) {
    const auto facts_of = [&](std::size_t i, const Statistics& statistics) {
        std::vector<report::Fact> facts = statistics_facts(all[i], statistics);
        if (options.features) facts.push_back({"feature_table", feature_data(features[i], output)});
        return facts;
    };
    report::Report report;
    if (all.size() == 1) {
        report.facts = facts_of(0, statistics_of(all.front(), session.thread_count()));
        return report;
    }
    const std::vector<ComparedFile> files = compare(options, all, session);
    Json entries = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
        Json entry = {{"file", files[i].file}};
        for (report::Fact& fact : facts_of(i, files[i].statistics))
            entry.set(fact.name, std::move(fact.value));
        entries.push_back(std::move(entry));
    }
    report.facts = {{"files", std::move(entries)}};
    report.add(shared_query_rows(files, share(all, session)));
    report.add(column_rows(files));
    report.add(shift_rows(files));
    return report;
}

/// The table that was asked for.
report::Report csv_report(const Options& options,
                          const Datasets& all,
                          const std::vector<FileFeatures>& features,
                          const FeatureTableOutput& output,
                          const Session& session) {
    report::Report report;
    if (options.features) report.add(feature_rows(features, output));
    const std::string& wanted = options.output.table();
    if (wanted.empty() || wanted == features_table) return report;
    const std::vector<ComparedFile> files = compare(options, all, session);
    report.add(file_rows(files));
    report.add(label_rows(files));
    report.add(shared_query_rows(files, share(all, session)));
    report.add(column_rows(files));
    report.add(shift_rows(files));
    return report;
}

void check(const Options& options) {
    const bool measures = options.features || options.output.is(Format::csv);
    if (options.measure_option && options.measure_option->given() && !measures)
        misuse("--measure: of what? --features measures how well each feature ranks");
}

void show(const Options& given, Session& session) {
    Options options = given;
    const bool is_csv = options.output.is(Format::csv);
    const std::string& wanted = options.output.table();
    if (is_csv) options.features = wanted.empty() || wanted == features_table;
    const NamedMeasure measure = named_measure(options.measure, profile_named("gradus"));
    if (std::ranges::count(options.inputs, "-") > 1) misuse("standard input can be read once only");
    const Datasets all = read_all(options, session);
    const FeatureTableOutput output{.measure = options.measure, .order = options.order};
    std::vector<FileFeatures> features;
    if (options.features) features = known_features(options, all, measure, session);
    report::Report report;
    if (options.output.is(Format::json)) {
        report = json_report(options, all, features, output, session);
    } else if (is_csv) {
        report = csv_report(options, all, features, output, session);
    } else if (options.features) {
        add_feature_tables(report, features, output);
    } else if (all.size() == 1) {
        add_statistics(report, all.front(), statistics_of(all.front(), session.thread_count()));
    } else {
        options.inputs = short_names(options.inputs);
        add_comparison(report, compare(options, all, session), share(all, session));
    }
    options.output.print(report);
}

}  // namespace

namespace commands {
extern const CommandEntry data_stats_entry{
    .group = "data",
    .name = "stats",
    .summary = "describe data: counts, likely mistakes, differences between files",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE",
                        options->inputs,
                        "input; - is standard input. Several files, such as train, vali and test, "
                        "are compared: shared queries, shifted features")
                .required()
                .reads();
            line.flag("--features",
                      options->features,
                      "print a row for each feature: its values, and how well it ranks alone");
            options->measure_option =
                line.option("-m,--measure", options->measure, "the measure of --features")
                    .with_default();
            line.choice("--sort",
                        options->order,
                        {{"value", FeatureOrder::value}, {"feature", FeatureOrder::feature}},
                        "order of --features: the best ranker first, or as in the data");
            options->output.add_to(
                line, {features_table, "files", "labels", "shared_queries", "columns", "shifts"});
            options->read.add_to(line);
            line.check([options] { check(*options); });
            line.action([options, &session] { show(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
