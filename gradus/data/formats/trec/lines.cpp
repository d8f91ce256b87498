// One pass over the text: fields are views of the batch, a query is looked up only where it differs
// from the line above, and ids go into columns. What needs the whole file, documents that come
// twice and queries that come back, is done once at the end.

#include "gradus/data/formats/trec/lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/byte_stream.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/trec/repeats.hpp"

namespace gradus::trec {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// At the start of a line a comment; at the start of a file nothing, or compressed data.
bool reads_as_other(std::string_view query) {
    return query.starts_with('#') || query.starts_with(byte_order_mark) ||
           compression_of(query) != Compression::none;
}

struct TextHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};

template <class Value>
class LineReader {
  public:
    LineReader(TextSource source, const Shape& shape, Progress* progress)
        : source_(std::move(source)), shape_(shape), progress_(progress) {}

    Lines<Value> read() {
        const std::string task = fmt::format("reading {}", source_.name());
        ProgressState state{.task = task, .total = source_.bytes_in_all(), .unit = "B"};
        for (std::string_view batch = source_.next_batch(); !batch.empty();
             batch = source_.next_batch()) {
            state.done += batch.size();
            take(batch);
            if (progress_ != nullptr) progress_->update(state);
        }
        if (lines_.values.empty()) {
            throw Error({source_.name()},
                        fmt::format("there are no {} in it", shape_.documents),
                        fmt::format("give a file with lines '{}'", shape_.line));
        }
        refuse_repeats();
        group_by_query();
        if (progress_ != nullptr) {
            progress_->finish(state,
                              fmt::format("{} {}, {} queries",
                                          human_count(lines_.values.size()),
                                          shape_.documents,
                                          human_count(lines_.query_ids.size())));
        }
        return std::move(lines_);
    }

  private:
    /// Lines of one query that stand together.
    struct Stretch {
        std::size_t query;
        std::size_t begin;  ///< first row; the end is where the next stretch begins
    };

