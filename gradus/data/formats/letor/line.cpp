#include "gradus/data/formats/letor/line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/settings_text.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::letor {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool ends_token(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '#';
}

std::string_view without_line_end(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || is_blank(line.back()))) line.remove_suffix(1);
    return line;
}

std::string_view token_at(const char* p, const char* end) {
    const char* stop = p;
    while (stop < end && !ends_token(*stop)) ++stop;
    return {p, static_cast<std::size_t>(stop - p)};
}

/// Everything that is wrong with a line is told here, away from the loop that must be fast.
class Complaint {
  public:
    Complaint(std::string_view line, Problem& problem) : line_(line), problem_(problem) {}

    [[gnu::cold]] bool nul() const {
        problem_ = {line_.find('\0') + 1, "the line holds a NUL byte", "give a text file"};
        return false;
    }

    [[gnu::cold]] bool say(const char* at, std::string what, std::string remedy) const {
        if (line_.find('\0') != std::string_view::npos) return nul();
        problem_ = {
            static_cast<std::size_t>(at - line_.data()) + 1, std::move(what), std::move(remedy)};
        return false;
    }

    [[gnu::cold]] bool number(const char* at,
                              const char* end,
                              NumberStatus status,
                              const std::string& whose) const {
        const std::string text = excerpt(token_at(at, end));
        switch (status) {
            case NumberStatus::not_finite:
                return say(at,
                           fmt::format("{} '{}' is not a finite number", whose, text),
                           not_finite_remedy(token_at(at, end), whose));
            case NumberStatus::too_large:
                return say(at,
                           fmt::format("{} '{}' does not fit a 32-bit float", whose, text),
                           "scale it down");
            default:
                return say(at,
                           fmt::format("{} '{}' is not a number", whose, text),
                           whose == "grade" &&
                                   token_at(at, end).find_first_of(",;") != std::string_view::npos
                               ? "write a decimal number; for separated values say `format=csv`"
                               : "write a decimal number");
        }
    }

    /// A token that does not begin with a feature number and a colon.
    [[gnu::cold]] bool no_feature(const char* at, const char* end) const {
        const std::string_view token = token_at(at, end);
        const std::size_t digits = std::min(token.find_first_not_of("0123456789"), token.size());
        if (at < end && *at == '\r') return lonely_return(at);
        if (token.starts_with("qid:")) {
            const std::string_view before =
                line_.substr(0, static_cast<std::size_t>(at - line_.data()));
            if (before.find(" qid:") != std::string_view::npos ||
                before.find("\tqid:") != std::string_view::npos || before.starts_with("qid:")) {
                return say(at, "qid: is given twice", "give the query of a document once");
            }
            return say(at, "qid: comes after a feature", "put it directly after the grade, once");
        }
        if (token.size() > 1 && token[0] == '-' && token[1] >= '0' && token[1] <= '9') {
            return say(at,
                       fmt::format("'{}': a feature number is negative", excerpt(token)),
                       "number the features from 1");
        }
        if (digits > 0 && digits < token.size() && token[digits] == ':') {
            return say(
                at,
                fmt::format(
                    "'{}': a feature number is larger than {}", excerpt(token), largest_feature),
                "number the features from 1 without large gaps");
        }
        return say(at,
                   fmt::format("'{}' is not feature:value", excerpt(token)),
                   "write the number of the feature, ':' and its value");
    }

    [[gnu::cold]] bool order(const char* at, std::size_t index, std::size_t last) const {
        if (index == 0) return say(at, "feature 0", "number the features from 1");
        return say(at,
                   index == last ? fmt::format("feature {} is repeated", index)
                                 : fmt::format("feature {} comes after feature {}", index, last),
                   index == last
                       ? "give each feature of a line once"
                       : "put the features of a line in rising order, or say `feature_order=any`");
    }

    [[gnu::cold]] bool repeated(const char* at, std::size_t index) const {
        return say(at, fmt::format("feature {} is repeated", index), "give each feature once");
    }

    [[gnu::cold]] bool lonely_return(const char* at) const {
        return say(at,
                   "there is a stray carriage return inside the line",
                   "end lines with LF or CRLF throughout");
    }

  private:
    static std::string not_finite_remedy(std::string_view word, const std::string& whose) {
        if (whose == "grade") return "write a number from 0";
        if ((word.front() | 0x20) != 'n') return "write NULL for a missing value";
        return "write NULL for a missing value, or say " +
               setting_text("missing_words", excerpt(word));
    }

    std::string_view line_;
    Problem& problem_;
};

