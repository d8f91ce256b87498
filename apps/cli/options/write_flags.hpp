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
    bool sparse = false;  ///< asked for, not merely the command's habit

    void add_to(CommandLine& line);
    /// For a command that can do without the output, which is returned; `help` says what it holds.
    Option add_optional_to(CommandLine& line, const std::string& help);
    /// For a command whose data may hold many zeros.
    void add_sparse_to(CommandLine& line);
    /// The format to write: by name, else by the ending of the output, else LETOR for standard
    /// output. Error where it cannot hold data to rank, so a command can ask before it works.
    const FormatEntry& target() const;
    void write(Dataset data, Session& session) const;
};

/// --sparse was asked for: says so where the format has no such form.
void tell_if_not_sparse(const FormatEntry& format, Session& session);

}  // namespace gradus::cli
