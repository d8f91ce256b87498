#include "apps/cli/write_flags.hpp"

#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus::cli {

void WriteFlags::add_to(CommandLine& line) {
    line.option("-o,--output", output, "what to write; .gz or .zst compresses; - is stdout")
        .required();
    line.option("--to", format, "format to write; else told by the name of the output");
}

const FormatEntry& WriteFlags::target() const {
    const FormatEntry* target = format.empty() ? format_of_path(output) : &format_named(format);
    if (target == nullptr && output == "-") target = &format_named("letor");
    if (target == nullptr) {
        throw Error(
            {output}, "its name does not tell the format", "say --to FORMAT (gradus list formats)");
    }
    if (target->kind != "dataset") {
        throw Error(
            {output},
            fmt::format(
                "{} files hold {}, not documents with features", target->name, target->kind),
            "choose another format (gradus list formats)");
    }
    if (target->write == nullptr) {
        throw Error(
            {output}, fmt::format("the format {} is only read", target->name), "choose another");
    }
    return *target;
}

void WriteFlags::write(Dataset data, const Session& session) const {
    WriteOptions complete = options;
    complete.threads = session.thread_count();
    target().write(Content(std::move(data)), output, complete);
}

}  // namespace gradus::cli
