#include "apps/cli/notes/side_file_note.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/error.hpp"
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

/// All documents of a query weigh the same.
bool are_of_queries(const Dataset& data) {
    for (std::size_t query = 0; query < data.queries(); ++query) {
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i)
            if (data.weights[i] != data.weights[data.query_begins[query]]) return false;
    }
    return true;
}

/// A file beside data that --columns would read.
bool is_label_column(const std::string& name, const std::string& file, std::size_t documents) {
    try {
        check_column_names({&name, 1});
        if (name.find('.') != std::string::npos || name == "gradus") return false;
        read_label_column(file, documents);
        return true;
    } catch (const Error&) {
        return false;  // something else
    }
}

/// Names of files beside `path` that look like label columns of so many documents, except some.
std::vector<std::string> label_columns_beside(const std::string& path,
                                              std::size_t documents,
                                              std::span<const std::string> except) {
    if (path.empty() || path == "-") return {};
    const std::filesystem::path data_file = side_file_path(path, "");  // ends in a point
    const std::string beginning = data_file.filename().string();
    std::filesystem::path folder = data_file.parent_path();
    if (folder.empty()) folder = ".";
    std::vector<std::string> names;
    std::error_code unreadable;
    for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with(beginning) || !entry.is_regular_file(unreadable)) continue;
        const std::string name = file.substr(beginning.size());
        if (std::ranges::find(except, name) != except.end()) continue;
        if (is_label_column(name, entry.path().string(), documents)) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
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
    const std::string sizes = find_query_file(path);
    const std::string who = who_uses_weights(use, learner);
    const bool weighted = !data.weights.empty();
    if (!sizes.empty() && queries_are_numbered(data)) say(sizes, "sizes of the queries", "");
    if (weighted && !weights.empty()) say(weights, "weights of documents", who);
    if (weighted && !query_weights.empty())
        say(query_weights, "weights of queries, given to their documents", who);
    const bool of_columns = weighted && weights.empty() && query_weights.empty();
    if (of_columns)
        say(path, are_of_queries(data) ? "weights of queries" : "weights of documents", who);
    if (!data.positions.empty() && !positions.empty())
        say(positions, "ranks at which documents were shown", "no learner uses them");
}

void note_columns_left_behind(const Dataset& data,
                              const std::string& path,
                              std::span<const std::string> columns,
                              Session& session) {
    const std::vector<std::string> names = label_columns_beside(path, data.documents(), columns);
    if (names.empty()) return;
    const bool one = names.size() == 1;
    session.progress().note(
        fmt::format("{}: the label column{} {} beside it {} not written along; "
                    "--columns {} does that",
                    path,
                    one ? "" : "s",
                    fmt::join(names, ", "),
                    one ? "is" : "are",
                    fmt::join(names, ",")));
}

std::vector<std::string> names_of(std::span<const LabelColumn> columns) {
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const LabelColumn& column : columns) names.push_back(column.name);
    return names;
}

void note_columns_of_earlier_data(const std::string& path,
                                  std::size_t documents,
                                  std::span<const std::string> written,
                                  Session& session) {
    const std::vector<std::string> names = label_columns_beside(path, documents, written);
    for (const std::string& name : names) {
        session.progress().note(fmt::format(
            "{}: it was there before; is it a label column of earlier data? --columns {} would "
            "read it with {}",
            side_file_path(path, name),
            name,
            path));
    }
}

}  // namespace gradus::cli
