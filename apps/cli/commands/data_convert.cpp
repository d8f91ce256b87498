#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/side_file_note.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/data/judgments.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    std::string output;
    std::string to;
    ReadFlags read;
    WriteOptions write;
};

void convert(const Options& options, Session& session) {
    const FormatEntry& source =
        format_to_read(options.input, options.read.options, options.read.format);
    const FormatEntry* const wanted = options.to.empty()
                                          ? format_of_path(options.output)
                                          : &format_named(options.to, "output_format");
    const bool grades_only =
        source.kind == "dataset" && wanted != nullptr && wanted->kind == "judgments";
    const FormatEntry& target =
        format_to_write(options.output, options.to, grades_only ? "judgments" : source.kind);
    const ReadOptions read = options.read.complete(session);
    WriteOptions write = options.write;
    write.threads = session.thread_count();
    write.progress = session.progress();
    if (options.write.sparse) tell_if_not_sparse(target, session);
    Content content = read_content(options.input, read, source);
    if (const auto* data = std::get_if<Dataset>(&content); data != nullptr && !grades_only)
        note_columns_left_behind(*data, options.input, read.columns, session);
    if (grades_only) content = judgments_of(std::get<Dataset>(content));
    target.write(content, options.output, write);
    if (target.kind != "dataset") return;
    const Dataset& data = std::get<Dataset>(content);
    note_columns_of_earlier_data(options.output, data.documents(), names_of(data.labels), session);
}

}  // namespace

namespace commands {
extern const CommandEntry data_convert_entry{
    .group = "data",
    .name = "convert",
    .summary = "convert data to another format, or its grades to qrels",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "input; - is standard input").required().reads();
            line.option("-o,--output", options->output, "output file; .gz or .zst compresses")
                .required()
                .is_path();
            line.files([options](FileRoles& files) { files.writes_data("-o", options->output); });
            line.option("--to", options->to, "output format; default by the name of the output");
            line.flag("--sparse", options->write.sparse, "LETOR: leave out features that are 0");
            options->read.add_to(line);
            line.action([options, &session] { convert(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
