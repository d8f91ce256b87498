#include "gradus/evaluation/profile.hpp"

#include <set>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

TEST(Profile, HasEachNameOnceAndFindsIt) {
    std::set<std::string_view> names;
    for (const Profile& profile : all_profiles()) {
        EXPECT_TRUE(names.insert(profile.name).second) << profile.name;
        EXPECT_EQ(&profile_named(profile.name), &profile);
    }
    const std::set<std::string_view> expected = {
        "gradus", "trec9", "trec10", "letor", "lightgbm", "xgboost", "ranx", "ir-measures"};
    EXPECT_EQ(names, expected);
    EXPECT_EQ(profile_named("TREC9").name, "trec9");
}

TEST(Profile, OfAnUnknownNameIsRefusedWithAGuess) {
    try {
        profile_named("trec");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()),
                  "option --profile: unknown profile 'trec'; did you mean 'trec9'? choose one of: "
                  "gradus, trec9, trec10, letor, lightgbm, xgboost, ranx, ir-measures");
    }
}

TEST(Profile, NamesOnlyParametersThatItsMeasuresHave) {
    for (const Profile& profile : all_profiles()) {
        for (const MeasureDefault& standard : profile.defaults) {
            bool known = false;
            for (const MeasureEntry* entry : all_measures()) {
                if (entry->name != standard.measure) continue;
                for (const ParamInfo& info : entry->params())
                    known = known || info.name == standard.parameter;
            }
            EXPECT_TRUE(known) << profile.name << ": " << standard.measure << " "
                               << standard.parameter;
        }
    }
}

TEST(Profile, IsDescribedRuleByRule) {
    const std::string text = describe(profile_named("trec9"));
    EXPECT_NE(text.find("scores of runs               32-bit floats\n"), std::string::npos) << text;
    EXPECT_NE(text.find("defaults of measures         ndcg(gain=linear), dcg(gain=linear)\n"),
              std::string::npos)
        << text;
}

}  // namespace
}  // namespace gradus
