#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gradus/base/error.hpp"

namespace gradus {

/// How values become grades: by a table, or by thresholds, or as they are; then cut off above.
struct GradeRule {
    std::vector<std::pair<float, float>> table{};  ///< old and new; empty = none
    std::optional<float> rest{};                   ///< the grade of values not in the table
    std::vector<float> thresholds{};               ///< rising; the grade is how many are reached
    std::optional<float> most{};                   ///< larger grades become this one
    std::optional<float> missing{};                ///< the grade of a missing value
};

/// "0=0", "1=0", "rest=2" and so on. Error, naming `where`, for what is not such a pair, and for a
/// value that stands there twice.
void read_grade_table(std::span<const std::string> pairs, const Where& where, GradeRule& rule);

/// What became of the documents with one value.
struct MappedGrade {
    float old = 0.0F;  ///< NaN = missing
    float now = 0.0F;
    std::size_t documents = 0;
};

struct MappedGrades {
    std::vector<float> grades{};          ///< by document
    std::vector<MappedGrade> by_value{};  ///< by rising value, missing last
    std::size_t changed = 0;              ///< documents
};

/// Applies the rule. Error, naming `source` and how many documents each has, where values are not
/// in the table, and where values are missing that have no grade.
MappedGrades map_grades(std::span<const float> values,
                        const GradeRule& rule,
                        const std::string& source);

}  // namespace gradus
