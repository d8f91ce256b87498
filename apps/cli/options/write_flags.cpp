#include "apps/cli/options/write_flags.hpp"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/notes/side_file_note.hpp"

namespace gradus::cli {

void WriteFlags::add_to(CommandLine& line) {
    add_optional_to(line, "output file; .gz or .zst compresses; - is stdout").required();
}

Option WriteFlags::add_optional_to(CommandLine& line, const std::string& help) {
    const Option option = line.option("-o,--output", output, help).is_path();
    line.files([this](FileRoles& files) { files.writes_data("-o", output); });
    line.option("--to", format, "output format; default by the name of the output");
    return option;
}

void WriteFlags::add_sparse_to(CommandLine& line) {
    line.flag("--sparse", sparse, "LETOR: leave out features that are 0");
}

const FormatEntry& WriteFlags::target() const {
    return format_to_write(output, format, "dataset");
}

void WriteFlags::write(Dataset data, Session& session) const {
    WriteOptions complete = options;
    complete.sparse = complete.sparse || sparse;
    complete.threads = session.thread_count();
    complete.progress = session.progress();
    if (sparse) tell_if_not_sparse(target(), session);
    const std::size_t documents = data.documents();
    const std::vector<std::string> written = names_of(data.labels);
    target().write(Content(std::move(data)), output, complete);
    note_columns_of_earlier_data(output, documents, written, session);
}

void tell_if_not_sparse(const FormatEntry& format, Session& session) {
    if (format.name == "letor" || format.name == "lightgbm") return;
    session.progress().note(
        fmt::format("--sparse is for LETOR text: {} has every value", format.name));
}

}  // namespace gradus::cli