    void take(std::string_view batch) {
        if (line_ == 0 && batch.starts_with(byte_order_mark))
            batch.remove_prefix(byte_order_mark.size());
        const char* p = batch.data();
        const char* const end = p + batch.size();
        while (p < end) {
            ++line_;
            line_begin_ = p;
            if (*p == '#') {
                blank_rows_.push_back(lines_.values.size());
                p = static_cast<const char*>(
                    std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
            } else {
                p = take_line(p);
            }
            ++p;  // the line end
        }
    }

    /// Takes the line at `p` in, if it is not blank; returns its end.
    const char* take_line(const char* p) {
        std::array<std::string_view, most_fields> fields;
        std::size_t count = 0;
        for (;;) {
            while (*p == ' ' || *p == '\t') ++p;
            const char* const begin = p;
            while (static_cast<unsigned char>(*p) > ' ') ++p;
            if (p == begin) break;
            if (count < fields.size()) fields[count] = {begin, static_cast<std::size_t>(p - begin)};
            ++count;
        }
        const char* line_end = p;
        while (*line_end == '\r') ++line_end;
        if (*line_end != '\n') [[unlikely]]
            refuse_byte(*p, p);
        if (count != shape_.fields) [[unlikely]] {
            if (count == 0) {
                blank_rows_.push_back(lines_.values.size());
                return line_end;
            }
            if (count < shape_.fields || !shape_.more_allowed) refuse_count(count);
        }
        add(fields);
        return line_end;
    }

    void add(const std::array<std::string_view, most_fields>& fields) {
        const std::string_view value_text = fields[shape_.value_field];
        const char* first = value_text.data();
        const char* const last = first + value_text.size();
        Value value{};
        const NumberStatus status = parse_number(first, last, value);
        if (status != NumberStatus::ok || first != last) [[unlikely]]
            refuse_number(value_text, status);

        const std::string_view query = fields[query_field];
        if (stretches_.empty() || query != lines_.query_ids[stretches_.back().query])
            stretches_.push_back({query_index(query), lines_.values.size()});
        if (lines_.values.empty()) lines_.last_field = fields[shape_.fields - 1];
        lines_.document_ids.push_back(fields[document_field]);
        lines_.values.push_back(value);
    }

    std::size_t query_index(std::string_view query) {
        const auto found = query_index_.find(query);
        if (found != query_index_.end()) return found->second;
        if (reads_as_other(query)) {
            throw Error(
                {source_.name(), line_, column_of(query.data())},
                "a query id starts with '#', a byte order mark or the mark of compressed data",
                "begin a comment at the start of its line; give queries plain ids");
        }
        const std::size_t index = lines_.query_ids.size();
        query_index_.emplace(query, index);
        lines_.query_ids.push_back(query);
        return index;
    }

    std::size_t stretch_end(std::size_t stretch) const {
        return stretch + 1 < stretches_.size() ? stretches_[stretch + 1].begin
                                               : lines_.values.size();
    }

    /// Sorts the stretches by query; those of one query keep the order of the file. Returns the
    /// order as indices.
    std::vector<std::size_t> stretches_by_query() const {
        std::vector<std::size_t> begins(lines_.query_ids.size() + 1, 0);
        for (const Stretch& stretch : stretches_) ++begins[stretch.query + 1];
        for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
        std::vector<std::size_t> order(stretches_.size());
        for (std::size_t i = 0; i < stretches_.size(); ++i)
            order[begins[stretches_[i].query]++] = i;
        return order;
    }

    void refuse_repeats() {
        order_ = stretches_by_query();
        Repeats repeats(lines_.document_ids);
        for (std::size_t i = 0; i < order_.size();) {
            const std::size_t query = stretches_[order_[i]].query;
            std::size_t end = i;
            std::size_t rows = 0;
            for (; end < order_.size() && stretches_[order_[end]].query == query; ++end)
                rows += stretch_end(order_[end]) - stretches_[order_[end]].begin;
            repeats.start(rows);
            for (; i < end; ++i) {
                const std::size_t last = stretch_end(order_[i]);
                for (std::size_t row = stretches_[order_[i]].begin; row < last; ++row) {
                    const std::optional<std::size_t> earlier = repeats.add(row);
                    if (earlier) [[unlikely]]
                        refuse_repeat(query, *earlier, row);
                }
            }
        }
    }

    void group_by_query() {
        std::vector<std::size_t>& begins = lines_.query_begins;
        if (stretches_.size() == lines_.query_ids.size()) {  // no query comes back
            for (const Stretch& stretch : stretches_) begins.push_back(stretch.begin);
        } else {
            StringColumn documents;
            std::vector<Value> values;
            values.reserve(lines_.values.size());
            for (const std::size_t i : order_) {
                if (stretches_[i].query == begins.size()) begins.push_back(values.size());
                for (std::size_t row = stretches_[i].begin; row < stretch_end(i); ++row) {
                    documents.push_back(lines_.document_ids[row]);
                    values.push_back(lines_.values[row]);
                }
            }
            lines_.document_ids = std::move(documents);
            lines_.values = std::move(values);
        }
        begins.push_back(lines_.values.size());
    }

    std::size_t column_of(const char* p) const {
        return static_cast<std::size_t>(p - line_begin_) + 1;
    }

    [[noreturn, gnu::cold]] void refuse_byte(char byte, const char* p) const {
        throw Error({source_.name(), line_, column_of(p)},
                    byte == '\0' ? "the line holds a NUL byte"
                                 : fmt::format("the line holds the control byte {}",
                                               excerpt(std::string_view(&byte, 1))),
                    "give a text file with lines that end in LF or CRLF");
    }

    [[noreturn, gnu::cold]] void refuse_count(std::size_t count) const {
        throw Error(
            {source_.name(), line_},
            fmt::format(
                "the line has {} field{}, not {}", count, count == 1 ? "" : "s", shape_.fields),
            fmt::format("write '{}'", shape_.line));
    }

    [[noreturn, gnu::cold]] void refuse_number(std::string_view text, NumberStatus status) const {
        const char* what = "is not a number";
        const char* remedy = "write a decimal number";
        if (status == NumberStatus::not_finite) {
            what = "is not a finite number";
            remedy = "leave the line out or write a decimal number";
        } else if (status == NumberStatus::too_large) {
            what = sizeof(Value) == sizeof(float) ? "does not fit a 32-bit float"
                                                  : "does not fit a 64-bit float";
            remedy = "scale it down";
        }
        throw Error({source_.name(), line_, column_of(text.data())},
                    fmt::format("{} '{}' {}", shape_.value, excerpt(text), what),
                    remedy);
    }

    [[noreturn, gnu::cold]] void refuse_repeat(std::size_t query,
                                               std::size_t earlier,
                                               std::size_t row) const {
        throw Error({source_.name(), line_of(row)},
                    fmt::format("document {} is {} twice for query {} (first on line {})",
                                excerpt(lines_.document_ids[row]),
                                shape_.done,
                                excerpt(lines_.query_ids[query]),
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
    Progress* progress_;
    Lines<Value> lines_;
    std::vector<Stretch> stretches_;
    std::vector<std::size_t> order_;       ///< of the stretches, by query
    std::vector<std::size_t> blank_rows_;  ///< for each line without a row: the row behind it
    std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> query_index_;
    std::size_t line_ = 0;  ///< counted from 1
    const char* line_begin_ = nullptr;
};

}  // namespace

template <class Value>
Lines<Value> read_lines(TextSource source, const Shape& shape, Progress* progress) {
    return LineReader<Value>(std::move(source), shape, progress).read();
}

template Lines<float> read_lines<float>(TextSource source, const Shape& shape, Progress* progress);
template Lines<double> read_lines<double>(TextSource source,
                                          const Shape& shape,
                                          Progress* progress);

void check_id(std::string_view id, std::string_view what, const std::string& path) {
    const bool blank =
        std::ranges::any_of(id, [](char c) { return static_cast<unsigned char>(c) <= ' '; });
    if (!id.empty() && !blank) return;
    throw Error({path},
                fmt::format("the {} '{}' cannot stand in a TREC file", what, excerpt(id)),
                "use names that are not empty and hold no blanks");
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
