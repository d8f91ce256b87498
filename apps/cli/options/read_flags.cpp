#include "apps/cli/options/read_flags.hpp"

#include <fmt/format.h>

#include "apps/cli/notes/matching_notes.hpp"
#include "gradus/base/error.hpp"

namespace gradus::cli {

void ReadFlags::add_to(CommandLine& line) {
    const char* const heading = "Reading";
    line.option("--format",
                format,
                "format of the data; default by the file name (gradus list formats)")
        .under(heading);
    line.list("--columns",
              options.columns,
              "further label columns: FILE.NAME beside FILE for each NAME")
        .under(heading);
    gaps_option = line.choice("--gaps",
                              options.gaps,
                              {{"zero", Gaps::zero}, {"missing", Gaps::missing}},
                              "value of a feature that a sparse line leaves out")
                      .under(heading);
    line.choice("--queries",
                options.queries,
                {{"auto", QuerySource::automatic},
                 {"qid", QuerySource::qid},
                 {"side-file", QuerySource::side_file},
                 {"comment", QuerySource::comment}},
                "where to find the query of a document")
        .under(heading);
    line.choice("--feature-order",
                options.feature_order,
                {{"rising", FeatureOrder::rising}, {"any", FeatureOrder::any}},
                "LETOR: order of the features of a line")
        .under(heading);
    line.option("--missing",
                options.missing_words,
                "LETOR: further words for a missing value besides NULL, such as nan")
        .separated_by(',')
        .one_value()
        .under(heading);
    const auto column = [&](const char* name, std::string& value, const char* what, auto usual) {
        return line.option(name, value, fmt::format("CSV: column of {}", what))
            .default_text(usual)
            .under(heading);
    };
    column("--grade-column", options.grade_column, "grades", "grade, label, relevance or target");
    column("--query-column", options.query_column, "query ids", "query, qid, query_id or group");
    column("--document-column",
           options.document_column,
           "document ids",
           "document, document_id, doc_id or docid");
    weight_option =
        column("--weight-column", options.weight_column, "document weights; '' = none", "weight");
    query_weight_option = column("--query-weight-column",
                                 options.query_weight_column,
                                 "query weights; '' = none",
                                 "query_weight or group_weight");
    line.list("--ignore",
              options.ignored_columns,
              "CSV: columns to leave out; 'column 1' is the first; quote a name that contains a "
              "comma: '\"a,b\"'")
        .under(heading);
    line.option("--cd",
                options.column_description,
                "CatBoost column description, for values without a header")
        .reads()
        .under(heading);
    line.flag("--cache",
              options.cache,
              "keep FILE.gradus beside FILE and use it while FILE is unchanged")
        .under(heading);
    line.files([this](FileRoles& files) {
        for (const std::string& label : options.columns) files.side_name(label);
        if (options.cache) files.keeps_caches();
    });
}

void ReadFlags::add_with_matching_to(CommandLine& line) {
    add_to(line);
    line.choice("--extra-features",
                extra,
                {{"refuse", ExtraFeatures::refuse}, {"ignore", ExtraFeatures::ignore}},
                "treatment of features that the model (in train: the training data; in bin: the "
                "file of --use) does not have")
        .under("Reading");
}

ReadOptions ReadFlags::complete(Session& session) const {
    ReadOptions complete = options;
    complete.threads = session.thread_count();
    complete.progress = session.progress();
    const auto is_given_empty = [](const std::optional<Option>& option, const std::string& value) {
        return option && option->given() && value.empty();
    };
    complete.no_weight_column = is_given_empty(weight_option, options.weight_column);
    complete.no_query_weight_column =
        is_given_empty(query_weight_option, options.query_weight_column);
    return complete;
}

Dataset ReadFlags::read(const std::string& path, Session& session) const {
    return read_dataset(path, complete(session), format);
}

ReadOptions ReadFlags::options_for(const FeatureSchema& schema, Session& session) const {
    ReadOptions chosen = complete(session);
    if (extra == ExtraFeatures::ignore) {
        // A model that knows only numbers cannot tell by the name which columns it has.
        chosen.leave_out_text = are_numbered(schema.names);
        if (!chosen.leave_out_text) chosen.wanted_features = schema.names;
    }
    if (!schema.gaps) return chosen;
    if (gaps_option && gaps_option->given() && options.gaps != *schema.gaps) {
        throw Error(Where::typed(fmt::format("option --gaps {}", gaps_name(options.gaps))),
                    fmt::format("{} takes features that a line leaves out as {}",
                                schema.owner,
                                gaps_name(*schema.gaps)),
                    "leave out --gaps");
    }
    chosen.gaps = *schema.gaps;
    return chosen;
}

Dataset ReadFlags::read_matched(const FeatureSchema& schema,
                                const std::string& path,
                                Session& session) const {
    Dataset data = read_dataset(path, options_for(schema, session), format);
    const std::string name = path == "-" ? "<stdin>" : path;
    note_matching_by_place(schema, data, name, session);
    const bool is_sparse = data.gaps.has_value();  // a table has every value
    note_ignored(align_features(data, schema, name, extra), schema, name, session);
    if (!is_sparse) return data;
    AbsentFeatures absent(schema);
    absent.add(data);
    note_absent_features(absent, schema, name, session);
    return data;
}

void ReadFlags::note_ignored(std::size_t features,
                             const FeatureSchema& schema,
                             const std::string& path,
                             Session& session) {
    if (features == 0) return;
    session.progress().note(fmt::format("{}: {} feature{} that {} does not have {} ignored",
                                        path,
                                        human_count(features),
                                        features == 1 ? "" : "s",
                                        schema.owner,
                                        features == 1 ? "is" : "are"));
}

}  // namespace gradus::cli
