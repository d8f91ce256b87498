#pragma once

#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {

/// The options of every command that writes data to rank.
struct WriteFlags {
    std::string output{};
    std::string format{};
    WriteOptions options{};

    void add_to(CommandLine& line);
    /// For a command that can do without the output, which is returned; `help` says what it holds.
    Option add_optional_to(CommandLine& line, const std::string& help);
    /// The format to write: by name, else by the ending of the output, else LETOR for standard
    /// output. Error where it cannot hold data to rank, so a command can ask before it works.
    const FormatEntry& target() const;
    void write(Dataset data, Session& session) const;
};

}  // namespace gradus::cli