/// The number at the start of a token; larger than any feature when it is too long. Moves `p`
/// behind it.
std::size_t parse_index(const char*& p) {
    std::size_t index = 0;
    auto digit = static_cast<unsigned>(static_cast<unsigned char>(*p) - '0');
    while (digit < 10 && index <= largest_feature) {
        index = 10 * index + digit;
        digit = static_cast<unsigned>(static_cast<unsigned char>(*++p) - '0');
    }
    return index;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
        const auto small = [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        };
        return small(x) == small(y);
    });
}

/// What is no plain number: a word for a missing value, or an error. Moves `p` behind the word.
[[gnu::cold, gnu::noinline]] NumberStatus parse_word(
    const char*& p, const char* end, NumberStatus status, const Rules& rules, float& value) {
    const std::string_view word = token_at(p, end);
    const bool missing =
        word == "NULL" || std::ranges::any_of(rules.missing_words, [&](const std::string& each) {
            return same_word(word, each);
        });
    if (!missing) return status == NumberStatus::ok ? NumberStatus::malformed : status;
    value = std::numeric_limits<float>::quiet_NaN();
    p += word.size();
    return NumberStatus::ok;
}

/// The value behind a feature's colon: a number, or NULL, a word for it or nothing for a missing
/// one. Moves `p` behind it.
inline NumberStatus parse_value(const char*& p, const char* end, const Rules& rules, float& value) {
    if (ends_token(*p)) {
        value = std::numeric_limits<float>::quiet_NaN();
        return NumberStatus::ok;
    }
    const char* const begin = p;
    const NumberStatus status = parse_fast(p, end, value);
    if (status == NumberStatus::ok && ends_token(*p)) [[likely]]
        return status;
    p = begin;
    return parse_word(p, end, status, rules, value);
}

/// Takes the comment whose '#' is at `p`.
bool parse_comment(const char* p, const char* end, Line& parsed, const Complaint& complaint) {
    parsed.comment = {p + 1, static_cast<std::size_t>(end - p - 1)};
    if (parsed.comment.find('\0') != std::string_view::npos) return complaint.nul();
    const std::size_t lonely = parsed.comment.find('\r');
    return lonely == std::string_view::npos || complaint.lonely_return(p + 1 + lonely);
}

/// The grade, if any; moves `p` behind it.
bool parse_grade(
    const char*& p, const char* end, Line& parsed, const Complaint& complaint, bool graded) {
    while (is_blank(*p)) ++p;
    parsed.grade = 0.0F;
    if (!graded && token_at(p, end).find(':') != std::string_view::npos) return true;
    const char* const grade = p;
    const NumberStatus status = parse_fast(p, end, parsed.grade);
    if (status != NumberStatus::ok) return complaint.number(grade, end, status, "grade");
    if (!ends_token(*p)) return complaint.number(grade, end, NumberStatus::malformed, "grade");
    if (graded && parsed.grade < 0.0F) {
        return complaint.say(grade,
                             fmt::format("grade {} is negative", shortest(parsed.grade)),
                             "grades start at 0; map the others first");
    }
    if (parsed.grade == 0.0F) parsed.grade = 0.0F;  // -0 is 0
    return true;
}

/// Grade and qid; moves `p` to the features.
bool parse_head(
    const char*& p, const char* end, Line& parsed, const Complaint& complaint, bool graded) {
    if (!parse_grade(p, end, parsed, complaint, graded)) return false;
    while (is_blank(*p)) ++p;
    parsed.qid = {};
    if (end - p < 4 || std::memcmp(p, "qid:", 4) != 0) return true;
    parsed.qid = token_at(p + 4, end);
    if (parsed.qid.empty()) return complaint.say(p, "qid: has no query id", "write qid:ID");
    if (parsed.qid.find('\0') != std::string_view::npos) return complaint.nul();
    p += 4 + parsed.qid.size();
    return true;
}

}  // namespace

bool holds_document(std::string_view line) {
    for (const char c : line) {
        if (!is_blank(c) && c != '\r') return c != '#';
    }
    return false;
}

std::size_t last_feature(std::string_view line) {
    const std::size_t comment = line.find('#');
    if (comment != std::string_view::npos) line = line.substr(0, comment);
    line = without_line_end(line);
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return 0;
    std::size_t begin = colon;
    while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
    if (begin > 0 && !is_blank(line[begin - 1])) return 0;  // a colon inside a query id
    const auto index = integer_from(line.substr(begin, colon - begin));
    if (!index || *index < 1 || *index > static_cast<std::int64_t>(largest_feature)) return 0;
    return static_cast<std::size_t>(*index);
}

std::size_t highest_feature(std::string_view line) {
    std::vector<std::size_t> numbers;
    add_features(line, numbers);
    return numbers.empty() ? 0 : *std::ranges::max_element(numbers);
}

