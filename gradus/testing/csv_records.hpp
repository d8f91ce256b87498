#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace gradus::testing {

using CsvRecord = std::vector<std::string>;

/// The obvious reader of separated values: one byte after the other, one state. Takes well-formed
/// text only, whose last line has its end.
inline std::vector<CsvRecord> split_slowly(const std::string& text, char separator) {
    std::vector<CsvRecord> records;
    CsvRecord record;
    std::string field;
    bool quoted = false;
    bool was_quoted = false;
    const std::string blanks = separator == '\t' ? " " : " \t";
    const auto finished = [&] {
        std::string done = std::exchange(field, {});
        if (std::exchange(was_quoted, false)) return done;
        done.erase(0, done.find_first_not_of(blanks));
        done.erase(done.find_last_not_of(blanks) + 1);
        return done;
    };
    bool begun = false;  // something of the record has been seen
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c != '"') {
                field += c;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                field += text[++i];
            } else {
                quoted = false;
            }
        } else if (c == '"' && field.empty()) {
            quoted = was_quoted = begun = true;
        } else if (c == separator) {
            record.push_back(finished());
            begun = true;
        } else if (c == '\n' || (c == '\r' && text[i + 1] == '\n')) {
            if (c == '\r') ++i;
            record.push_back(finished());
            if (!begun) record.clear();
            if (!begun) continue;
            records.push_back(std::exchange(record, {}));
            begun = false;
        } else {
            field += c;
            begun = begun || blanks.find(c) == std::string::npos;
        }
    }
    return records;
}

}  // namespace gradus::testing
