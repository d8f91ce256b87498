#include "gradus/data/formats/pairs/fields.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradus/base/line_ends.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::pairs {

void split(std::string_view line,
           const Where& where,
           Separated separated,
           std::vector<PairField>& fields) {
    fields.clear();
    const auto control = std::ranges::find_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
    if (control != line.end()) {
        throw Error(
            {where.source, where.line, static_cast<std::size_t>(control - line.begin()) + 1},
            fmt::format("the line holds a control byte ({})", excerpt({control, 1})),
            "give a text file");
    }
    if (line.find_first_not_of(" \t") == std::string_view::npos) return;
    const bool tabs = separated == Separated::by_tabs;
    const std::string_view separators = tabs ? "\t" : " \t";
    std::size_t begin = 0;
    while (true) {
        if (!tabs) begin = line.find_first_not_of(separators, begin);
        if (begin == std::string_view::npos) return;
        const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
        fields.push_back({line.substr(begin, end - begin), begin + 1});
        if (end == line.size()) return;
        begin = end + 1;
    }
}

Where place(const Where& line, const PairField& field) {
    return {line.source, line.line, field.column};
}

void add(Pairs& pairs,
         std::string_view query,
         std::string_view winner,
         std::string_view loser,
         float weight,
         const Where& where) {
    if (query.starts_with(byte_order_mark)) {  // at the start of a file it would be left out
        throw Error(where, "a query id starts with a byte order mark", "give queries plain ids");
    }
    if (winner == loser) {
        throw Error(where,
                    fmt::format("document {} is preferred to itself", excerpt(winner)),
                    "name two documents");
    }
    pairs.query_ids.push_back(query);
    pairs.winners.push_back(winner);
    pairs.losers.push_back(loser);
    pairs.weights.push_back(weight);
}

float weight_of(const PairField& field, const Where& line) {
    const char* first = field.text.data();
    const char* const last = first + field.text.size();
    float weight = 0.0F;
    const NumberStatus status = parse_number(first, last, weight);
    if (status == NumberStatus::ok && first == last && weight > 0.0F) return weight;
    throw Error(place(line, field),
                fmt::format("weight '{}' is not a number above 0", excerpt(field.text)),
                "write a decimal number, or leave it out");
}

}  // namespace gradus::pairs
