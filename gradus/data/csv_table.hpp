#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"

namespace gradus {

struct CsvOptions {
    char separator = ',';
    /// What separates the fields of a file with such a first line, where that is to be found out.
    std::function<char(std::string_view first_line)> choose_separator{};
    bool header = true;  ///< the first record names the columns
    /// A quote that nobody closes would swallow the rest of the file.
    std::size_t most_record_bytes = std::size_t{1} << 28;
};

/// Separated values, record by record (RFC 4180): a field in double quotes may hold separators,
/// line ends and, doubled, quotes; elsewhere a quote is text as any other. Blanks around a field
/// without quotes are no part of it, and blank lines are skipped.
/// Throws Error for a quote that is never closed, text behind a closing quote, a NUL byte, a
/// carriage return outside quotes that ends no line, and a record with another number of fields
/// than the first.
class CsvTable {
  public:
    explicit CsvTable(TextSource source, CsvOptions options = {});
    CsvTable(const CsvTable&) = delete;
    CsvTable& operator=(const CsvTable&) = delete;
    CsvTable(CsvTable&&) = delete;
    CsvTable& operator=(CsvTable&&) = delete;
    ~CsvTable() = default;

    const std::string& name() const { return source_.name(); }
    const std::vector<std::string>& header() const { return header_; }
    std::size_t header_line() const { return header_line_; }
    char separator() const { return options_.separator; }

    /// Moves to the next record; false at the end.
    bool next();
    /// True where next() need not wait for text.
    bool has_more_at_hand() const {
        return batch_.find_first_not_of(" \t\r\n") != std::string_view::npos;
    }
    /// The fields of this record without their quotes, valid until next(). Behind each stands a
    /// readable byte that does not belong to it: a separator, a blank, a quote or a line end.
    std::span<const std::string_view> fields() const { return fields_; }
    /// The line on which this record begins, from 1.
    std::size_t line() const { return line_; }
    /// Blank lines between the header and this record.
    std::size_t skipped_lines() const { return skipped_lines_; }
    /// The place of a field of this record.
    Where where(std::size_t field) const;

    /// For progress: bytes taken from the source so far, and in all (0 = unknown).
    std::uint64_t bytes_taken() const { return bytes_taken_; }
    std::uint64_t bytes_in_all() const { return source_.bytes_in_all(); }

  private:
    bool fill();
    bool skip_blank_lines();
    bool is_blank(char c) const { return c == ' ' || (c == '\t' && options_.separator != '\t'); }
    void take_record();
    void take_spanning_record();
    const char* parse(const char* begin, const char* end);
    const char* parse_quoted(const char* quote, const char* end);
    std::size_t rest_of_record(std::string_view text) const;
    Where place(const char* at) const;
    void check_field_count();
    [[noreturn]] void refuse_byte(const char* at) const;

    TextSource source_;
    CsvOptions options_;
    std::vector<std::string> header_;
    std::size_t header_line_ = 0;
    std::size_t field_count_ = 0;  ///< of the first record; 0 = not known yet
    std::size_t first_line_ = 0;   ///< of the first record

    std::string_view batch_;  ///< what is left of the lines at hand
    std::uint64_t bytes_taken_ = 0;
    std::size_t next_line_ = 1;  ///< number of the line at the front of batch_

    std::vector<std::string_view> fields_;
    std::string_view record_;  ///< the text of this record
    std::size_t line_ = 0;
    std::size_t skipped_lines_ = 0;
    std::size_t line_ends_inside_ = 0;  ///< of the quoted fields of this record
    const char* open_quote_ = nullptr;  ///< the quote whose end was not found in the text at hand
    std::string unescaped_;             ///< fields of this record that had doubled quotes
    std::string spanning_;              ///< a record that did not end within its batch
};

/// A separator in the words of a message: "commas", "semicolons", "tabs".
std::string_view separator_name(char separator);

/// The fields of one line; a field in quotes that goes on behind the line is cut.
std::vector<std::string> split_line(std::string_view line, char separator);

/// A name in a list that commas separate, such as --ignore: in quotes where it needs them.
std::string list_item(std::string_view name);
/// The list of the names.
std::string list_text(std::span<const std::string> names);

}  // namespace gradus
