#include "gradus/data/transforms/grade_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

constexpr std::size_t most_listed = 12;

std::optional<float> grade_from(std::string_view text) {
    const char* first = text.data();
    const char* const last = first + text.size();
    float value = 0.0F;
    const bool good =
        parse_number(first, last, value) == NumberStatus::ok && first == last && value >= 0.0F;
    if (!good) return std::nullopt;
    return value + 0.0F;  // -0 is 0
}

std::optional<float> in_table(const GradeRule& rule, float value) {
    const auto found = std::ranges::find(rule.table, value, &std::pair<float, float>::first);
    return found == rule.table.end() ? rule.rest : found->second;
}

/// Nothing where the rule does not say.
std::optional<float> grade_of(const GradeRule& rule, float value) {
    if (std::isnan(value)) return rule.missing;
    std::optional<float> grade = value;
    if (!rule.table.empty() || rule.rest) grade = in_table(rule, value);
    if (!rule.thresholds.empty()) {
        grade = static_cast<float>(std::ranges::upper_bound(rule.thresholds, value) -
                                   rule.thresholds.begin());
    }
    if (grade && rule.most) grade = std::min(*grade, *rule.most);
    return grade;
}

using Counts = std::map<float, std::size_t>;

[[noreturn]] void refuse_unmapped(const Counts& unmapped, const std::string& source) {
    std::string list;
    std::size_t listed = 0;
    for (const auto& [value, count] : unmapped) {
        if (listed++ == most_listed) break;
        list += fmt::format("{}{} ({})",
                            list.empty() ? "" : ", ",
                            shortest(value),
                            human_counted(count, "document"));
    }
    if (unmapped.size() > most_listed)
        list += fmt::format(", and {} more", human_count(unmapped.size() - most_listed));
    throw Error({source},
                fmt::format("{} not mapped: {}",
                            unmapped.size() == 1 ? "1 value is"
                                                 : fmt::format("{} values are", unmapped.size()),
                            list),
                fmt::format("map them too, as in {}=0, or all of them with rest=0",
                            shortest(unmapped.begin()->first)));
}

}  // namespace

void read_grade_table(std::span<const std::string> pairs, const Where& where, GradeRule& rule) {
    constexpr std::string_view rest = "rest";
    for (const std::string& text : pairs) {
        const std::size_t middle = text.find('=');
        const auto old = grade_from(std::string_view(text).substr(0, middle));
        const bool is_rest = text.substr(0, middle) == rest;
        const auto now = middle == std::string::npos
                             ? std::nullopt
                             : grade_from(std::string_view(text).substr(middle + 1));
        if (!now || (!old && !is_rest)) {
            throw Error(where,
                        fmt::format("'{}' does not map a grade to a grade", excerpt(text)),
                        "write OLD=NEW, two numbers from 0, or rest=NEW");
        }
        const bool twice =
            is_rest ? rule.rest.has_value()
                    : std::ranges::find(rule.table, *old, &std::pair<float, float>::first) !=
                          rule.table.end();
        if (twice) {
            throw Error(where,
                        fmt::format("{} is mapped twice", is_rest ? "rest" : shortest(*old)),
                        "map each value once");
        }
        if (is_rest) {
            rule.rest = now;
        } else {
            rule.table.emplace_back(*old, *now);
        }
    }
}

MappedGrades map_grades(std::span<const float> values,
                        const GradeRule& rule,
                        const std::string& source) {
    MappedGrades result{.grades = std::vector<float>(values.size())};
    Counts counts;
    Counts unmapped;
    std::size_t missing = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto grade = grade_of(rule, values[i]);
        if (std::isnan(values[i])) {
            ++missing;
        } else {
            ++(grade ? counts : unmapped)[values[i] + 0.0F];
        }
        if (!grade) continue;
        result.grades[i] = *grade;
        if (*grade != values[i]) ++result.changed;
    }
    if (!unmapped.empty()) refuse_unmapped(unmapped, source);
    if (missing > 0 && !rule.missing) {
        throw Error(
            {source},
            fmt::format("{} no value",
                        missing == 1 ? "1 document has" : human_count(missing) + " documents have"),
            "say which grade they get with `missing_grade`, such as 0");
    }
    for (const auto& [value, count] : counts)
        result.by_value.push_back({value, grade_of(rule, value).value_or(0.0F), count});
    if (missing > 0) {
        result.by_value.push_back(
            {std::numeric_limits<float>::quiet_NaN(), rule.missing.value_or(0.0F), missing});
    }
    return result;
}

}  // namespace gradus
