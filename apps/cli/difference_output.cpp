#include "apps/cli/difference_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/cli/table.hpp"
#include "apps/cli/value_text.hpp"

namespace gradus::cli {
namespace {

constexpr std::size_t queries_shown = 3;

/// "=" where no query changes; without a sign where queries change but the mean, to these digits,
/// does not.
std::string change_text(const RuleEffect& effect, std::size_t measure, int digits) {
    if (!effect.refusal.empty()) return "-";
    const double change = effect.changes[measure];
    if (std::abs(change) * std::pow(10.0, digits) >= 0.5)
        return fmt::format("{:+.{}f}", change, digits);
    return effect.queries[measure].empty() ? "=" : value_text(0.0, digits, "");
}

std::string changed_queries(std::span<const QueryChange> queries, int digits) {
    std::string text =
        fmt::format("changes for {} {}", queries.size(), queries.size() == 1 ? "query" : "queries");
    text += queries.size() > queries_shown ? ", most for" : ":";
    for (std::size_t i = 0; i < std::min(queries_shown, queries.size()); ++i) {
        text += fmt::format("{} {} ({} -> {})",
                            i == 0 ? "" : ",",
                            queries[i].query,
                            value_text(queries[i].here, digits, "left out"),
                            value_text(queries[i].there, digits, "left out"));
    }
    return text;
}

std::string in_words(const RuleEffect& effect, std::span<const std::string> measures, int digits) {
    std::string text = fmt::format("{}: {} -> {}", effect.rule, effect.here, effect.there);
    if (!effect.refusal.empty()) return text + fmt::format("\n  refused: {}\n", effect.refusal);
    const auto is_empty = [](const std::vector<QueryChange>& changes) { return changes.empty(); };
    if (std::ranges::all_of(effect.queries, is_empty)) return text + "; no query changes\n";
    text += '\n';
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (effect.queries[m].empty()) continue;
        text += fmt::format("  {} {}\n", measures[m], changed_queries(effect.queries[m], digits));
    }
    return text;
}

nlohmann::ordered_json as_json(const RuleEffect& effect, std::span<const std::string> measures) {
    nlohmann::ordered_json out = {
        {"rule", effect.rule}, {"here", effect.here}, {"there", effect.there}};
    if (!effect.refusal.empty()) out["refusal"] = effect.refusal;
    for (std::size_t m = 0; m < effect.changes.size(); ++m) {
        nlohmann::ordered_json queries = nlohmann::ordered_json::array();
        for (const QueryChange& change : effect.queries[m]) {
            queries.push_back({{"query", change.query},
                               {"here", json_number(change.here)},
                               {"there", json_number(change.there)}});
        }
        out["changes"].push_back({{"measure", measures[m]},
                                  {"mean", effect.changes[m]},
                                  {"queries", std::move(queries)}});
    }
    return out;
}

}  // namespace

std::string difference_as_text(const Difference& difference,
                               std::span<const std::string> measures,
                               std::span<const double> means,
                               int digits) {
    const std::string& here = difference.all.here;
    const std::string& there = difference.all.there;
    if (difference.rules.empty())
        return fmt::format("{} and {} have the same rules\n", here, there);
    std::vector<std::vector<std::string>> rows = {{"mean"}, {here}};
    const auto add_changes = [&](const std::string& name, const RuleEffect& effect) {
        rows.push_back({name});
        for (std::size_t m = 0; m < measures.size(); ++m)
            rows.back().push_back(change_text(effect, m, digits));
    };
    for (std::size_t m = 0; m < measures.size(); ++m) {
        rows[0].push_back(measures[m]);
        rows[1].push_back(value_text(means[m], digits, "-"));
    }
    std::string rules;
    for (const RuleEffect& effect : difference.rules) {
        add_changes("  " + effect.rule, effect);
        rules += in_words(effect, measures, digits);
    }
    add_changes("  all rules together", difference.all);
    rows.push_back({there});
    for (std::size_t m = 0; m < measures.size(); ++m) {
        rows.back().push_back(difference.all.refusal.empty()
                                  ? value_text(means[m] + difference.all.changes[m], digits, "-")
                                  : "-");
    }
    return fmt::format("from {} to {}, each rule alone and all together (= no query changes)\n",
                       here,
                       there) +
           aligned(rows) + '\n' + rules;
}

nlohmann::ordered_json difference_as_json(const Difference& difference,
                                          std::span<const std::string> measures) {
    nlohmann::ordered_json out = {{"rules", nlohmann::ordered_json::array()}};
    for (const RuleEffect& effect : difference.rules)
        out["rules"].push_back(as_json(effect, measures));
    out["all"] = as_json(difference.all, measures);
    return out;
}

}  // namespace gradus::cli
