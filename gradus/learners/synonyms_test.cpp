#include "gradus/learners/synonyms.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "gradus/learners/learner.hpp"
#include "gradus/testing/settings.hpp"

namespace gradus {
namespace {

std::string refusal(std::string_view learner, const std::vector<std::string>& settings) {
    try {
        learner_named(learner).make(testing::settings_of(settings));
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.what();
    }
    return "accepted";
}

TEST(LearnerSynonyms, MeanLearnersAndAreNoneThemselves) {
    for (const Synonym& synonym : learner_synonyms()) {
        const std::string_view learner = synonym.meant.substr(0, synonym.meant.find(' '));
        EXPECT_EQ(learner_named(learner).name, learner) << synonym.typed;
        EXPECT_EQ(synonym.typed, plain_name(synonym.typed));
        EXPECT_THROW(learner_named(synonym.typed), UnknownName) << synonym.typed;
    }
}

TEST(ObjectiveSynonyms, MeanLearnersWithSettingsThatTheyTake) {
    for (const Synonym& synonym : objective_synonyms()) {
        const std::string meant(synonym.meant);
        const LearnerEntry& learner = learner_named(meant.substr(0, meant.find(' ')));
        const std::size_t space = meant.find(' ');
        if (space != std::string::npos && !meant.substr(space).starts_with(" for=")) {
            EXPECT_NO_THROW(learner.make(testing::settings_of({meant.substr(space + 1)})))
                << synonym.typed;
        }
        EXPECT_EQ(synonym.typed, plain_name(synonym.typed));
    }
}

TEST(ParameterSynonyms, MeanParametersOfALearner) {
    std::set<std::string> known;
    for (const LearnerEntry* entry : all_learners())
        for (const ParamInfo& info : entry->params()) known.insert(info.name);
    for (const Synonym& synonym : parameter_synonyms()) {
        EXPECT_TRUE(known.contains(std::string(synonym.meant)))
            << synonym.typed << " means " << synonym.meant;
        EXPECT_EQ(synonym.typed, plain_name(synonym.typed));
    }
}

TEST(LearnerNames, CountInAnyCaseAndSpelling) {
    EXPECT_EQ(learner_named("LambdaMART").name, "lambdamart");
    EXPECT_EQ(learner_named("Coordinate_Ascent").name, "coordinate-ascent");
    EXPECT_EQ(learner_named("SVM-acc").name, "svmacc");
}

TEST(Settings, OfOtherToolsAreTranslated) {
    const std::string unknown = "num_leaves: unknown parameter 'num_leaves'; ";
    EXPECT_EQ(refusal("lambdamart", {"num_leaves=7"}), unknown + "did you mean 'leaves'?");
    EXPECT_EQ(refusal("rankboost", {"n_estimators=7"}),
              "n_estimators: unknown parameter 'n_estimators'; did you mean "
              "'rounds'?");
    EXPECT_EQ(refusal("lambdamart", {"Trees=7"}),
              "Trees: unknown parameter 'Trees'; did you mean 'trees'?");
    EXPECT_EQ(refusal("lambdamart", {"min-leaf-documents=7"}),
              "min-leaf-documents: unknown parameter 'min-leaf-documents'; did you "
              "mean 'min_leaf_documents'?");
    EXPECT_EQ(refusal("lambdamart", {"colour=7"}).substr(0, 56),
              "colour: unknown parameter 'colour'; choose one of: trees");
}

}  // namespace
}  // namespace gradus
