// The text comes in batches of whole lines. Each batch is cut into slices, which are parsed in
// parallel; then the columns grow once, and the slices are copied into their rows in parallel. What
// needs the whole file, documents that come twice and queries that come back, is done at the end.

#include "gradus/data/formats/trec/lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/data/formats/trec/repeats.hpp"
#include "gradus/data/formats/trec/slice.hpp"

namespace gradus::trec {
namespace {

constexpr std::size_t slice_bytes = std::size_t{128} << 10;
constexpr std::size_t queries_a_time = 16;

struct TextHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};

std::vector<std::string_view> cut(std::string_view batch) {
    std::vector<std::string_view> texts;
    while (!batch.empty()) {
        const std::size_t end = batch.find('\n', std::min(slice_bytes, batch.size()) - 1) + 1;
        texts.push_back(batch.substr(0, end));
        batch.remove_prefix(end);
    }
    return texts;
}

template <class Value>
class LineReader {
  public:
    LineReader(TextSource source, const Shape& shape, Progress& progress, unsigned threads)
        : source_(std::move(source)), shape_(shape), progress_(progress), threads_(threads) {}

    Lines<Value> read() {
        const std::string task = fmt::format("reading {}", source_.name());
        ProgressState state{.task = task, .total = source_.bytes_in_all(), .unit = "B"};
        progress_.update(state);  // starts the clock
        for (std::string_view batch = source_.next_batch(); !batch.empty();
             batch = source_.next_batch()) {
            const bool is_first = state.done == 0;
            state.done += batch.size();
            take(batch);
            if (is_first) reserve(state);
            progress_.update(state);
        }
        if (values_.empty()) {
            throw Error({source_.name()},
                        fmt::format("it has no {}", noun_for(0, shape_.document)),
                        fmt::format("give a file with lines '{}'", shape_.line));
        }
        documents_ = StringColumn(std::move(document_bytes_), std::move(document_ends_));
        slices_.clear();
        refuse_repeats();
        group_by_query();
        progress_.finish(state,
                         fmt::format("{}, {}",
                                     human_counted(values_.size(), shape_.document),
                                     human_counted(query_ids_.size(), "query")));
        return {.query_ids = std::move(query_ids_),
                .query_begins = std::move(query_begins_),
                .document_ids = std::move(documents_),
                .values = std::move(values_),
                .last_field = std::move(last_field_)};
    }

  private:
    /// Lines of one query that stand together.
    struct Stretch {
        std::size_t query;
        std::size_t begin;  ///< first row; the end is where the next stretch begins
    };
    /// A slice, and where its rows go.
    struct Part {
        Slice<Value> slice;
        std::size_t first_row = 0;
        std::size_t first_byte = 0;  ///< of the documents' ids
        bool failed = false;
    };

    void take(std::string_view batch) {
        const std::vector<std::string_view> texts = cut(batch);
        if (slices_.size() < texts.size()) slices_.resize(texts.size());
        parallel_for(texts.size(), 1, threads_, [&](std::size_t i, std::size_t) {
            try {
                parse_slice(texts[i], shape_, {source_.name(), 1}, slices_[i].slice);
            } catch (const Error&) {
                slices_[i].failed = true;  // its line is known once those above are counted
            }
        });
        std::size_t rows = values_.size();
        std::size_t bytes = document_bytes_.size();
        for (std::size_t i = 0; i < texts.size(); ++i) {
            Part& part = slices_[i];
            if (part.failed)
                parse_slice(texts[i], shape_, {source_.name(), lines_ + 1}, part.slice);
            part.first_row = rows;
            part.first_byte = bytes;
            take_rest(part.slice, rows);
            lines_ += part.slice.lines;
            rows += part.slice.values.size();
            bytes += part.slice.document_bytes;
        }
        values_.resize(rows);
        document_ends_.resize(rows);
        document_bytes_.resize(bytes);
        parallel_for(
            texts.size(), 1, threads_, [&](std::size_t i, std::size_t) { copy_rows(slices_[i]); });
    }

