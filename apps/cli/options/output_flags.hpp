#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "gradus/report/report.hpp"

namespace gradus::cli {

/// The options of every command that prints a result: in which format.
class OutputFlags {
  public:
    /// `tables` are those that --csv can print, where there are several; the first unless --table
    /// names another.
    void add_to(CommandLine& line, const std::vector<std::string>& tables = {});

    report::Format format() const { return format_; }
    bool is(report::Format format) const { return format_ == format; }
    /// The table of CSV that was asked for by name, or "".
    const std::string& table() const { return table_; }
    /// `rounded`: CSV has the digits that people see.
    void print(const report::Report& report, bool rounded = false) const;

  private:
    struct Flag {
        report::Format format;
        bool given = false;
    };
    std::vector<Flag> flags_{};
    report::Format format_ = report::Format::text;
    std::string table_{};
};

}  // namespace gradus::cli
