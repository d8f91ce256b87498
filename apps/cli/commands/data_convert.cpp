#include <memory>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "gradus/base/error.hpp"

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
    const FormatEntry* source = options.read.format.empty() ? format_of_path(options.input)
                                                            : &format_named(options.read.format);
    if (source == nullptr) source = &format_named("letor");
    const FormatEntry* target =
        options.to.empty() ? format_of_path(options.output) : &format_named(options.to);
    if (target == nullptr) {
        throw Error({options.output},
                    "its name does not tell the format",
                    "say --to FORMAT (gradus list formats)");
    }
    if (source->kind != target->kind) {
        throw Error({options.input},
                    fmt::format("{} ({}) cannot become {} ({})",
                                source->name,
                                source->kind,
                                target->name,
                                target->kind),
                    fmt::format("choose a format for {}", source->kind));
    }
    if (target->write == nullptr) {
        throw Error({options.output},
                    fmt::format("the format {} is only read", target->name),
                    "choose another");
    }
    ReadOptions read = options.read.options;
    read.threads = session.thread_count();
    read.progress = &session.progress();
    WriteOptions write = options.write;
    write.threads = session.thread_count();
    write.progress = &session.progress();
    target->write(source->read(options.input, read), options.output, write);
}

}  // namespace

extern const CommandEntry data_convert_entry{
    .group = "data",
    .name = "convert",
    .summary = "write data in another format",
    .add =
        [](CommandLine& line, Session& session) {
            auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "what to read; - is standard input").required();
            line.option("-o,--output", options->output, "what to write; .gz or .zst compresses")
                .required();
            line.option(
                "--to", options->to, "format to write; else told by the name of the output");
            line.flag("--sparse", options->write.sparse, "LETOR: leave out features that are 0");
            options->read.add_to(line);
            line.action([options, &session] { convert(*options, session); });
        },
};

}  // namespace gradus::cli
