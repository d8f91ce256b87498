#include "gradus/data/transforms/split.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/audit/overlap.hpp"

namespace gradus {
namespace {

/// The queries cut at the given places (the last is the number of queries). A part keeps the file's
/// order also when its members were drawn at random.
std::vector<QueryList> cut(std::span<const std::size_t> ends,
                           QueryOrder order,
                           std::uint64_t seed) {
    std::vector<std::size_t> queries(ends.back());
    std::iota(queries.begin(), queries.end(), std::size_t{0});
    if (order == QueryOrder::shuffled) {
        Random(seed, "split").shuffle(std::span(queries));
    }
    std::vector<QueryList> parts;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        QueryList& part = parts.emplace_back();
        for (; begin < end; ++begin) part.push_back(queries[begin]);
        std::ranges::sort(part);
    }
    return parts;
}

std::size_t letor_part_size(std::size_t queries, std::size_t count) {
    const std::size_t down = queries / count;
    const std::size_t left_over = queries % count;
    if (left_over <= 1 || (count - 1) * (down + 1) >= queries) return down;
    return down + 1;
}

void append(QueryList& to, const QueryList& from) {
    to.insert(to.end(), from.begin(), from.end());
}

/// The two parts have a query id in common. Whether that is the same query decides the remedy.
[[noreturn]] void refuse_shared(std::span<const Dataset> parts,
                                std::span<const std::string> names,
                                std::size_t first,
                                std::size_t second,
                                std::size_t query) {
    const std::vector<SharedQuery> shared = shared_queries(parts[first], parts[second], 1);
    const auto is_same = [](const SharedQuery& one) {
        return one.what == Sharing::features || one.what == Sharing::documents;
    };
    const auto same = std::ranges::find_if(shared, is_same);
    if (same != shared.end()) {
        throw Error(
            {names[second]},
            fmt::format("query {} is also in {}, with the same documents ({} in all)",
                        excerpt(parts[second].query_ids[same->second]),
                        names[first],
                        counted(static_cast<std::size_t>(std::ranges::count_if(shared, is_same)),
                                "such query")),
            "give parts that share no query");
    }
    throw Error({names[second]},
                fmt::format("query {} is also in {}, with other documents",
                            excerpt(parts[second].query_ids[query]),
                            names[first]),
                "bring the documents of a query into one part, or give different queries "
                "different ids");
}

void check_unique_queries(std::span<const Dataset> parts, std::span<const std::string> names) {
    std::unordered_map<std::string_view, std::size_t> homes;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t query = 0; query < parts[part].queries(); ++query) {
            const std::string_view id = parts[part].query_ids[query];
            const auto [home, fresh] = homes.emplace(id, part);
            if (!fresh) refuse_shared(parts, names, home->second, part, query);
        }
    }
}

void check_feature_names(std::span<const Dataset> parts, std::span<const std::string> names) {
    for (std::size_t part = 1; part < parts.size(); ++part) {
        // Columns 1, 2, … are names too, and a table has each of its columns.
        const bool other_columns =
            !parts[part].gaps && parts[part].features.columns() != parts[0].features.columns();
        if (parts[part].feature_names != parts[0].feature_names || other_columns) {
            throw Error({names[part]},
                        fmt::format("its features have other names than those of {}", names[0]),
                        "give parts with the same columns");
        }
    }
}

/// True where the parts have such a column, false where none has.
template <class Has>
bool all_or_none(std::span<const Dataset> parts,
                 std::span<const std::string> names,
                 std::string_view what,
                 Has has) {
    for (std::size_t part = 1; part < parts.size(); ++part) {
        if (has(parts[part]) != has(parts[0])) {
            const std::size_t with = has(parts[0]) ? 0 : part;
            const std::size_t without = has(parts[0]) ? part : 0;
            throw Error({names[without]},
                        fmt::format("it has no {}, but {} has", what, names[with]),
                        "give all parts such a file, or none");
        }
    }
    return has(parts[0]);
}

}  // namespace

std::vector<QueryList> equal_parts(std::size_t queries,
                                   std::size_t count,
                                   QueryOrder order,
                                   std::uint64_t seed) {
    if (count > queries) {
        throw Error({},
                    fmt::format("{} parts cannot be made of {}", count, counted(queries, "query")),
                    "ask for fewer folds, or give more data");
    }
    std::vector<std::size_t> ends;
    const std::size_t size = letor_part_size(queries, count);
    for (std::size_t part = 1; part < count; ++part) {
        ends.push_back(order == QueryOrder::file
                           ? part * size
                           : part * (queries / count) + std::min(part, queries % count));
    }
    ends.push_back(queries);
    return cut(ends, order, seed);
}

