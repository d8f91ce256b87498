#include "gradus/data/csv_table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/csv_field.hpp"

namespace gradus {
namespace {

const char* find(const char* begin, const char* end, char wanted) {
    return static_cast<const char*>(
        std::memchr(begin, wanted, static_cast<std::size_t>(end - begin)));
}

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

CsvTable::CsvTable(TextSource source, CsvOptions options)
    : source_(std::move(source)), options_(std::move(options)) {
    if (options_.choose_separator && skip_blank_lines())
        options_.separator = options_.choose_separator(batch_.substr(0, batch_.find('\n')));
    if (!options_.header) return;
    if (!next()) {
        throw Error({name()}, "it has no header", "name the columns in the first line");
    }
    header_.assign(fields_.begin(), fields_.end());
    header_line_ = line_;
}

bool CsvTable::next() {
    const std::size_t expected = next_line_;
    if (!skip_blank_lines()) return false;
    line_ = next_line_;
    if (field_count_ > 0) skipped_lines_ += line_ - expected;
    take_record();
    next_line_ += 1 + line_ends_inside_;
    check_field_count();
    return true;
}

bool CsvTable::fill() {
    batch_ = source_.next_batch();
    bytes_taken_ += batch_.size();
    return !batch_.empty();
}

bool CsvTable::skip_blank_lines() {
    while (true) {
        if (batch_.empty() && !fill()) return false;
        std::size_t end = 0;  // a batch ends with a line end
        while (is_blank(batch_[end])) ++end;
        if (batch_[end] == '\r' && batch_[end + 1] == '\n') ++end;
        if (batch_[end] != '\n') return true;
        batch_.remove_prefix(end + 1);
        ++next_line_;
    }
}

void CsvTable::take_record() {
    const char* const begin = batch_.data();
    const char* const end = begin + batch_.size();
    record_ = batch_;
    const char* const behind = parse(begin, end);
    if (behind == nullptr) {
        take_spanning_record();
        return;
    }
    record_ = between(begin, behind);
    batch_.remove_prefix(record_.size());
}

/// A batch consists of whole lines, so a record that goes on behind it breaks off inside quotes.
void CsvTable::take_spanning_record() {
    spanning_ = batch_;
    bool whole = false;
    while (!whole && spanning_.size() <= options_.most_record_bytes && fill()) {
        const std::size_t rest = rest_of_record(batch_);
        whole = rest != std::string_view::npos;
        spanning_ += batch_.substr(0, rest);
        batch_.remove_prefix(std::min(rest, batch_.size()));
    }
    record_ = spanning_;
    if (parse(spanning_.data(), spanning_.data() + spanning_.size()) != nullptr) return;
    throw Error(place(open_quote_),
                "the quote is never closed",
                "close it, and double every quote inside the field");
}

/// Splits the record at `begin` and returns what is behind its line end; null where the text ends
/// inside quotes. The text must end with a line end.
const char* CsvTable::parse(const char* begin, const char* end) {
    fields_.clear();
    unescaped_.clear();
    line_ends_inside_ = 0;
    const char separator = options_.separator;
    const char* p = begin;
    while (true) {
        if (*p == '"') {
            p = parse_quoted(p, end);
            if (p == nullptr) return nullptr;
        } else {
            const char* const field = p;
            while (*p != separator && *p != '\n') {
                const bool alone = *p == '\r' && p[1] != '\n';
                if (*p == '\0' || alone) [[unlikely]]
                    refuse_byte(p);
                ++p;
            }
            const char* first = field;
            const char* last = *p == '\n' && p > field && p[-1] == '\r' ? p - 1 : p;
            while (first < last && is_blank(*first)) ++first;
            while (first < last && is_blank(last[-1])) --last;
            fields_.push_back(between(first, last));
        }
        if (*p++ == '\n') return p;
    }
}

/// Takes the field that the quote opens and returns the separator or line end behind it; null where
/// there is no closing quote.
const char* CsvTable::parse_quoted(const char* quote, const char* end) {
    const char* const begin = quote + 1;
    const char* close = begin;
    bool doubled = false;
    while (true) {
        close = find(close, end, '"');
        if (close == nullptr) {
            open_quote_ = quote;
            return nullptr;
        }
        if (close[1] != '"') break;
        doubled = true;
        close += 2;
    }
    if (const char* const nul = find(begin, close, '\0'); nul != nullptr) refuse_byte(nul);
    line_ends_inside_ += static_cast<std::size_t>(std::count(begin, close, '\n'));
    if (doubled) {
        // Room for all at once, as fields_ points into it: a field shrinks by three bytes or more,
        // and grows by the line end that stands behind each field.
        if (unescaped_.empty()) unescaped_.reserve(record_.size());
        const std::size_t start = unescaped_.size();
        for (const char* p = begin; p < close; ++p) {
            unescaped_ += *p;
            if (*p == '"') ++p;
        }
        fields_.push_back(std::string_view(unescaped_).substr(start));
        unescaped_ += '\n';
    } else {
        fields_.push_back(between(begin, close));
    }
    const char* p = close + 1;
    if (p[0] == '\r' && p[1] == '\n') ++p;
    if (*p != options_.separator && *p != '\n') {
        throw Error(
            place(p), "text follows a closing quote", "double every quote inside the field");
    }
    return p;
}

/// How much of the text belongs to a record that has come to it inside quotes; npos where the
/// record does not end in it.
std::size_t CsvTable::rest_of_record(std::string_view text) const {
    std::size_t at = 0;
    while (true) {
        while (true) {
            at = text.find('"', at);
            if (at == std::string_view::npos) return at;
            if (text[at + 1] != '"') break;
            at += 2;
        }
        ++at;
        const bool well_closed = text[at] == options_.separator || text[at] == '\n' ||
                                 (text[at] == '\r' && text[at + 1] == '\n');
        if (!well_closed) return text.find('\n', at) + 1;  // parse() will say what is wrong
        while (true) {                                     // until a field begins with a quote
            while (text[at] != options_.separator && text[at] != '\n') ++at;
            if (text[at++] == '\n') return at;
            if (text[at] == '"') break;
        }
        ++at;
    }
}

void CsvTable::check_field_count() {
    if (field_count_ == 0) {
        field_count_ = fields_.size();
        first_line_ = line_;
    }
    if (fields_.size() == field_count_) return;
    throw Error({name(), line_},
                fmt::format("the record has {} field{}, but {} on line {} has {}",
                            fields_.size(),
                            fields_.size() == 1 ? "" : "s",
                            options_.header ? "the header" : "the first record",
                            first_line_,
                            field_count_),
                fmt::format("give every record the same number of fields ({} separate them)",
                            separator_name(options_.separator)));
}

void CsvTable::refuse_byte(const char* at) const {
    if (*at == '\0') throw Error(place(at), "the record holds a NUL byte", "give a text file");
    throw Error(place(at),
                "there is a stray carriage return inside the record",
                "end lines with LF or CRLF throughout, or put the field in double quotes");
}

/// The place of a byte of this record.
Where CsvTable::place(const char* at) const {
    const char* const begin = record_.data();
    const std::string_view before = between(begin, at);
    const auto line_ends = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    const std::size_t last = before.rfind('\n');
    const std::size_t line_begin = last == std::string_view::npos ? 0 : last + 1;
    return {name(), line_ + line_ends, before.size() - line_begin + 1};
}

Where CsvTable::where(std::size_t field) const {
    const char* p = record_.data();
    for (std::size_t i = 0; i < field; ++i) {
        if (*p == '"') {
            ++p;
            while (*p != '"' || p[1] == '"') p += *p == '"' ? 2 : 1;
        }
        while (*p != options_.separator) ++p;
        ++p;
    }
    return place(p);
}

std::string_view separator_name(char separator) {
    switch (separator) {
        case ',':
            return "commas";
        case ';':
            return "semicolons";
        case '\t':
            return "tabs";
        default:
            return "separators";
    }
}

std::vector<std::string> split_line(std::string_view line, char separator) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string> fields(1);
    bool begins = true;  // a quote that opens stands at the start of a field
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool opens = c == '"' && begins;
        begins = false;
        if (opens) {
            quoted = true;
        } else if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += line[++i];
        } else if (quoted && c == '"') {
            quoted = false;
        } else if (c == separator && !quoted) {
            fields.emplace_back();
            begins = true;
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

std::string list_item(std::string_view name) {
    std::string item;
    append_csv_field(item, name, ',');
    return item;
}

std::string list_text(std::span<const std::string> names) {
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text += ',';
        text += list_item(name);
    }
    return text;
}

}  // namespace gradus