void for_each_feature(std::string_view line,
                      const std::function<void(std::size_t, std::string_view)>& visit) {
    line = line.substr(0, line.find('#'));
    const char* p = line.data();
    const char* const end = p + without_line_end(line).size();
    while (p < end) {
        while (p < end && is_blank(*p)) ++p;
        const std::string_view token = token_at(p, end);
        if (token.empty()) return;
        p += token.size();
        const std::size_t colon = token.find(':');
        if (colon == std::string_view::npos) continue;
        const auto index = integer_from(token.substr(0, colon));
        if (index && *index >= 1 && *index <= static_cast<std::int64_t>(largest_feature))
            visit(static_cast<std::size_t>(*index), token.substr(colon + 1));
    }
}

void add_features(std::string_view line, std::vector<std::size_t>& numbers) {
    for_each_feature(line,
                     [&](std::size_t feature, std::string_view) { numbers.push_back(feature); });
}

bool parse_line(std::string_view line,
                std::span<float> row,
                const Rules& rules,
                Line& parsed,
                Problem& problem) {
    const Complaint complaint(line, problem);
    const float gap = rules.gap;
    const char* p = line.data();
    const char* const end = p + without_line_end(line).size();  // what stands there ends a token
    float* const values = row.data();
    std::size_t last = 0;  // the feature before
    parsed.comment = {};
    if (!parse_head(p, end, parsed, complaint, rules.graded)) return false;
    while (true) {
        while (is_blank(*p)) ++p;
        if (p >= end) break;
        const char* const token = p;
        if (*p == '#') {
            if (!parse_comment(p, end, parsed, complaint)) return false;
            break;
        }
        const std::size_t index = parse_index(p);
        if (*p != ':' || p == token) [[unlikely]]
            return complaint.no_feature(token, end);
        if (index <= last) [[unlikely]]
            return complaint.order(token, index, last);
        if (index > largest_feature) [[unlikely]]
            return complaint.no_feature(token, end);
        ++p;
        // A row is as wide as the last feature of any line. A wider feature is out of order, then,
        // and what stands behind it will say how.
        float ignored = 0.0F;
        float* place = &ignored;
        if (index <= row.size()) [[likely]] {
            for (; last + 1 < index; ++last) values[last] = gap;
            place = values + last;
        }
        const NumberStatus status = parse_value(p, end, rules, *place);
        if (status != NumberStatus::ok) [[unlikely]] {
            return complaint.number(p, end, status, fmt::format("value of feature {}", index));
        }
        last = index;
    }
    if (last > row.size()) return complaint.order(p, row.size(), last);
    for (; last < row.size(); ++last) values[last] = gap;
    return true;
}

bool parse_unordered_line(std::string_view line,
                          std::span<float> row,
                          const Rules& rules,
                          std::vector<unsigned char>& seen,
                          Line& parsed,
                          Problem& problem) {
    const Complaint complaint(line, problem);
    const char* p = line.data();
    const char* const end = p + without_line_end(line).size();
    parsed.comment = {};
    seen.assign(row.size(), 0);
    std::ranges::fill(row, rules.gap);
    if (!parse_head(p, end, parsed, complaint, rules.graded)) return false;
    while (true) {
        while (is_blank(*p)) ++p;
        if (p >= end) return true;
        const char* const token = p;
        if (*p == '#') return parse_comment(p, end, parsed, complaint);
        const std::size_t index = parse_index(p);
        if (*p != ':' || p == token || index > row.size()) return complaint.no_feature(token, end);
        if (index == 0) return complaint.order(token, 0, 0);
        if (seen[index - 1]++ != 0) return complaint.repeated(token, index);
        ++p;
        const NumberStatus status = parse_value(p, end, rules, row[index - 1]);
        if (status != NumberStatus::ok)
            return complaint.number(p, end, status, fmt::format("value of feature {}", index));
    }
}

std::string_view document_id(std::string_view comment) {
    const auto skip_blanks = [&] {
        while (!comment.empty() && is_blank(comment.front())) comment.remove_prefix(1);
    };
    skip_blanks();
    constexpr std::string_view key = "docid";
    if (same_word(comment.substr(0, key.size()), key)) {
        const std::string_view whole = comment;
        comment.remove_prefix(key.size());
        skip_blanks();
        if (comment.starts_with('=') || comment.starts_with(':')) {
            comment.remove_prefix(1);
            skip_blanks();
        } else {
            comment = whole;
        }
    }
    return comment.substr(0, comment.find_first_of(" \t"));
}

}  // namespace gradus::letor
