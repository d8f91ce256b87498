#include "apps/cli/read_flags.hpp"

namespace gradus::cli {

void ReadFlags::add_to(CommandLine& line) {
    const char* const heading = "Reading";
    line.option("--format",
                format,
                "format of the data; else told by the file name (gradus list formats)")
        .under(heading);
    line.option("--columns",
                options.columns,
                "further label columns: FILE.NAME beside FILE for each NAME")
        .separated_by(',')
        .one_value()
        .under(heading);
    line.choice("--gaps",
                options.gaps,
                {{"zero", Gaps::zero}, {"missing", Gaps::missing}},
                "what an absent feature of a sparse line means")
        .under(heading);
    line.choice("--queries",
                options.queries,
                {{"auto", QuerySource::automatic},
                 {"qid", QuerySource::qid},
                 {"side-file", QuerySource::side_file},
                 {"comment", QuerySource::comment}},
                "where the query of a document stands")
        .under(heading);
    line.option("--grade-column", options.grade_column, "CSV: the column of grades")
        .with_default()
        .under(heading);
    line.option("--query-column", options.query_column, "CSV: the column of query ids")
        .with_default()
        .under(heading);
    line.option("--document-column", options.document_column, "CSV: the column of document ids")
        .with_default()
        .under(heading);
    line.option("--weight-column", options.weight_column, "CSV: the column of document weights")
        .with_default()
        .under(heading);
    line.option("--ignore", options.ignored_columns, "CSV: columns to leave out")
        .separated_by(',')
        .one_value()
        .under(heading);
    line.option(
            "--cd", options.column_description, "CSV without a header: CatBoost column description")
        .under(heading);
    line.flag("--cache",
              options.cache,
              "keep FILE.gradus beside FILE and use it while FILE is unchanged")
        .under(heading);
}

Dataset ReadFlags::read(const std::string& path, Session& session) const {
    ReadOptions complete = options;
    complete.threads = session.thread_count();
    complete.progress = &session.progress();
    return read_dataset(path, complete, format);
}

}  // namespace gradus::cli
