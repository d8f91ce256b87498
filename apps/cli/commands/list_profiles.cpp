#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "gradus/evaluation/profile.hpp"

namespace gradus::cli {
namespace {

using report::Format;

/// A row a profile; its rules are one field of JSON and a column each of CSV.
report::Table profile_rows() {
    report::Table table{.name = "profiles", .only = report::programs};
    table.columns = {{.name = "profile"}, {.name = "summary"}};
    table.columns.push_back({.name = "rules", .only = {Format::json}});
    for (const ProfileRule& rule : profile_rules())
        table.columns.push_back({.name = std::string(rule.name), .only = {Format::csv}});
    for (const Profile& profile : all_profiles()) {
        Json rules = Json::object();
        std::vector<report::Cell> cells = {profile.name, profile.summary, {}};
        for (const ProfileRule& rule : profile_rules()) {
            rules.set(rule.name, rule.words(profile));
            cells.emplace_back(rule.words(profile));
        }
        cells[2].value = std::move(rules);
        table.rows.emplace_back(std::move(cells));
    }
    return table;
}

report::Table rules_of(const Profile& profile) {
    report::Table table{.name = "rules", .only = report::people, .indent = 4, .headings = false};
    table.columns = {{.name = "rule", .width = 27}, {.name = "meaning"}};
    for (const ProfileRule& rule : profile_rules())
        table.rows.push_back({rule.name, rule.words(profile)});
    return table;
}

report::Report profiles() {
    report::Report report{.is_list = true};
    report.add(profile_rows());
    for (const Profile& profile : all_profiles()) {
        report.add(report::Note::heading(fmt::format("{}: {}", profile.name, profile.summary)));
        report.add(rules_of(profile));
    }
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry list_profiles_entry{
    .group = "list",
    .name = "profiles",
    .summary = "list the evaluation profiles and their rules",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto output = std::make_shared<OutputFlags>();
            output->add_to(line);
            line.action([output] { output->print(profiles()); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
