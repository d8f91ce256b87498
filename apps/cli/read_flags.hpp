#pragma once

#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {

/// The options of every command that reads data to rank.
struct ReadFlags {
    std::string format{};
    ReadOptions options{};

    void add_to(CommandLine& line);
    Dataset read(const std::string& path, Session& session) const;
};

}  // namespace gradus::cli
