#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/column_name.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/side_files.hpp"
#include "gradus/data/transforms/top_k.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    std::string column;
    std::string order_file;
    std::string order_column;
    std::size_t k = 10;
    std::uint32_t draw = 1;
    bool drop = false;
    bool force = false;
    ReadFlags read;
    WriteFlags write;
};

constexpr std::string_view old_grades = "graded";

TopKLabels label(const Options& options, const Dataset& data, const Session& session) {
    if (!options.order_file.empty()) {
        return top_k_from_list(data, TextSource(options.order_file), options.k);
    }
    if (!options.order_column.empty()) {
        return top_k_from_ranks(data, data.label(options.order_column), options.k);
    }
    return top_k_from_grades(data, options.k, session.seed, options.draw);
}

void check_options(const Options& options) {
    if (options.write.output.empty() == options.column.empty()) {
        misuse("give -o FILE for a data set or --column NAME for a label column");
    }
    if (!options.order_file.empty() && !options.order_column.empty()) {
        misuse("give --order or --order-column, not both");
    }
    if (options.column.empty()) return;
    check_new_column("--column", options.column);
    if (options.input == "-") {
        throw Error({"<stdin>"},
                    "a label column stands in a file beside the data",
                    "name a file, or write a data set with -o");
    }
    const std::string there = find_side_file(options.input, options.column);
    if (!there.empty() && !options.force) {
        throw Error({there}, "there is such a label column", "name another, or say --force");
    }
}

void make_labels(const Options& options, Session& session) {
    const bool whole = !options.write.output.empty();
    if (whole) options.write.target();  // refuse a wrong output before the work
    ReadFlags read = options.read;
    auto& columns = read.options.columns;
    if (!options.order_column.empty() &&
        std::ranges::find(columns, options.order_column) == columns.end()) {
        columns.push_back(options.order_column);
    }
    Dataset data = read.read(options.input, session);
    TopKLabels made = label(options, data, session);
    if (made.queries_without_order > 0) {
        session.progress().note(
            fmt::format("{} of {} {} no ranked document: all labels there are 0",
                        human_count(made.queries_without_order),
                        human_counted(data.queries(), "query"),
                        made.queries_without_order == 1 ? "has" : "have"));
    }
    if (made.queries_of_one_grade > 0) {
        session.progress().note(
            fmt::format("{} of {} {} one grade only: the order there is drawn at random",
                        human_count(made.queries_of_one_grade),
                        human_counted(data.queries(), "query"),
                        made.queries_of_one_grade == 1 ? "has" : "have"));
    }
    if (!whole) {
        write_label_column(side_file_path(options.input, options.column), made.labels);
        return;
    }
    if (!options.drop) {
        const bool taken = std::ranges::any_of(
            data.labels, [](const LabelColumn& column) { return column.name == old_grades; });
        if (taken) {
            throw Error({options.input},
                        "there is a label column 'graded', where the old grades would go",
                        "say --drop to leave the old grades out");
        }
        data.labels.push_back({std::string(old_grades), data.labels.front().values});
    }
    data.labels.front().values = std::move(made.labels);
    options.write.write(std::move(data), session);
}

}  // namespace

namespace commands {
extern const CommandEntry data_top_k_entry{
    .group = "data",
    .name = "top-k",
    .summary = "compute top-k labels (k, k-1, ..., 1, then 0) from grades or true orders",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "input; - is standard input").required().reads();
            options->write.add_optional_to(
                line,
                "data set to write: top-k labels in place of the grades, which "
                "become the label column 'graded'");
            line.option("--column",
                        options->column,
                        "write the labels only, as label column NAME: the file FILE.NAME");
            line.option("--k", options->k, "number of ranked documents per query")
                .with_default()
                .range(1, 16'777'216);
            line.option("--draw",
                        options->draw,
                        "random order of equal grades; each number gives another")
                .with_default();
            line.option("--order",
                        options->order_file,
                        "true orders instead of grades: a file of lines 'query document', "
                        "best first")
                .reads();
            line.option("--order-column",
                        options->order_column,
                        "true orders instead of grades: a label column of ranks from 1, "
                        "missing = not ranked");
            line.flag("--drop", options->drop, "leave the old grades out");
            line.flag("--force", options->force, "write over a label column that is there");
            options->write.add_sparse_to(line);
            options->read.add_to(line);
            line.files([options](FileRoles& files) {
                if (!options->order_column.empty()) files.side_name(options->order_column);
                if (!options->write.output.empty() && !options->drop) {
                    files.writes_beside("-o", side_file_path(options->write.output, old_grades));
                }
                if (options->column.empty()) return;
                check_new_column("--column", options->column);
                files.writes("--column", side_file_path(options->input, options->column));
            });
            line.check([options] { check_options(*options); });
            line.action([options, &session] { make_labels(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
