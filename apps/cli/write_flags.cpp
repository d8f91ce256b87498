#include "apps/cli/write_flags.hpp"

#include <utility>

namespace gradus::cli {

void WriteFlags::add_to(CommandLine& line) {
    add_optional_to(line, "what to write; .gz or .zst compresses; - is stdout").required();
}

Option WriteFlags::add_optional_to(CommandLine& line, const std::string& help) {
    const Option option = line.option("-o,--output", output, help);
    line.option("--to", format, "format to write; else told by the name of the output");
    return option;
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
