#include "gradus/models/foreign_models.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

std::string named(std::string_view text) {
    const auto found = foreign_model(text);
    return found ? found->what + "/" + found->learner : "";
}

TEST(ForeignModels, AreKnownByHowTheyBegin) {
    EXPECT_EQ(named("tree\nversion=v4\nnum_class=1\n"), "a LightGBM model/lambdamart");
    EXPECT_EQ(named(R"({"name":"tree","version":"v4","feature_infos":{}})"),
              "a LightGBM model/lambdamart");
    EXPECT_EQ(named("## LambdaMART\n## No. of trees = 1\n"),
              "a RankLib model (LambdaMART)/lambdamart");
    EXPECT_EQ(named("## MART\n"), "a RankLib model (MART)/mart");
    EXPECT_EQ(named("## Coordinate Ascent\n"),
              "a RankLib model (Coordinate Ascent)/coordinate-ascent");
    EXPECT_EQ(named("## Random Forests\n"), "a RankLib model (Random Forests)/");
    EXPECT_EQ(named(R"({"learner":{"attributes":{}},"version":[2,0,3]})"),
              "an XGBoost model/lambdamart");
    EXPECT_EQ(named(std::string_view("{L\0\0\0\0\0\0\0\7learner{", 18)),
              "an XGBoost model/lambdamart");
    EXPECT_EQ(named("booster[0]:\n0:[f1<0.5] yes=1,no=2\n"), "an XGBoost model/lambdamart");
    EXPECT_EQ(named("CBM1\x10"), "a CatBoost model/lambdamart");
    EXPECT_EQ(named(R"({"features_info":{},"oblivious_trees":[]})"), "a CatBoost model/lambdamart");
    EXPECT_EQ(named("\x80\x04\x95"), "a Python pickle/");
    EXPECT_EQ(named("## notes\n"), "");
    EXPECT_EQ(named("1 qid:1 1:2\n"), "");
    EXPECT_EQ(named(""), "");
}

}  // namespace
}  // namespace gradus
