#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/comparison_output.hpp"
#include "apps/cli/feature_table_output.hpp"
#include "apps/cli/read_flags.hpp"
#include "apps/cli/side_file_note.hpp"
#include "apps/cli/statistics_output.hpp"
#include "gradus/data/comparison.hpp"
#include "gradus/data/statistics.hpp"
#include "gradus/evaluation/evaluate.hpp"

namespace gradus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::vector<std::string> inputs;
    bool features = false;
    std::string measure = "NDCG@10";
    FeatureOrder order = FeatureOrder::value;
    bool json = false;
    bool csv = false;
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
    const bool by_name =
        std::ranges::none_of(all, [](const Dataset& data) { return data.feature_names.empty(); });
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

std::vector<FileFeatures> feature_rows(const Options& options,
                                       const Datasets& all,
                                       const ProfiledMeasure& measure,
                                       Session& session) {
    std::vector<FileFeatures> files;
    for (std::size_t i = 0; i < all.size(); ++i) {
        check_grades({&measure, 1}, all[i], options.inputs[i]);
        FileFeatures& file = files.emplace_back(
            FileFeatures{.file = options.inputs[i],
                         .data = all[i],
                         .table = feature_table(all[i],
                                                all[i].label(measure.labels),
                                                *measure.measure,
                                                {.seed = session.seed,
                                                 .threads = session.thread_count(),
                                                 .progress = &session.progress()})});
        if (i == 0) continue;
        file.distances.assign(all[i].features.columns(), std::numeric_limits<double>::quiet_NaN());
        const ColumnMatch columns = match_columns(all.front(), all[i]);
        for (const FeatureShift& shift :
             feature_shifts(all.front(), all[i], columns, session.thread_count()))
            file.distances[shift.second] = shift.distance;
    }
    return files;
}

Json all_json(const Options& options,
              const Datasets& all,
              const std::vector<FileFeatures>& tables,
              const FeatureTableOutput& output,
              const Session& session) {
    if (all.size() == 1) {
        Json result =
            statistics_json(all.front(), statistics_of(all.front(), session.thread_count()));
        if (options.features) result["feature_table"] = feature_table_json(tables[0], output);
        return result;
    }
    const std::vector<ComparedFile> files = compare(options, all, session);
    Json result = {{"files", Json::array()}};
    for (std::size_t i = 0; i < files.size(); ++i) {
        Json entry = {{"file", files[i].file}};
        entry.update(statistics_json(files[i].data, files[i].statistics));
        if (options.features) entry["feature_table"] = feature_table_json(tables[i], output);
        result["files"].push_back(std::move(entry));
    }
    result.update(comparison_json(files, share(all, session)));
    return result;
}

void show(const Options& given, Session& session) {
    Options options = given;
    options.features = options.features || options.csv;
    const ProfiledMeasure measure = make_measure(options.measure, profile_named("gradus"));
    if (std::ranges::count(options.inputs, "-") > 1) misuse("standard input can be read once only");
    const Datasets all = read_all(options, session);
    const FeatureTableOutput output{.measure = options.measure, .order = options.order};
    std::vector<FileFeatures> tables;
    if (options.features) tables = feature_rows(options, all, measure, session);
    if (options.json) {
        print(json_text(all_json(options, all, tables, output, session)));
    } else if (options.csv) {
        print(feature_tables_csv(tables, output));
    } else if (options.features) {
        print(feature_tables_text(tables, output));
    } else if (all.size() == 1) {
        print(statistics_text(all.front(), statistics_of(all.front(), session.thread_count())));
    } else {
        options.inputs = short_names(options.inputs);
        print(comparison_text(compare(options, all, session), share(all, session)));
    }
}

}  // namespace

extern const CommandEntry data_stats_entry{
    .group = "data",
    .name = "stats",
    .summary = "what is in data, what may be wrong with it, and how files differ",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE",
                        options->inputs,
                        "what to read; - is standard input. Several files, such as train, vali and "
                        "test, are compared: queries that they share, features that shift")
                .required()
                .reads();
            line.flag("--features",
                      options->features,
                      "print a row for each feature: its values, and how well it ranks alone");
            line.option("-m,--measure", options->measure, "the measure of --features")
                .with_default();
            line.choice("--sort",
                        options->order,
                        {{"value", FeatureOrder::value}, {"feature", FeatureOrder::feature}},
                        "order of --features: the best ranker first, or as in the data");
            line.flag("--json", options->json, "print JSON, with every list complete")
                .excludes(line.flag("--csv", options->csv, "print --features as CSV"));
            options->read.add_to(line);
            line.action([options, &session] { show(*options, session); });
        },
};

}  // namespace gradus::cli
