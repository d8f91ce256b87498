#include "apps/cli/output/difference_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gradus/report/cell_text.hpp"

namespace gradus::cli {
namespace {

using report::Note;

constexpr std::size_t queries_shown = 3;

/// `undefined` stands for NaN.
std::string fixed(double value, int digits, const char* undefined) {
    return report::cell_text(
        value, {.name = "", .kind = report::Kind::number, .digits = digits, .missing = undefined});
}

/// "=" where no query changes; without a sign where queries change but the mean, to these digits,
/// does not.
std::string change_text(const RuleEffect& effect, std::size_t measure, int digits) {
    if (!effect.refusal.empty()) return "-";
    const double change = effect.changes[measure];
    if (std::abs(change) * std::pow(10.0, digits) >= 0.5)
        return fmt::format("{:+.{}f}", change, digits);
    return effect.queries[measure].empty() ? "=" : fixed(0.0, digits, "");
}

std::string changed_queries(std::span<const QueryChange> queries, int digits) {
    std::string text =
        fmt::format("changes for {} {}", queries.size(), queries.size() == 1 ? "query" : "queries");
    text += queries.size() > queries_shown ? ", most for" : ":";
    for (std::size_t i = 0; i < std::min(queries_shown, queries.size()); ++i) {
        text += fmt::format("{} {} ({} -> {})",
                            i == 0 ? "" : ",",
                            queries[i].query,
                            fixed(queries[i].here, digits, "left out"),
                            fixed(queries[i].there, digits, "left out"));
    }
    return text;
}

/// In words, a line for the rule and one for each measure that it changes.
std::vector<std::string> in_words(const RuleEffect& effect,
                                  std::span<const std::string> measures,
                                  int digits) {
    std::string rule = fmt::format("{}: {} -> {}", effect.rule, effect.here, effect.there);
    if (!effect.refusal.empty()) return {rule, fmt::format("  refused: {}", effect.refusal)};
    const auto is_empty = [](const std::vector<QueryChange>& changes) { return changes.empty(); };
    if (std::ranges::all_of(effect.queries, is_empty)) return {rule + "; no query changes"};
    std::vector<std::string> lines = {std::move(rule)};
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (effect.queries[m].empty()) continue;
        lines.push_back(
            fmt::format("  {} {}", measures[m], changed_queries(effect.queries[m], digits)));
    }
    return lines;
}

Json data_of(const RuleEffect& effect, std::span<const std::string> measures) {
    Json data = {{"rule", effect.rule}, {"here", effect.here}, {"there", effect.there}};
    if (!effect.refusal.empty()) data.set("refusal", effect.refusal);
    for (std::size_t m = 0; m < effect.changes.size(); ++m) {
        Json queries = Json::array();
        for (const QueryChange& change : effect.queries[m]) {
            queries.push_back(
                {{"query", change.query}, {"here", change.here}, {"there", change.there}});
        }
        data["changes"].push_back({{"measure", measures[m]},
                                   {"mean", effect.changes[m]},
                                   {"queries", std::move(queries)}});
    }
    return data;
}

}  // namespace

void add_difference(report::Report& report,
                    const std::string& run,
                    const Difference& difference,
                    std::span<const std::string> measures,
                    std::span<const double> means,
                    int digits) {
    const std::string& here = difference.all.here;
    const std::string& there = difference.all.there;
    if (difference.rules.empty()) {
        report.add(
            Note::heading(fmt::format("{}: {} and {} have the same rules", run, here, there)));
        return;
    }
    report.add(Note::heading(
        fmt::format("{}: from {} to {}, each rule alone and all together (= no query changes)",
                    run,
                    here,
                    there)));
    report::Table table{.name = "means", .columns = {{.name = "mean"}}, .only = report::people};
    for (const std::string& measure : measures) table.columns.push_back({.name = measure});
    const auto add_row = [&](const std::string& name, const auto& text) {
        std::vector<report::Cell> cells = {name};
        for (std::size_t m = 0; m < measures.size(); ++m) cells.emplace_back(text(m));
        table.rows.emplace_back(std::move(cells));
    };
    const auto add_effect = [&](const std::string& name, const RuleEffect& effect) {
        add_row(name, [&](std::size_t m) { return change_text(effect, m, digits); });
    };
    add_row(here, [&](std::size_t m) { return fixed(means[m], digits, "-"); });
    for (const RuleEffect& effect : difference.rules) add_effect("  " + effect.rule, effect);
    add_effect("  all rules together", difference.all);
    add_row(there, [&](std::size_t m) {
        return difference.all.refusal.empty()
                   ? fixed(means[m] + difference.all.changes[m], digits, "-")
                   : std::string("-");
    });
    report.add(std::move(table));
    for (const RuleEffect& effect : difference.rules)
        for (std::string& line : in_words(effect, measures, digits))
            report.add(Note(std::move(line)));
}

report::Table changes_table() {
    report::Table table{.name = "changes", .only = {report::Format::csv}};
    table.columns = {{.name = "run"},
                     {.name = "rule"},
                     {.name = "here"},
                     {.name = "there"},
                     {.name = "measure"},
                     {.name = "change"},
                     {.name = "queries_changed"},
                     {.name = "refusal"}};
    return table;
}

void add_changes(report::Table& table,
                 const std::string& run,
                 const Difference& difference,
                 std::span<const std::string> measures) {
    const auto add = [&](const std::string& rule, const RuleEffect& effect) {
        const bool is_refused = !effect.refusal.empty();
        for (std::size_t m = 0; m < measures.size(); ++m) {
            table.rows.push_back({run,
                                  rule,
                                  effect.here,
                                  effect.there,
                                  measures[m],
                                  is_refused ? report::Cell() : effect.changes[m],
                                  is_refused ? report::Cell() : effect.queries[m].size(),
                                  effect.refusal});
        }
    };
    for (const RuleEffect& effect : difference.rules) add(effect.rule, effect);
    add("all", difference.all);
}

Json difference_data(const Difference& difference, std::span<const std::string> measures) {
    Json rules = Json::array();
    for (const RuleEffect& effect : difference.rules) rules.push_back(data_of(effect, measures));
    return {{"rules", std::move(rules)}, {"all", data_of(difference.all, measures)}};
}

}  // namespace gradus::cli