    void copy_rows(const Part& part) {
        std::ranges::copy(part.slice.values,
                          values_.begin() + static_cast<std::ptrdiff_t>(part.first_row));
        std::uint64_t* end = document_ends_.data() + part.first_row;
        std::size_t byte = part.first_byte;
        for (const std::string_view document : part.slice.documents) {
            std::memcpy(document_bytes_.data() + byte, document.data(), document.size());
            byte += document.size();
            *end++ = byte;
        }
    }

    /// What a slice has besides its rows.
    void take_rest(const Slice<Value>& slice, std::size_t first_row) {
        if (first_row == 0) last_field_ = slice.last_field;
        for (const std::size_t row : slice.blank_rows) blank_rows_.push_back(first_row + row);
        for (const auto& stretch : slice.stretches) {
            if (stretches_.empty() || stretch.query != query_ids_[stretches_.back().query])
                stretches_.push_back({query_index(stretch.query), first_row + stretch.begin});
        }
    }

    /// Room for the whole file, if it goes on like the first batch.
    void reserve(const ProgressState& state) {
        if (state.total <= state.done) return;
        const double growth =
            1.02 * static_cast<double>(state.total) / static_cast<double>(state.done);
        const auto enough = [&](std::size_t size) {
            return static_cast<std::size_t>(growth * static_cast<double>(size));
        };
        values_.reserve(enough(values_.size()));
        document_ends_.reserve(enough(values_.size()));
        document_bytes_.reserve(enough(document_bytes_.size()));
    }

    std::size_t query_index(std::string_view query) {
        const auto found = query_index_.find(query);
        if (found != query_index_.end()) return found->second;
        const std::size_t index = query_ids_.size();
        query_index_.emplace(query, index);
        query_ids_.push_back(query);
        return index;
    }

    std::size_t stretch_end(std::size_t stretch) const {
        return stretch + 1 < stretches_.size() ? stretches_[stretch + 1].begin : values_.size();
    }

    /// Sorts the stretches by query; those of one query keep the order of the file. Fills in the
    /// order as indices, and where in it each query begins.
    void order_stretches() {
        order_begins_.assign(query_ids_.size() + 1, 0);
        for (const Stretch& stretch : stretches_) ++order_begins_[stretch.query + 1];
        for (std::size_t i = 1; i < order_begins_.size(); ++i)
            order_begins_[i] += order_begins_[i - 1];
        std::vector<std::size_t> next = order_begins_;
        order_.resize(stretches_.size());
        for (std::size_t i = 0; i < stretches_.size(); ++i) order_[next[stretches_[i].query]++] = i;
    }

    void refuse_repeats() {
        order_stretches();
        parallel_for(
            query_ids_.size(), queries_a_time, threads_, [&](std::size_t first, std::size_t last) {
                Repeats repeats(documents_);
                for (std::size_t query = first; query < last; ++query)
                    refuse_repeats(query, repeats);
            });
    }

    void refuse_repeats(std::size_t query, Repeats& repeats) const {
        const auto own = std::span(order_).subspan(order_begins_[query],
                                                   order_begins_[query + 1] - order_begins_[query]);
        std::size_t rows = 0;
        for (const std::size_t i : own) rows += stretch_end(i) - stretches_[i].begin;
        repeats.start(rows);
        for (const std::size_t i : own) {
            for (std::size_t row = stretches_[i].begin; row < stretch_end(i); ++row) {
                const std::optional<std::size_t> earlier = repeats.add(row);
                if (earlier) [[unlikely]]
                    refuse_repeat(query, *earlier, row);
            }
        }
    }

