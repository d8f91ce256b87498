#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

TEST(Judged, CountsTheJudgedDocumentsOfTheTop) {
    const std::vector<double> grades = {0, 2, 0, 0};
    const std::vector<unsigned char> judged = {1, 1, 0, 1};
    const RankedList list{grades, grades, 2.0, judged};
    EXPECT_EQ(make_measure("judged@2")->score(list), 1.0);
    EXPECT_EQ(make_measure("Judged@3")->score(list), 2.0 / 3.0);
    EXPECT_EQ(make_measure("Judged@10")->score(list), 0.75);
    EXPECT_EQ(make_measure("Judged@10")->score({grades, grades, 2.0}), 1.0);
}

}  // namespace
}  // namespace gradus
