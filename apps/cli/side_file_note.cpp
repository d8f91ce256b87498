#include "apps/cli/side_file_note.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/data/side_files.hpp"

namespace gradus::cli {
namespace {

std::string learners_that_use_weights() {
    std::vector<std::string_view> names;
    for (const LearnerEntry* entry : all_learners())
        if (entry->uses_weights) names.push_back(entry->name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string who_uses_weights(DataUse use, const LearnerEntry* learner) {
    if (use == DataUse::validation) return "measures do not use them";
    if (learner == nullptr) return fmt::format("used by {}", learners_that_use_weights());
    if (learner->uses_weights) return fmt::format("used by {}", learner->name);
    return fmt::format(
        "{} does not use them; these do: {}", learner->name, learners_that_use_weights());
}

/// True where the queries are called as those of a .query file are.
bool queries_are_numbered(const Dataset& data) {
    for (std::size_t query = 0; query < data.queries(); ++query) {
        if (data.query_ids[query] != std::to_string(query + 1)) return false;
    }
    return true;
}

}  // namespace

void note_side_files(const Dataset& data,
                     const std::string& path,
                     DataUse use,
                     const LearnerEntry* learner,
                     Session& session) {
    const auto say = [&](const std::string& file, std::string_view what, std::string_view who) {
        session.progress().note(
            fmt::format("{}: {}{}{}", file, what, who.empty() ? "" : "; ", who));
    };
    const std::string weights = find_side_file(path, "weight");
    const std::string query_weights = find_side_file(path, "query_weight");
    const std::string positions = find_side_file(path, "position");
    const std::string sizes = find_side_file(path, "query");
    const std::string who = who_uses_weights(use, learner);
    const bool weighted = !data.weights.empty();
    if (!sizes.empty() && queries_are_numbered(data)) say(sizes, "sizes of the queries", "");
    if (weighted && !weights.empty()) say(weights, "weights of documents", who);
    if (weighted && !query_weights.empty())
        say(query_weights, "weights of queries, given to their documents", who);
    const bool unused_column = weighted && weights.empty() && query_weights.empty() &&
                               learner != nullptr && !learner->uses_weights;
    if (unused_column) say(path, "weights of documents", who);
    if (!data.positions.empty() && !positions.empty())
        say(positions, "ranks at which documents were shown", "no learner uses them");
}

}  // namespace gradus::cli
