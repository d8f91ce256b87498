#include "apps/cli/read_flags.hpp"

#include <map>

namespace gradus::cli {

void ReadFlags::add_to(CLI::App& command) {
    const std::map<std::string, Gaps> gaps = {{"zero", Gaps::zero}, {"missing", Gaps::missing}};
    const std::map<std::string, QuerySource> sources = {{"auto", QuerySource::automatic},
                                                        {"qid", QuerySource::qid},
                                                        {"side-file", QuerySource::side_file},
                                                        {"comment", QuerySource::comment}};
    const char* const group = "Reading";
    command
        .add_option("--format",
                    format,
                    "format of the data; else told by the file name (gradus list formats)")
        ->group(group);
    command
        .add_option("--columns",
                    options.columns,
                    "further label columns: FILE.NAME beside FILE for each NAME")
        ->delimiter(',')
        ->group(group);
    command.add_option("--gaps", options.gaps, "what an absent feature means: zero or missing")
        ->transform(CLI::CheckedTransformer(gaps).description("zero|missing"))
        ->group(group);
    command
        .add_option("--queries",
                    options.queries,
                    "where the query of a document stands: auto, qid, side-file or comment")
        ->transform(CLI::CheckedTransformer(sources).description("auto|qid|side-file|comment"))
        ->group(group);
    command.add_option("--grade-column", options.grade_column, "CSV: the column of grades")
        ->group(group);
    command.add_option("--query-column", options.query_column, "CSV: the column of query ids")
        ->group(group);
    command
        .add_option("--document-column", options.document_column, "CSV: the column of document ids")
        ->group(group);
    command
        .add_option("--weight-column", options.weight_column, "CSV: the column of document weights")
        ->group(group);
    command.add_option("--ignore", options.ignored_columns, "CSV: columns to leave out")
        ->delimiter(',')
        ->group(group);
    command
        .add_option(
            "--cd", options.column_description, "CSV without a header: CatBoost column description")
        ->group(group);
}

Dataset ReadFlags::read(const std::string& path, Session& session) const {
    ReadOptions complete = options;
    complete.threads = session.thread_count();
    complete.progress = &session.progress();
    return read_dataset(path, complete, format);
}

}  // namespace gradus::cli
