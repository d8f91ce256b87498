#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/pairs.hpp"
#include "gradus/data/text_lines.hpp"

namespace gradus::pairs {

/// One field and the column at which it begins, from 1.
struct PairField {
    std::string_view text;
    std::size_t column = 0;
};

/// The line's fields, between tabs or between runs of blanks. None for a blank line. Control bytes
/// are an Error.
enum class Separated : unsigned char { by_tabs, by_blanks };
void split(std::string_view line,
           const Where& where,
           Separated separated,
           std::vector<PairField>& fields);

Where place(const Where& line, const PairField& field);

/// Adds a pair of documents that differ.
void add(Pairs& pairs,
         std::string_view query,
         std::string_view winner,
         std::string_view loser,
         float weight,
         const Where& where);

/// A number above 0.
float weight_of(const PairField& field, const Where& line);

/// Calls take(fields, where) for each line that is not blank; no such line at all is an Error.
template <class Take>
void for_each_pair(TextSource& source, Separated separated, Take take) {
    std::vector<PairField> fields;
    bool any = false;
    for_each_line(source, [&](std::string_view line, const Where& where) {
        split(line, where, separated, fields);
        if (fields.empty()) return;
        any = true;
        take(std::span<const PairField>(fields), where);
    });
    if (!any) throw Error({source.name()}, "it has no pairs", "give a pair a line");
}

}  // namespace gradus::pairs
