#include "gradus/data/transforms/grade_rule.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

using Values = std::vector<float>;

GradeRule table(const std::vector<std::string>& pairs) {
    GradeRule rule;
    read_grade_table(pairs, {"map"}, rule);
    return rule;
}

TEST(GradeRule, MapsByATable) {
    const MappedGrades mapped =
        map_grades(Values{0, 1, 2, 2, -0.0F}, table({"0=0", "1=0", "2=1"}), "a.txt");
    EXPECT_EQ(mapped.grades, (Values{0, 0, 1, 1, 0}));
    EXPECT_EQ(mapped.changed, 3U);
    ASSERT_EQ(mapped.by_value.size(), 3U);
    EXPECT_EQ(mapped.by_value[0].documents, 2U);
    EXPECT_EQ(mapped.by_value[2].old, 2.0F);
    EXPECT_EQ(mapped.by_value[2].now, 1.0F);
}

TEST(GradeRule, TheRestHasAGradeToo) {
    EXPECT_EQ(map_grades(Values{0, 1, 7}, table({"1=1", "rest=0"}), "a").grades, (Values{0, 1, 0}));
    EXPECT_EQ(map_grades(Values{0, 1, 7}, table({"rest=3"}), "a").grades, (Values{3, 3, 3}));
}

TEST(GradeRule, RefusesValuesThatAreNotMapped) {
    EXPECT_EQ(testing::error_message([] {
                  map_grades(Values{0, 3, 3, 4.5F}, table({"0=0"}), "a.txt");
              }),
              "a.txt: 2 values are not mapped: 3 (2 documents), 4.5 (1 document); map them too, as "
              "in 3=0, or all of them with rest=0");
}

TEST(GradeRule, CountsTheThresholdsThatAreReached) {
    const GradeRule rule{.thresholds = {0.1F, 0.5F}};
    EXPECT_EQ(map_grades(Values{0, 0.1F, 0.4F, 0.5F, 9}, rule, "a").grades,
              (Values{0, 1, 1, 2, 2}));
}

TEST(GradeRule, CutsOffAbove) {
    const MappedGrades mapped = map_grades(Values{0, 2, 4}, {.most = 2.0F}, "a");
    EXPECT_EQ(mapped.grades, (Values{0, 2, 2}));
    EXPECT_EQ(mapped.changed, 1U);
}

TEST(GradeRule, MissingValuesNeedAGrade) {
    const Values values = {1, std::nanf("")};
    EXPECT_EQ(map_grades(values, {.missing = 0.0F}, "a").grades, (Values{1, 0}));
    EXPECT_EQ(
        testing::error_message([&] { map_grades(values, {}, "a"); }),
        "a: 1 document has no value; say which grade they get with 'missing_grade', such as 0");
}

TEST(GradeRule, RefusesWhatIsNoTable) {
    const std::string remedy = "; write OLD=NEW, two numbers from 0, or rest=NEW";
    for (const char* const bad : {"1", "1=", "=1", "x=1", "1=-1", "-1=1", "1=2=3", "1=nan"}) {
        EXPECT_EQ(testing::error_message([&] { table({bad}); }),
                  "map: '" + std::string(bad) + "' does not map a grade to a grade" + remedy);
    }
    EXPECT_EQ(testing::error_message([] {
                  table({"1=1", "1.0=2"});
              }),
              "map: 1 is mapped twice; map each value once");
}

}  // namespace
}  // namespace gradus
