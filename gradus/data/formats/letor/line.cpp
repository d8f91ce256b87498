#include "gradus/data/formats/letor/line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
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

    [[gnu::cold]] bool say(const char* at, std::string what, std::string remedy) const {
        const std::size_t nul = line_.find('\0');
        if (nul != std::string_view::npos) {
            problem_ = {nul + 1, "the line holds a NUL byte", "give a text file"};
        } else {
            problem_ = {static_cast<std::size_t>(at - line_.data()) + 1,
                        std::move(what),
                        std::move(remedy)};
        }
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
                           "write NULL for a missing value");
            case NumberStatus::too_large:
                return say(at,
                           fmt::format("{} '{}' does not fit a 32-bit float", whose, text),
                           "scale it down");
            default:
                return say(at,
                           fmt::format("{} '{}' is not a number", whose, text),
                           "write a decimal number");
        }
    }

  private:
    std::string_view line_;
    Problem& problem_;
};

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
    const auto index = integer_from(line.substr(begin, colon - begin));
    if (!index || *index < 1 || *index > static_cast<std::int64_t>(largest_feature)) return 0;
    return static_cast<std::size_t>(*index);
}

bool parse_line(
    std::string_view line, std::span<float> row, float gap, Line& parsed, Problem& problem) {
    const Complaint complaint(line, problem);
    const char* p = line.data();
    const char* const end = p + without_line_end(line).size();  // what stands there ends a token
    float* const values = row.data();
    std::size_t last = 0;  // the feature before

    while (is_blank(*p)) ++p;
    const char* const grade_begin = p;
    const NumberStatus grade_status = parse_float_fast(p, end, parsed.grade);
    if (grade_status != NumberStatus::ok) return complaint.number(p, end, grade_status, "grade");
    if (!ends_token(*p))
        return complaint.number(grade_begin, end, NumberStatus::malformed, "grade");
    if (parsed.grade < 0.0F) {
        return complaint.say(grade_begin,
                             fmt::format("grade {} is negative", shortest(parsed.grade)),
                             "grades start at 0; map the others first");
    }
    while (is_blank(*p)) ++p;

    parsed.qid = {};
    if (end - p >= 4 && std::memcmp(p, "qid:", 4) == 0) {
        parsed.qid = token_at(p + 4, end);
        if (parsed.qid.empty()) return complaint.say(p, "qid: has no query id", "write qid:ID");
        if (parsed.qid.find('\0') != std::string_view::npos) return complaint.say(p, "", "");
        p += 4 + parsed.qid.size();
    }

    parsed.has_comment = false;
    parsed.comment = {};
    while (true) {
        while (is_blank(*p)) ++p;
        if (p >= end) break;
        const char* const token = p;
        std::size_t index = 0;
        auto digit = static_cast<unsigned>(static_cast<unsigned char>(*p) - '0');
        while (digit < 10 && index <= largest_feature) {
            index = 10 * index + digit;
            digit = static_cast<unsigned>(static_cast<unsigned char>(*++p) - '0');
        }
        if (p == token || *p != ':') [[unlikely]] {
            if (*token == '#') {
                parsed.has_comment = true;
                parsed.comment = {token + 1, static_cast<std::size_t>(end - token - 1)};
                if (parsed.comment.find('\0') != std::string_view::npos)
                    return complaint.say(p, "", "");
                break;
            }
            if (token[0] == '-' && token[1] >= '0' && token[1] <= '9') {
                return complaint.say(token,
                                     fmt::format("'{}': a feature number is negative",
                                                 excerpt(token_at(token, end))),
                                     "number the features from 1");
            }
            if (index > largest_feature) {
                return complaint.say(token,
                                     fmt::format("'{}': a feature number is larger than {}",
                                                 excerpt(token_at(token, end)),
                                                 largest_feature),
                                     "number the features from 1 without large gaps");
            }
            if (std::string_view(token, static_cast<std::size_t>(end - token))
                    .starts_with("qid:")) {
                return complaint.say(
                    token, "qid: stands behind a feature", "put it right behind the grade, once");
            }
            return complaint.say(
                token,
                fmt::format("'{}' is not feature:value", excerpt(token_at(token, end))),
                "write the number of the feature, ':' and its value");
        }
        ++p;  // the colon
        if (index <= last) [[unlikely]] {
            if (index == 0) return complaint.say(token, "feature 0", "number the features from 1");
            return complaint.say(
                token,
                index == last ? fmt::format("feature {} is repeated", index)
                              : fmt::format("feature {} comes after feature {}", index, last),
                "put the features of a line in rising order");
        }
        if (index > row.size()) [[unlikely]] {
            return complaint.say(token,
                                 fmt::format("'{}': a feature number is larger than {}",
                                             excerpt(token_at(token, end)),
                                             std::min(largest_feature, row.size())),
                                 "number the features from 1 without large gaps");
        }
        for (; last + 1 < index; ++last) values[last] = gap;
        const char* const value_begin = p;
        if (ends_token(*p)) {
            values[last] = std::numeric_limits<float>::quiet_NaN();
        } else {
            const NumberStatus status = parse_float_fast(p, end, values[last]);
            if (status != NumberStatus::ok || !ends_token(*p)) [[unlikely]] {
                const std::string_view token_text = token_at(value_begin, end);
                if (token_text != "NULL") {
                    return complaint.number(
                        value_begin,
                        end,
                        status == NumberStatus::ok ? NumberStatus::malformed : status,
                        fmt::format("value of feature {}", index));
                }
                values[last] = std::numeric_limits<float>::quiet_NaN();
                p = value_begin + token_text.size();
            }
        }
        last = index;
    }
    for (; last < row.size(); ++last) values[last] = gap;
    return true;
}

std::string_view document_id(std::string_view comment) {
    const auto skip_blanks = [&] {
        while (!comment.empty() && is_blank(comment.front())) comment.remove_prefix(1);
    };
    skip_blanks();
    if (comment.starts_with("docid")) {
        const std::string_view whole = comment;
        comment.remove_prefix(5);
        skip_blanks();
        if (comment.starts_with('=')) {
            comment.remove_prefix(1);
            skip_blanks();
        } else {
            comment = whole;
        }
    }
    return comment.substr(0, comment.find_first_of(" \t"));
}

}  // namespace gradus::letor
