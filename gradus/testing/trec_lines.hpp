#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gradus/base/random.hpp"

namespace gradus::testing {

/// The values of the documents by query, in the order of the file, by the most obvious
/// means.
using ByQuery = std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>>;

inline ByQuery read_slowly(const std::string& text, std::size_t value_field) {
    ByQuery queries;
    std::map<std::string, std::size_t> index;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::vector<std::string> fields;
        for (std::string word; words >> word;) fields.push_back(word);
        if (fields.empty() || line[0] == '#') continue;
        if (index.emplace(fields[0], queries.size()).second) queries.push_back({fields[0], {}});
        queries[index[fields[0]]].second.emplace_back(fields[2], std::stod(fields[value_field]));
    }
    return queries;
}

/// What a reader returned, in the same shape.
template <class Grouped, class Value>
ByQuery by_query(const Grouped& read, const std::vector<Value>& values) {
    ByQuery queries;
    for (std::size_t query = 0; query < read.queries(); ++query) {
        queries.emplace_back(read.query_ids[query], ByQuery::value_type::second_type{});
        for (std::size_t i = read.query_begins[query]; i < read.query_begins[query + 1]; ++i)
            queries.back().second.emplace_back(read.document_ids[i], values[i]);
    }
    return queries;
}

/// A well-formed file: queries that come back, comments, blank lines, tabs, CRLF and perhaps no end
/// of the last line. `middle` stands between document and value, `end` behind the value.
inline std::string random_lines(Random& random, const std::string& middle, const std::string& end) {
    const std::size_t queries = 1 + random.below(6);
    const double stay = random.uniform();  // probability that the next line is of the same query
    std::set<std::pair<std::size_t, std::size_t>> used;
    std::string text;
    const auto blanks = [&] {
        const char* const kinds[] = {" ", "\t", "  ", " \t "};
        return kinds[random.below(4)];
    };
    std::size_t query = 0;
    const std::size_t lines = 1 + random.below(60);
    for (std::size_t i = 0; i < lines; ++i) {
        if (random.chance(0.1)) text += "# a comment 1 2 3\n";
        if (random.chance(0.1)) text += random.chance(0.5) ? "\n" : " \t\r\n";
        if (!random.chance(stay)) query = random.below(queries);
        const std::size_t document = random.below(500);
        if (!used.emplace(query, document).second) continue;
        text += random.chance(0.1) ? blanks() : "";
        text += "q" + std::to_string(query) + blanks() + "Q0" + blanks() + "D#" +
                std::to_string(document) + blanks();
        if (!middle.empty()) text += middle + blanks();
        text += std::to_string(static_cast<double>(random.below(2001)) / 8.0 - 125.0);
        if (!end.empty()) text += blanks() + end;
        text += random.chance(0.1) ? blanks() : "";
        text += random.chance(0.3) ? "\r\n" : "\n";
    }
    text += "q0 Q0 last " + (middle.empty() ? "" : middle + " ") + "1e-3 " + end;
    if (random.chance(0.5)) text += "\n";
    return text;
}

}  // namespace gradus::testing
