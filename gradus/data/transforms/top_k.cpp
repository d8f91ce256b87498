#include "gradus/data/transforms/top_k.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "gradus/base/checksum.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

TopKLabels no_labels(const Dataset& data, std::size_t k) {
    constexpr std::size_t most = std::size_t{1} << 24;  // floats hold all whole numbers up to here
    if (k == 0 || k > most) {
        throw Error(Where::parameter("k"),
                    fmt::format("k = {} is not a number from 1 to {}", k, most),
                    "the usual k is 10");
    }
    return {.labels = std::vector<float>(data.documents(), 0.0F)};
}

/// Labels one query, given its ranked documents in their true order.
void label_query(std::span<const std::size_t> order, std::size_t k, TopKLabels& result) {
    if (order.empty()) ++result.queries_without_order;
    for (std::size_t position = 0; position < std::min(k, order.size()); ++position) {
        result.labels[order[position]] = static_cast<float>(k - position);
    }
}

/// Finds queries and documents by name.
class DocumentFinder {
  public:
    static constexpr std::size_t several = static_cast<std::size_t>(-1);

    explicit DocumentFinder(const Dataset& data) : data_(data) {
        for (std::size_t query = 0; query < data.queries(); ++query) {
            queries_.emplace(data.query_ids[query], query);
        }
    }

    std::optional<std::size_t> query(std::string_view id) const {
        const auto found = queries_.find(id);
        if (found == queries_.end()) return std::nullopt;
        return found->second;
    }

    /// `several` where the name is that of more than one document.
    std::optional<std::size_t> document(std::size_t query, std::string_view name) {
        auto [names, fresh] = documents_.try_emplace(query);
        if (fresh) {
            for (std::size_t i = data_.query_begins[query]; i < data_.query_begins[query + 1];
                 ++i) {
                const auto [place, first] = names->second.emplace(data_.document_name(query, i), i);
                if (!first) place->second = several;
            }
        }
        const auto found = names->second.find(std::string(name));
        if (found == names->second.end()) return std::nullopt;
        return found->second;
    }

  private:
    const Dataset& data_;
    std::unordered_map<std::string_view, std::size_t> queries_;
    std::unordered_map<std::size_t, std::unordered_map<std::string, std::size_t>> documents_;
};

constexpr std::string_view blanks = " \t\r";

/// Takes the next word off the front of a line; empty at its end.
std::string_view take_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

/// The orders of a list, by query, as its lines are read.
class ListedOrders {
  public:
    explicit ListedOrders(const Dataset& data)
        : finder_(data), orders_(data.queries()), lines_(data.documents()) {}

    void take(std::string_view line, const Where& where) {
        const std::string_view query_id = take_word(line);
        if (query_id.empty()) return;
        const std::string_view name = take_word(line);
        if (name.empty() || !take_word(line).empty()) {
            throw Error(where,
                        "the line is not 'query document'",
                        "write two words a line, the best document of a query first");
        }
        const auto query = finder_.query(query_id);
        if (!query) {
            throw Error(where,
                        fmt::format("the data has no query {}", excerpt(query_id)),
                        "list the queries of the data only");
        }
        const auto document = finder_.document(*query, name);
        if (!document) {
            throw Error(
                where,
                fmt::format("query {} has no document {}", excerpt(query_id), excerpt(name)),
                "list the documents of the data only");
        }
        if (*document == DocumentFinder::several) {
            throw Error(
                where,
                fmt::format("query {} has several documents {}", excerpt(query_id), excerpt(name)),
                "give the documents of a query different ids");
        }
        if (lines_[*document] != 0) {
            throw Error(where,
                        fmt::format("document {} of query {} was listed before, on line {}",
                                    excerpt(name),
                                    excerpt(query_id),
                                    lines_[*document]),
                        "list a document once");
        }
        lines_[*document] = where.line;
        orders_[*query].push_back(*document);
    }

    const std::vector<std::vector<std::size_t>>& orders() const { return orders_; }

  private:
    DocumentFinder finder_;
    std::vector<std::vector<std::size_t>> orders_;
    std::vector<std::size_t> lines_;  // where each document was listed; 0 = nowhere
};

}  // namespace

TopKLabels top_k_from_grades(const Dataset& data,
                             std::size_t k,
                             std::uint64_t seed,
                             std::uint32_t draw) {
    TopKLabels result = no_labels(data, k);
    const std::span<const float> grades = data.grades();
    std::vector<std::size_t> order;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        order.resize(data.query_size(query));
        std::iota(order.begin(), order.end(), data.query_begins[query]);
        for (const std::size_t document : order) {
            if (std::isnan(grades[document])) {
                throw Error({},
                            fmt::format("document {} of query {} has no grade",
                                        data.document_name(query, document),
                                        data.query_ids[query]),
                            "give every document a grade");
            }
        }
        const std::string_view id = data.query_ids[query];
        Random(seed, "top-k", checksum(id.data(), id.size()), draw).shuffle(std::span(order));
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return grades[a] > grades[b]; });
        const bool one_grade = order.size() > 1 && grades[order.front()] == grades[order.back()];
        if (one_grade) ++result.queries_of_one_grade;
        label_query(order, k, result);
    }
    return result;
}

TopKLabels top_k_from_ranks(const Dataset& data, const LabelColumn& ranks, std::size_t k) {
    TopKLabels result = no_labels(data, k);
    std::vector<std::size_t> order;
    const Where where{fmt::format("label column '{}'", ranks.name)};
    for (std::size_t query = 0; query < data.queries(); ++query) {
        order.clear();
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            const float rank = ranks.values[i];
            if (std::isnan(rank)) continue;
            if (!(rank >= 1.0F) || rank != std::floor(rank)) {
                throw Error(where,
                            fmt::format("document {} of query {} has rank {}",
                                        data.document_name(query, i),
                                        data.query_ids[query],
                                        shortest(rank)),
                            "ranks are whole numbers from 1");
            }
            order.push_back(i);
        }
        const auto rank_of = [&](std::size_t i) { return ranks.values[i]; };
        std::ranges::stable_sort(order, {}, rank_of);
        const auto twin = std::ranges::adjacent_find(order, {}, rank_of);
        if (twin != order.end()) {
            throw Error(where,
                        fmt::format("documents {} and {} of query {} share rank {}",
                                    data.document_name(query, *twin),
                                    data.document_name(query, *(twin + 1)),
                                    data.query_ids[query],
                                    shortest(rank_of(*twin))),
                        "give each document of a query a rank of its own, or none");
        }
        label_query(order, k, result);
    }
    return result;
}

TopKLabels top_k_from_list(const Dataset& data, TextSource source, std::size_t k) {
    TopKLabels result = no_labels(data, k);
    ListedOrders listed(data);
    Where where{source.name()};
    for (std::string_view batch = source.next_batch(); !batch.empty();
         batch = source.next_batch()) {
        while (!batch.empty()) {
            const std::size_t end = batch.find('\n');
            ++where.line;
            listed.take(batch.substr(0, end), where);
            batch.remove_prefix(end + 1);
        }
    }
    for (const auto& order : listed.orders()) label_query(order, k, result);
    return result;
}

}  // namespace gradus
