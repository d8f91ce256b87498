#include "apps/cli/options/output_flags.hpp"

#include <fmt/format.h>

namespace gradus::cli {

using report::Format;

void OutputFlags::add_to(CommandLine& line, const std::vector<std::string>& tables) {
    struct Word {
        Format format;
        const char* name;
        const char* help;
    };
    constexpr Word words[] = {
        {Format::json, "--json", "print JSON, with all digits"},
        {Format::csv, "--csv", "print CSV, with all digits"},
        {Format::markdown, "--markdown", "print Markdown"},
        {Format::latex, "--latex", "print LaTeX (booktabs)"},
        {Format::html, "--html", "print an HTML fragment"},
    };
    const char* const heading = "Format of the output";
    for (const Word& word : words) flags_.push_back({.format = word.format});
    std::vector<Option> options;
    for (std::size_t i = 0; i < flags_.size(); ++i) {
        Option option = line.flag(words[i].name, flags_[i].given, words[i].help).under(heading);
        for (const Option& other : options) option.excludes(other);
        options.push_back(option);
    }
    if (!tables.empty()) {
        line.option("--table", table_, fmt::format("what --csv prints; default {}", tables.front()))
            .one_of(tables)
            .under(heading);
    }
    line.check([this] {
        for (const Flag& flag : flags_)
            if (flag.given) format_ = flag.format;
        if (!table_.empty() && format_ != Format::csv) misuse("--table goes with --csv");
    });
}

void OutputFlags::print(const report::Report& report, bool rounded) const {
    cli::print(report::render(report, format_, {.table = table_, .rounded = rounded}));
}

}  // namespace gradus::cli
