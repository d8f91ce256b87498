#include "gradus/learners/training/variants.hpp"

#include <gtest/gtest.h>

#include "gradus/testing/error_message.hpp"

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

auto given(const std::vector<std::string>& settings) {
    return params_with_variants<Own>(settings, std::tuple<Shared>{});
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

TEST(Variants, TheNewestOfANameCounts) {
    const auto variants = given({"beta=0:1", "beta=0.25"}).second;
    ASSERT_EQ(variants.params.size(), 1U);
    EXPECT_EQ(variants.params[0].beta, 0.25);
    EXPECT_EQ(variants.described()[0].value, "0.25");
}

TEST(Variants, EachPartIsCheckedAsIfItStoodAlone) {
    EXPECT_EQ(testing::error_message([] { given({"beta=0:2"}); }),
              "option --set beta=2: beta=2 is not a number from 0 to 1; the default is 0.5");
    EXPECT_EQ(testing::error_message([] { given({"beta=0.5:"}); }),
              "option --set beta=: beta= is not a number from 0 to 1; the default is 0.5");
    EXPECT_NE(testing::error_message([] { given({"gamma=1"}); }).find("gamma"), std::string::npos);
}

TEST(Variants, TheHelpSaysWhatCanBeSeveral) {
    const auto described = describe_variants<Own>();
    EXPECT_EQ(described[0].range, "0 to 1, several by ':'");
    EXPECT_EQ(described[2].range, "yes|no");
}

}  // namespace
}  // namespace gradus
