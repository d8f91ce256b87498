#include "gradus/learners/training/variants.hpp"

#include <gtest/gtest.h>

#include "gradus/testing/error_message.hpp"
#include "gradus/testing/settings.hpp"

namespace gradus {
namespace {

struct Shared {
    int rounds = 3;
    std::vector<double> cost = {1.0};
    static constexpr auto fields =
        std::tuple{Field{"rounds", &Shared::rounds, 1, 9, "how many"},
                   List{"C", &Shared::cost, 0.0, 9.0, "several, which are no variants"}};
};
struct Own {
    double beta = 0.5;
    int k = 10;
    bool exact = false;
    static constexpr auto fields = std::tuple{Field{"beta", &Own::beta, 0, 1, "a weight"},
                                              Field{"k", &Own::k, 1, 99, "a depth"},
                                              Flag{"exact", &Own::exact, "slow"}};
};

auto given_values(const Settings& settings) {
    return params_with_variants<Own>(settings, std::tuple<Shared>{});
}
auto given(const std::vector<std::string>& texts) {
    return given_values(testing::settings_of(texts));
}

TEST(Variants, AreOneWhereNothingIsGiven) {
    const auto [others, variants] = given({});
    ASSERT_EQ(variants.params.size(), 1U);
    EXPECT_EQ(variants.params[0].beta, 0.5);
    EXPECT_EQ(std::get<Shared>(others).rounds, 3);
    EXPECT_EQ(variants.described()[0].value, "0.5");
    EXPECT_EQ(variants.texts, (std::vector<std::string>{""}));
}

TEST(Variants, AreEveryCombinationOfWhatIsGiven) {
    const auto [others, variants] =
        given({"k=5:7", "rounds=4", "beta=0:0.25:1", "exact=yes", "C=1:2"});
    ASSERT_EQ(variants.params.size(), 6U);
    std::vector<std::pair<double, int>> found;
    for (const Own& own : variants.params) {
        found.emplace_back(own.beta, own.k);
        EXPECT_TRUE(own.exact);
    }
    EXPECT_EQ(found,
              (std::vector<std::pair<double, int>>{
                  {0, 5}, {0, 7}, {0.25, 5}, {0.25, 7}, {1, 5}, {1, 7}}));
    EXPECT_EQ(std::get<Shared>(others).rounds, 4);
    EXPECT_EQ(std::get<Shared>(others).cost, (std::vector<double>{1.0, 2.0}));
    EXPECT_EQ(variants.described()[0].value, "0:0.25:1");
    EXPECT_EQ(variants.described()[1].value, "5:7");
    EXPECT_EQ(variants.texts[3], "beta=0.25, k=7");
}

TEST(Variants, AreTheSameFromTypedListsAsFromText) {
    const auto text = given({"k=5:7", "beta=0:0.25", "exact=yes", "rounds=4"});
    const auto typed = given_values(Settings{{"k", std::vector<double>{5, 7}},
                                             {"beta", std::vector<double>{0, 0.25}},
                                             {"exact", true},
                                             {"rounds", 4}});
    EXPECT_EQ(typed.second.texts, text.second.texts);
    EXPECT_EQ(typed.second.lists, text.second.lists);
    ASSERT_EQ(typed.second.params.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(typed.second.params[i].beta, text.second.params[i].beta);
        EXPECT_EQ(typed.second.params[i].k, text.second.params[i].k);
        EXPECT_TRUE(typed.second.params[i].exact);
    }
    EXPECT_EQ(std::get<Shared>(typed.first).rounds, 4);
    EXPECT_EQ(given_values(Settings{{"k", 3}}).second.params.front().k, 3);
    EXPECT_EQ(testing::error_message([] {
                  given_values(Settings{{"k", std::vector<double>{}}});
              }),
              "k: k= is not a number from 1 to 99; the default is 10");
}

TEST(Variants, TheNewestOfANameCounts) {
    const auto variants = given({"beta=0:1", "beta=0.25"}).second;
    ASSERT_EQ(variants.params.size(), 1U);
    EXPECT_EQ(variants.params[0].beta, 0.25);
    EXPECT_EQ(variants.described()[0].value, "0.25");
}

TEST(Variants, EachPartIsCheckedAsIfItStoodAlone) {
    EXPECT_EQ(testing::error_message([] { given({"beta=0:2"}); }),
              "beta: beta=2 is not a number from 0 to 1; the default is 0.5");
    EXPECT_EQ(testing::error_message([] { given({"beta=0.5:"}); }),
              "beta: beta= is not a number from 0 to 1; the default is 0.5");
    EXPECT_NE(testing::error_message([] { given({"gamma=1"}); }).find("gamma"), std::string::npos);
}

TEST(Variants, TheHelpSaysWhatCanBeSeveral) {
    const auto described = describe_variants<Own>();
    EXPECT_EQ(described[0].range, "0 to 1, or a list to choose from: a:b:c");
    EXPECT_EQ(described[2].range, "yes|no");
}

}  // namespace
}  // namespace gradus
