#include "gradus/evaluation/profile.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

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
                  "profile: unknown profile 'trec'; did you mean 'trec10'?");
    }
    try {
        profile_named("trce9");
        FAIL() << "no error";
    } catch (const UnknownName& error) {
        EXPECT_EQ(std::string(error.what()),
                  "profile: unknown profile 'trce9'; did you mean 'trec9'? choose one of: "
                  "gradus, trec9, trec10, letor, lightgbm, xgboost, ranx, ir-measures");
        EXPECT_EQ(error.kind(), ErrorKind::usage);
    }
}

TEST(Profile, NamesOnlyParametersThatItsMeasuresHave) {
    for (const Profile& profile : all_profiles()) {
        for (const MeasureDefault& standard : profile.defaults) {
            bool known = false;
            for (const MeasureEntry* entry : all_measures()) {
                if (entry->name != standard.measure) continue;
                known = known || standard.parameter == "@";
                for (const ParamInfo& info : entry->params())
                    known = known || info.name == standard.parameter;
            }
            EXPECT_TRUE(known) << profile.name << ": " << standard.measure << " "
                               << standard.parameter;
        }
    }
}

TEST(Profile, EverySynonymMeansAProfileAndIsNoneItself) {
    for (const Synonym& synonym : profile_synonyms()) {
        EXPECT_NO_THROW(profile_named(synonym.meant)) << synonym.typed;
        EXPECT_THROW(profile_named(synonym.typed), UnknownName) << synonym.typed;
        EXPECT_EQ(synonym.typed, plain_name(synonym.typed));
    }
}

TEST(Profile, CoversMeasuresThatExist) {
    for (const Profile& profile : all_profiles()) {
        std::istringstream covered{std::string(profile.covers)};
        for (std::string name; covered >> name;) {
            EXPECT_TRUE(std::ranges::any_of(
                all_measures(), [&](const MeasureEntry* entry) { return entry->name == name; }))
                << profile.name << ": " << name;
        }
    }
}

TEST(Profile, HasItsRulesInWords) {
    std::map<std::string_view, std::string> words;
    for (const ProfileRule& rule : profile_rules())
        words[rule.name] = rule.words(profile_named("trec9"));
    EXPECT_EQ(words["scores of runs"], "32-bit floats");
    EXPECT_EQ(words["defaults of measures"], "ndcg(gain=linear), dcg(gain=linear)");
}

}  // namespace
}  // namespace gradus
