#include "gradus/data/formats/trec/slice.hpp"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "gradus/base/byte_stream.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/line_ends.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::trec {
namespace {

template <class Value>
class SliceParser {
  public:
    SliceParser(const Shape& shape, const SlicePlace& place, Slice<Value>& slice)
        : shape_(shape), place_(place), slice_(slice) {}

    void parse(std::string_view text) {
        const char* p = text.data();
        const char* const end = p + text.size();
        for (; p < end; ++p, ++slice_.lines) {
            line_begin_ = p;
            if (*p == '#') {
                slice_.blank_rows.push_back(slice_.values.size());
                p = static_cast<const char*>(
                    std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
            } else {
                p = take_line(p);
            }
        }
    }

  private:
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
                slice_.blank_rows.push_back(slice_.values.size());
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
        const NumberStatus status = parse_fast(first, last, value);
        if (status != NumberStatus::ok || first != last) [[unlikely]]
            refuse_number(value_text, status);

        const std::string_view query = fields[query_field];
        if (slice_.stretches.empty() || query != slice_.stretches.back().query) {
            if (reads_as_other(query)) refuse_query(query);
            slice_.stretches.push_back({query, slice_.values.size()});
        }
        if (slice_.values.empty()) slice_.last_field = fields[shape_.fields - 1];
        slice_.documents.push_back(fields[document_field]);
        slice_.document_bytes += fields[document_field].size();
        slice_.values.push_back(value);
    }

    Where here(const char* p) const {
        return {place_.name,
                place_.first_line + slice_.lines,
                static_cast<std::size_t>(p - line_begin_) + 1};
    }

    [[noreturn, gnu::cold]] void refuse_query(std::string_view query) const {
        const char* const at = query.data();
        throw Error(here(at),
                    "a query id starts with '#', a byte order mark or the mark of compressed data",
                    "begin a comment at the start of its line; give queries plain ids");
    }

    [[noreturn, gnu::cold]] void refuse_byte(char byte, const char* p) const {
        throw Error(here(p),
                    byte == '\0' ? "the line holds a NUL byte"
                                 : fmt::format("the line holds the control byte {}",
                                               excerpt(std::string_view(&byte, 1))),
                    "give a text file with lines that end in LF or CRLF");
    }

    [[noreturn, gnu::cold]] void refuse_count(std::size_t count) const {
        throw Error(
            {place_.name, place_.first_line + slice_.lines},
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
        const char* const at = text.data();
        throw Error(here(at), fmt::format("{} '{}' {}", shape_.value, excerpt(text), what), remedy);
    }

    const Shape& shape_;
    const SlicePlace& place_;
    Slice<Value>& slice_;
    const char* line_begin_ = nullptr;
};

}  // namespace

template <class Value>
void Slice<Value>::clear() {
    values.clear();
    documents.clear();
    stretches.clear();
    blank_rows.clear();
    document_bytes = 0;
    lines = 0;
    last_field = {};
}

template <class Value>
void parse_slice(std::string_view text,
                 const Shape& shape,
                 const SlicePlace& place,
                 Slice<Value>& slice) {
    slice.clear();
    SliceParser<Value>(shape, place, slice).parse(text);
}

template struct Slice<float>;
template struct Slice<double>;
template void parse_slice(std::string_view, const Shape&, const SlicePlace&, Slice<float>&);
template void parse_slice(std::string_view, const Shape&, const SlicePlace&, Slice<double>&);

bool reads_as_other(std::string_view query) {
    return query.starts_with('#') || query.starts_with(byte_order_mark) ||
           compression_of(query) != Compression::none;
}

}  // namespace gradus::trec
