#include "apps/cli/write_flags.hpp"

#include <utility>

namespace gradus::cli {

void WriteFlags::add_to(CommandLine& line) {
    line.option("-o,--output", output, "what to write; .gz or .zst compresses; - is stdout")
        .required();
    line.option("--to", format, "format to write; else told by the name of the output");
}

const FormatEntry& WriteFlags::target() const {
    return format_to_write(output, format, "dataset");
}

void WriteFlags::write(Dataset data, Session& session) const {
    WriteOptions complete = options;
    complete.threads = session.thread_count();
    complete.progress = &session.progress();
    target().write(Content(std::move(data)), output, complete);
}

}  // namespace gradus::cli
