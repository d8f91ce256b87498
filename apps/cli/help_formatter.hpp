#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace gradus::cli {

/// Prints help as people read it: what an option takes and its default, without what the library
/// that parses options says of its own bookkeeping.
class HelpFormatter : public CLI::Formatter {
  public:
    /// A command that parses its own options says at the end how it is used.
    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
    std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace gradus::cli
