#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "gradus/base/progress.hpp"

namespace gradus::cli {

/// What every command can be told, and what it reports to.
class Session {
  public:
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0 = one per processor
    std::string progress_style = "auto";
    bool quiet = false;

    unsigned thread_count() const;
    /// Messages and progress, on stderr.
    Progress& progress();

  private:
    std::unique_ptr<Progress> progress_;
};

/// What a command file offers: its name, its place, and how to set it up. `add` declares the
/// options and the callback that does the work; option values live in a shared_ptr that the
/// callback keeps.
struct CommandEntry {
    std::string_view group;  ///< "data" for `gradus data stats`; "" for `gradus eval`
    std::string_view name;
    std::string_view summary;
    void (*add)(CLI::App& command, Session& session);
};

/// Prints text on stdout; throws Error when it can't be written (a closed pipe, a full disk).
void print(std::string_view text);

}  // namespace gradus::cli
