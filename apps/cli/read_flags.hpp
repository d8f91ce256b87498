#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "apps/cli/command.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {

/// The options of every command that reads data to rank.
struct ReadFlags {
    std::string format{};
    ReadOptions options{};

    void add_to(CLI::App& command);
    Dataset read(const std::string& path, Session& session) const;
};

}  // namespace gradus::cli
