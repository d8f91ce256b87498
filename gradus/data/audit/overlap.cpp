#include "gradus/data/audit/overlap.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "gradus/base/checksum.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/data/feature_names.hpp"

namespace gradus {
namespace {

constexpr std::size_t documents_at_once = 1024;
constexpr std::size_t queries_at_once = 256;

/// A column and what stands for it in a checksum.
struct KeyedColumn {
    std::size_t column;
    std::uint32_t key;
};

std::vector<KeyedColumn> keyed_columns(const Dataset& data, bool by_name) {
    std::vector<KeyedColumn> columns(data.features.columns());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        columns[j] = {j, static_cast<std::uint32_t>(j)};
    }
    if (!by_name) return columns;
    const std::vector<std::string> names = names_of_features(data);
    for (KeyedColumn& column : columns) {
        const std::string& name = names[column.column];
        column.key = static_cast<std::uint32_t>(checksum(name.data(), name.size()));
    }
    std::ranges::sort(columns, {}, [&](const KeyedColumn& column) -> const std::string& {
        return names[column.column];
    });
    return columns;
}

std::uint64_t print_of_row(std::span<const float> row,
                           const std::vector<KeyedColumn>& columns,
                           std::vector<std::uint32_t>& scratch) {
    scratch.clear();
    for (const auto& [column, key] : columns) {
        const float value = row[column];
        if (value == 0.0F || std::isnan(value)) continue;
        scratch.push_back(key);
        scratch.push_back(std::bit_cast<std::uint32_t>(value));
    }
    if (scratch.empty()) return 0;
    return checksum(scratch.data(), scratch.size() * sizeof(std::uint32_t)) | 1U;
}

std::uint64_t print_of_query(std::span<const std::uint64_t> documents) {
    std::vector<std::uint64_t> sorted(documents.begin(), documents.end());
    std::ranges::sort(sorted);
    if (sorted.empty() || sorted.front() == sorted.back()) return 0;
    return checksum(sorted.data(), sorted.size() * sizeof(std::uint64_t)) | 1U;
}

/// Both lists sorted.
template <class Value>
std::size_t common(const std::vector<Value>& a, const std::vector<Value>& b) {
    std::vector<Value> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both.size();
}

template <class Value>
bool mostly_common(std::vector<Value> a, std::vector<Value> b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    const std::size_t least = std::min(a.size(), b.size());
    return least > 0 && 2 * common(a, b) >= least;
}

std::vector<std::uint64_t> told_apart(const Dataset& data,
                                      const QueryPrints& prints,
                                      std::size_t query) {
    std::vector<std::uint64_t> result;
    for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
        if (prints.documents[i] != 0) result.push_back(prints.documents[i]);
    }
    return result;
}

std::vector<std::string_view> ids_of(const Dataset& data, std::size_t query) {
    std::vector<std::string_view> result;
    if (data.document_ids.empty()) return result;
    for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
        if (!data.document_ids[i].empty()) result.push_back(data.document_ids[i]);
    }
    return result;
}

/// The queries of a data set by id and by their documents.
class QueryFinder {
  public:
    QueryFinder(const Dataset& data, const QueryPrints& prints) {
        by_id_.reserve(data.queries());
        by_print_.reserve(data.queries());
        for (std::size_t query = 0; query < data.queries(); ++query) {
            by_id_.emplace(data.query_ids[query], query);
            if (prints.queries[query] != 0) by_print_.emplace(prints.queries[query], query);
        }
    }
    std::optional<std::size_t> with_id(std::string_view id) const { return found(by_id_, id); }
    /// The first of them.
    std::optional<std::size_t> with_print(std::uint64_t print) const {
        return print == 0 ? std::nullopt : found(by_print_, print);
    }

  private:
    template <class Map, class Key>
    static std::optional<std::size_t> found(const Map& map, const Key& key) {
        const auto place = map.find(key);
        if (place == map.end()) return std::nullopt;
        return place->second;
    }

    std::unordered_map<std::string_view, std::size_t> by_id_;
    std::unordered_map<std::uint64_t, std::size_t> by_print_;
};

}  // namespace

QueryPrints query_prints(const Dataset& data, bool by_name, unsigned threads) {
    const std::vector<KeyedColumn> columns = keyed_columns(data, by_name);
    QueryPrints prints{.documents = std::vector<std::uint64_t>(data.documents()),
                       .queries = std::vector<std::uint64_t>(data.queries())};
    parallel_for(
        data.documents(), documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
            std::vector<std::uint32_t> scratch;
            for (std::size_t i = begin; i < end; ++i)
                prints.documents[i] = print_of_row(data.features.row(i), columns, scratch);
        });
    const std::span<const std::uint64_t> documents = prints.documents;
    parallel_for(data.queries(), queries_at_once, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t query = begin; query < end; ++query) {
            prints.queries[query] =
                print_of_query(documents.subspan(data.query_begins[query], data.query_size(query)));
        }
    });
    return prints;
}

std::vector<SharedQuery> shared_queries(const Dataset& first,
                                        const Dataset& second,
                                        unsigned threads) {
    const bool by_name = !only_places_tell(names_of_features(first), names_of_features(second));
    return shared_queries(first,
                          query_prints(first, by_name, threads),
                          second,
                          query_prints(second, by_name, threads));
}

std::vector<SharedQuery> shared_queries(const Dataset& first,
                                        const QueryPrints& prints_of_first,
                                        const Dataset& second,
                                        const QueryPrints& prints_of_second) {
    const QueryFinder finder(first, prints_of_first);
    std::vector<SharedQuery> shared;
    for (std::size_t query = 0; query < second.queries(); ++query) {
        const auto same_id = finder.with_id(second.query_ids[query]);
        if (same_id) {
            const bool features = mostly_common(told_apart(first, prints_of_first, *same_id),
                                                told_apart(second, prints_of_second, query));
            if (features) {
                shared.push_back({Sharing::features, *same_id, query});
                continue;
            }
            if (mostly_common(ids_of(first, *same_id), ids_of(second, query))) {
                shared.push_back({Sharing::documents, *same_id, query});
                continue;
            }
        }
        if (const auto twin = finder.with_print(prints_of_second.queries[query])) {
            shared.push_back({Sharing::other_id, *twin, query});
        } else if (same_id) {
            shared.push_back({Sharing::id, *same_id, query});
        }
    }
    return shared;
}

std::vector<SharedQuery> repeated_queries(const Dataset& data, unsigned threads) {
    const QueryPrints prints = query_prints(data, false, threads);
    const QueryFinder finder(data, prints);
    std::vector<SharedQuery> repeated;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const auto twin = finder.with_print(prints.queries[query]);
        if (twin && *twin != query) repeated.push_back({Sharing::other_id, *twin, query});
    }
    return repeated;
}

}  // namespace gradus
