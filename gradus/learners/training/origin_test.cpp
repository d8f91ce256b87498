#include "gradus/learners/training/origin.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Origin, TellsAllPartsThatDiffer) {
    const Origin saved = {
        {"the learner", "mart"}, {"trees", "5"}, {"for", "AP"}, {"the training data", "1 query"}};
    Origin now = saved;
    EXPECT_EQ(origin_difference(saved, now), "");
    now[1].second = "6";
    now[3].second = "2 queries";
    EXPECT_EQ(origin_difference(saved, now),
              "`trees` is 5 in the checkpoint and 6 now, the training data is 1 query in the "
              "checkpoint and 2 queries now");
}

TEST(Origin, TellsOnceWhatIsNoLongerGiven) {
    const Origin saved = {
        {"the learner", "mart"}, {"the validation data", "1 query"}, {"old", "1"}};
    const Origin now = {{"the learner", "mart"}, {"the validation data", "not given"}};
    EXPECT_EQ(
        origin_difference(saved, now),
        "the validation data is 1 query in the checkpoint and not given now, `old` is 1 in the "
        "checkpoint and not given now");
}

TEST(Origin, KnowsTheNamesOfEarlierCheckpoints) {
    const Origin saved = {{"the learner", "mart"}, {"--for", "AP"}, {"--stop-on", "NDCG"}};
    Origin now = {{"the learner", "mart"}, {"for", "AP"}, {"stop_on", "NDCG"}};
    EXPECT_EQ(origin_difference(saved, now), "");
    now[2].second = "RR";
    EXPECT_EQ(origin_difference(saved, now), "`stop_on` is NDCG in the checkpoint and RR now");
}

}  // namespace
}  // namespace gradus
