#include "gradus/base/names.hpp"

#include <gtest/gtest.h>

namespace gradus {
namespace {

const std::vector<std::string> measures = {"ap", "err", "ndcg", "rbp"};

TEST(Names, ExchangedLettersAreNear) {
    EXPECT_EQ(nearest_name("nCDG", measures), "ndcg");
    EXPECT_EQ(nearest_name("ndgc", measures), "ndcg");
    EXPECT_EQ(nearest_name("rpb", measures), "rbp");
}

TEST(Names, FarNamesGetNoSuggestion) {
    EXPECT_EQ(nearest_name("accuracy", measures), "");
    EXPECT_EQ(nearest_name(std::string(100'000, 'n'), measures), "");
}

TEST(Names, RemedyListsTheChoices) {
    EXPECT_EQ(name_remedy("ncdg", measures),
              "did you mean 'ndcg'? choose one of: ap, err, ndcg, rbp");
    EXPECT_EQ(name_remedy("accuracy", measures), "choose one of: ap, err, ndcg, rbp");
}

}  // namespace
}  // namespace gradus
