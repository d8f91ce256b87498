#include "gradus/evaluation/trec_eval/selection.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"

namespace gradus::trec_eval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::StartsWith;

std::vector<Selected> selected(const std::vector<std::string>& typed,
                               std::string_view profile = "trec10") {
    return select(typed, profile_named(profile));
}

/// The measures chosen, in their order.
std::vector<std::string> measures(const std::vector<std::string>& typed,
                                  std::string_view profile = "trec10") {
    std::vector<std::string> names;
    for (const Selected& measure : selected(typed, profile))
        names.emplace_back(measure.entry->name);
    return names;
}

/// The names of the values of the one measure chosen.
std::vector<std::string> value_names(const std::string& typed) {
    return selected({typed}).at(0).names;
}

std::string refusal(const std::string& typed, std::string_view profile = "trec10") {
    try {
        selected({typed}, profile);
        return "no error";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(TrecEvalSelection, IsTheOfficialSetWhereNothingIsTyped) {
    EXPECT_THAT(measures({}),
                ElementsAre("runid",
                            "num_q",
                            "num_ret",
                            "num_rel",
                            "num_rel_ret",
                            "map",
                            "gm_map",
                            "Rprec",
                            "bpref",
                            "recip_rank",
                            "iprec_at_recall",
                            "P"));
    EXPECT_EQ(measures({"official"}), measures({}));
    EXPECT_EQ(measures({}, "trec9"), measures({}));
}

TEST(TrecEvalSelection, HasInAllTrecWhatTheVersionHas) {
    const std::vector<std::string> nine = measures({"all_trec"}, "trec9");
    std::vector<std::string> ten = measures({"all_trec"}, "trec10");
    EXPECT_THAT(nine, IsSupersetOf(measures({"official", "set"})));
    for (const std::string name : {"dcg", "ideal_dcg", "yaap"})
        EXPECT_EQ(std::ranges::count(ten, name), 0) << name;
    for (const std::string name : {"rbp", "rbp_resid", "unj"}) {
        EXPECT_EQ(std::ranges::count(nine, name), 0) << name;
        EXPECT_EQ(std::erase(ten, name), 1U) << name;
    }
    EXPECT_EQ(ten, nine);
}

TEST(TrecEvalSelection, KeepsTheOrderOfTheCatalogueAndEachMeasureOnce) {
    EXPECT_THAT(measures({"ndcg", "P.5", "map", "ndcg"}), ElementsAre("map", "P", "ndcg"));
}

TEST(TrecEvalSelection, NamesEachValueByItsParameters) {
    EXPECT_THAT(value_names("map"), ElementsAre("map"));
    EXPECT_THAT(value_names("P.20,5"), ElementsAre("P_5", "P_20"));
    EXPECT_THAT(value_names("ndcg_cut.23.4"), ElementsAre("ndcg_cut_23"));
    EXPECT_THAT(value_names("success"), ElementsAre("success_1", "success_5", "success_10"));
    EXPECT_THAT(value_names("iprec_at_recall..5,.25"),
                ElementsAre("iprec_at_recall_0.25", "iprec_at_recall_0.50"));
    EXPECT_THAT(value_names("11pt_avg..25,.5"), ElementsAre("11pt_avg_.25,.5"));
    EXPECT_THAT(value_names("ndcg.1=3,2=9"), ElementsAre("ndcg_1=3,2=9"));
    EXPECT_EQ(value_names("iprec_at_recall").size(), 11U);
}

TEST(TrecEvalSelection, RefusesAMeasureThatItDoesNotKnow) {
    EXPECT_THAT(refusal("recip_rnk"),
                StartsWith("measures: unknown measure 'recip_rnk'; did you mean "
                           "'recip_rank'"));
    EXPECT_THAT(refusal("err"),
                StartsWith("measures: unknown measure 'err'; trec_eval has no such measure, but"));
    EXPECT_THAT(refusal("unj", "trec9"), StartsWith("measures: unknown measure 'unj'; "));
    EXPECT_EQ(refusal("map.3"), "measures: this measure has no parameters; leave them out");
}

}  // namespace
}  // namespace gradus::trec_eval
