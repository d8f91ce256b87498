#include "apps/cli/notes/overlap_notes.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus::cli {
namespace {

/// "12 of 157 queries of vali.txt are" or "1 of 157 queries of vali.txt has".
std::string some_of(std::size_t count,
                    const NamedData& second,
                    std::string_view one,
                    std::string_view several) {
    return fmt::format("{} of {} of {} {}",
                       human_count(count),
                       human_counted(second.data.queries(), "query"),
                       second.name,
                       count == 1 ? one : several);
}

std::string line_of(Sharing what,
                    std::size_t count,
                    const SharedQuery& example,
                    const NamedData& first,
                    const NamedData& second) {
    const std::string id = excerpt(second.data.query_ids[example.second]);
    switch (what) {
        case Sharing::features:
            return fmt::format("{} in {} too, with the same documents (query {}, for example)",
                               some_of(count, second, "is", "are"),
                               first.name,
                               id);
        case Sharing::documents:
            return fmt::format(
                "{} in {} too, by the ids of their documents, though with other features "
                "(query {}, for example)",
                some_of(count, second, "is", "are"),
                first.name,
                id);
        case Sharing::other_id:
            return fmt::format(
                "{} the documents of a query of {} under another id (query {} is query {} there, "
                "for example)",
                some_of(count, second, "has", "have"),
                first.name,
                id,
                excerpt(first.data.query_ids[example.first]));
        case Sharing::id:
            return fmt::format(
                "{} the id of a query of {}, but other documents (query {}, for "
                "example)",
                some_of(count, second, "has", "have"),
                first.name,
                id);
    }
    return {};
}

std::vector<SharedQuery> only(Sharing what, const std::vector<SharedQuery>& shared) {
    std::vector<SharedQuery> chosen;
    std::ranges::copy_if(shared, std::back_inserter(chosen), [&](const SharedQuery& query) {
        return query.what == what;
    });
    return chosen;
}

constexpr std::array all_kinds = {
    Sharing::features, Sharing::documents, Sharing::other_id, Sharing::id};

}  // namespace

bool numbers_its_queries(const std::string& path, const std::string& format) {
    return format_to_read(path, format).name == "lightgbm" || has_query_file(path);
}

std::vector<std::string> sharing_lines(const NamedData& first,
                                       const NamedData& second,
                                       const std::vector<SharedQuery>& shared) {
    std::vector<std::string> lines;
    for (const Sharing what : all_kinds) {
        const std::vector<SharedQuery> chosen = only(what, shared);
        if (chosen.empty()) continue;
        lines.push_back(line_of(what, chosen.size(), chosen.front(), first, second));
    }
    return lines;
}

void tell_shared_queries(const NamedData& train,
                         const NamedData& other,
                         const std::string& format,
                         Session& session) {
    const std::vector<SharedQuery> shared =
        shared_queries(train.data, other.data, session.thread_count());
    const bool ids_mean_nothing =
        numbers_its_queries(train.name, format) || numbers_its_queries(other.name, format);
    for (const Sharing what : all_kinds) {
        if (what == Sharing::id && ids_mean_nothing) continue;
        for (const std::string& line : sharing_lines(train, other, only(what, shared))) {
            session.progress().note(
                what == Sharing::id
                    ? fmt::format("{}: if an id means the same query in both files, keep all its "
                                  "documents in one of them (gradus data split)",
                                  line)
                    : fmt::format("{}: values on {} will be too good; keep the queries apart "
                                  "(gradus data split)",
                                  line,
                                  other.name));
        }
    }
}

void tell_repeated_queries(const NamedData& named, Session& session) {
    const std::vector<SharedQuery> repeated = repeated_queries(named.data, session.thread_count());
    if (repeated.empty()) return;
    session.progress().note(
        fmt::format("{} the same documents as an earlier one, under another id (query {} is query "
                    "{}, for example): such queries may come into different parts, and what is "
                    "measured on one is then known from the other",
                    some_of(repeated.size(), named, "has", "have"),
                    excerpt(named.data.query_ids[repeated.front().second]),
                    excerpt(named.data.query_ids[repeated.front().first])));
}

}  // namespace gradus::cli
