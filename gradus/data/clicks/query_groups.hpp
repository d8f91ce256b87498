#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace gradus {

/// The text by which two queries are the same (the paper's `=`): letters in lower case, blanks at
/// the ends removed and others made one space. Lower case is Unicode's simple case folding for the
/// letters of European languages and Vietnamese in Latin, Greek and Cyrillic script; letters of
/// other scripts stay, accents stay, ß stays, and composed and decomposed letters (NFC, NFD) stay
/// different. Blanks are those of ASCII and Unicode's separators. Bytes that are not UTF-8 stay.
std::string normalised_query(std::string_view text);

/// Which queries count as one. By their text, normalised or not, and by a given mapping (the
/// paper's `≈`, "similar or equal"). A query that is not mapped is in the group of its own text, so
/// a group may be named by one of its queries.
class QueryGroups {
  public:
    /// Groups by the text alone.
    explicit QueryGroups(bool normalise = true) : normalise_(normalise) {}
    /// And by the lines `query TAB group` of a file. A query in two groups, or a group that is
    /// itself mapped to another, is an Error.
    QueryGroups(bool normalise, const std::string& path);

    std::string of(std::string_view query) const;

  private:
    std::string text_of(std::string_view query) const;

    bool normalise_;
    std::unordered_map<std::string, std::string> groups_;
};

}  // namespace gradus