    void group_by_query() {
        if (stretches_.size() == query_ids_.size()) {  // no query comes back
            for (const Stretch& stretch : stretches_) query_begins_.push_back(stretch.begin);
        } else {
            StringColumn documents;
            std::vector<Value> values;
            values.reserve(values_.size());
            for (const std::size_t i : order_) {
                if (stretches_[i].query == query_begins_.size())
                    query_begins_.push_back(values.size());
                for (std::size_t row = stretches_[i].begin; row < stretch_end(i); ++row) {
                    documents.push_back(documents_[row]);
                    values.push_back(values_[row]);
                }
            }
            documents_ = std::move(documents);
            values_ = std::move(values);
        }
        query_begins_.push_back(values_.size());
    }

    [[noreturn, gnu::cold]] void refuse_repeat(std::size_t query,
                                               std::size_t earlier,
                                               std::size_t row) const {
        throw Error({source_.name(), line_of(row)},
                    fmt::format("document {} is {} twice for query {} (first on line {})",
                                excerpt(documents_[row]),
                                shape_.done,
                                excerpt(query_ids_[query]),
                                line_of(earlier)),
                    "keep one of them");
    }

    /// Blank lines and comments before the row count as lines, too.
    std::size_t line_of(std::size_t row) const {
        const auto skipped = std::ranges::upper_bound(blank_rows_, row) - blank_rows_.begin();
        return row + static_cast<std::size_t>(skipped) + 1;
    }

    TextSource source_;
    const Shape& shape_;
    Progress& progress_;
    unsigned threads_;
    std::vector<Part> slices_;  ///< of the batch at hand; their memory serves the next one too
    std::size_t lines_ = 0;

    std::vector<Value> values_;
    std::vector<char> document_bytes_;
    std::vector<std::uint64_t> document_ends_;
    StringColumn documents_;  ///< made of the two, when all lines are read
    StringColumn query_ids_;
    std::vector<std::size_t> query_begins_;
    std::string last_field_;  ///< of the first line

    std::vector<Stretch> stretches_;
    std::vector<std::size_t> order_;         ///< of the stretches, by query
    std::vector<std::size_t> order_begins_;  ///< of each query, then the number of stretches
    std::vector<std::size_t> blank_rows_;    ///< for each line without a row: the row behind it
    std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> query_index_;
};

}  // namespace

template <class Value>
Lines<Value> read_lines(TextSource source,
                        const Shape& shape,
                        Progress& progress,
                        unsigned threads) {
    return LineReader<Value>(std::move(source), shape, progress, threads).read();
}

template Lines<float> read_lines(TextSource, const Shape&, Progress&, unsigned);
template Lines<double> read_lines(TextSource, const Shape&, Progress&, unsigned);

void check_id(std::string_view id, std::string_view what, const std::string& path) {
    const bool blank =
        std::ranges::any_of(id, [](char c) { return static_cast<unsigned char>(c) <= ' '; });
    if (!id.empty() && !blank) return;
    throw Error({path},
                fmt::format("the {} '{}' cannot stand in a TREC file", what, excerpt(id)),
                "use names that are not empty and hold no blanks");
}

void check_distinct(const StringColumn& documents,
                    std::size_t begin,
                    std::size_t end,
                    std::string_view query,
                    const std::string& path) {
    Repeats repeats(documents);
    repeats.start(end - begin);
    for (std::size_t row = begin; row < end; ++row) {
        if (!repeats.add(row)) continue;
        throw Error(
            {path},
            fmt::format(
                "query {} has two documents called '{}'", excerpt(query), excerpt(documents[row])),
            "give each document of a query an id of its own");
    }
}

void check_query(std::string_view id, const std::string& path) {
    check_id(id, "query", path);
    if (!reads_as_other(id)) return;
    throw Error({path},
                fmt::format("the query '{}' cannot stand in a TREC file", excerpt(id)),
                "use ids that start with a letter or digit");
}

void check_value(double value,
                 std::string_view query,
                 std::string_view document,
                 const Shape& shape,
                 const std::string& path) {
    if (std::isfinite(value)) return;
    throw Error({path},
                fmt::format("the {} of document {} of query {} is not a finite number",
                            shape.value,
                            excerpt(document),
                            excerpt(query)),
                "leave the document out");
}

}  // namespace gradus::trec