std::vector<QueryList> parts_by_shares(std::size_t queries,
                                       std::span<const double> shares,
                                       QueryOrder order,
                                       std::uint64_t seed) {
    constexpr double tolerance = 1e-6;  // of people who type 0.333333
    double sum = 0.0;
    std::vector<std::size_t> ends;
    for (const double share : shares) {
        if (!(share > 0.0)) {
            throw Error(Where::typed({}),
                        fmt::format("the share {} is not above 0", shortest(share)),
                        "give every part a share of the queries");
        }
        sum += share;
        const double end = std::round(std::min(sum, 1.0) * static_cast<double>(queries));
        ends.push_back(static_cast<std::size_t>(end));
    }
    if (!(std::abs(sum - 1.0) <= tolerance)) {
        throw Error(Where::typed({}),
                    fmt::format("the shares add up to {:.6g}, not 1", sum),
                    "give shares such as 0.6,0.2,0.2");
    }
    ends.back() = queries;
    for (std::size_t part = 0; part < ends.size(); ++part) {
        if (ends[part] == (part == 0 ? 0 : ends[part - 1])) {
            throw Error({},
                        fmt::format("a share of {} of {} has no queries",
                                    shortest(shares[part]),
                                    counted(queries, "query")),
                        "give a larger share, or more data");
        }
    }
    return cut(ends, order, seed);
}

std::vector<Fold> rotate_parts(const std::vector<QueryList>& parts, bool with_vali) {
    const std::size_t count = parts.size();
    const std::size_t trained = count - (with_vali ? 2 : 1);
    std::vector<Fold> folds(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t part = i; part < i + trained; ++part) {
            append(folds[i].train, parts[part % count]);
        }
        if (with_vali) folds[i].vali = parts[(i + trained) % count];
        folds[i].test = parts[(i + count - 1) % count];
    }
    return folds;
}

JoinedParts join_parts(std::span<const Dataset> parts,
                       std::span<const std::string> names,
                       float gap) {
    check_unique_queries(parts, names);
    check_feature_names(parts, names);
    const bool weights = all_or_none(
        parts, names, "weights", [](const Dataset& data) { return !data.weights.empty(); });
    const bool positions = all_or_none(
        parts, names, "positions", [](const Dataset& data) { return !data.positions.empty(); });
    std::size_t documents = 0;
    std::size_t features = 0;
    bool ids = false;
    bool comments = false;
    for (const Dataset& part : parts) {
        documents += part.documents();
        features = std::max(features, part.features.columns());
        ids = ids || !part.document_ids.empty();
        comments = comments || !part.comments.empty();
    }
    JoinedParts joined;
    Dataset& data = joined.data;
    data.features = FeatureMatrix(documents, features);
    data.feature_names = parts[0].feature_names;
    data.gaps = parts[0].gaps;
    data.query_begins.push_back(0);
    for (const LabelColumn& column : parts[0].labels) data.labels.push_back({column.name, {}});
    std::size_t row = 0;
    for (const Dataset& part : parts) {
        QueryList& queries = joined.parts.emplace_back();
        for (std::size_t query = 0; query < part.queries(); ++query) {
            queries.push_back(data.queries());
            data.query_ids.push_back(part.query_ids[query]);
            data.query_begins.push_back(data.query_begins.back() + part.query_size(query));
        }
        for (std::size_t c = 0; c < data.labels.size(); ++c) {
            data.labels[c].values.append(part.labels[c].values);
        }
        for (std::size_t i = 0; i < part.documents(); ++i, ++row) {
            const std::span<float> target = data.features.mutable_row(row);
            const auto rest = std::ranges::copy(part.features.row(i), target.begin()).out;
            std::fill(rest, target.end(), gap);
            if (ids) {
                data.document_ids.push_back(part.document_ids.empty() ? "" : part.document_ids[i]);
            }
            if (comments) data.comments.push_back(part.comments.empty() ? "" : part.comments[i]);
            if (weights) data.weights.push_back(part.weights[i]);
            if (positions) data.positions.push_back(part.positions[i]);
        }
    }
    return joined;
}

}  // namespace gradus
