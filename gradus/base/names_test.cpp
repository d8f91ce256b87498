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

TEST(Names, OfManyTheNearestThreeAreNamed) {
    const std::vector<std::string> many = {
        "trees", "leaves", "depth", "bins", "tree_depth", "min_leaf_documents", "l2", "gain", "x"};
    EXPECT_EQ(name_remedy("tres", many), "did you mean 'trees'?");
    EXPECT_EQ(name_remedy("depht", many), "did you mean 'depth'?");
    EXPECT_EQ(nearest_names("depth", many), (std::vector<std::string>{"depth", "tree_depth"}));
    EXPECT_EQ(name_remedy("blue", many, "the list of colours"), "the list of colours shows all");
    EXPECT_EQ(name_remedy("blue", many),
              "choose one of: trees, leaves, depth, bins, tree_depth, min_leaf_documents, l2, "
              "gain, x");
    const std::vector<std::string> alike = {
        "aaaa", "aaab", "aabb", "abbb", "bbbb", "aaac", "aaad", "aaae", "aaaf"};
    EXPECT_EQ(name_remedy("aaaa", alike), "did you mean 'aaaa', 'aaab' or 'aaac'?");
}

TEST(Names, ALongListIsCut) {
    std::vector<std::string> features;
    for (int i = 1; i <= 700; ++i) features.push_back("f" + std::to_string(i));
    const std::string remedy = name_remedy("blue", features);
    EXPECT_NE(remedy.find("f40, ... (700 in all)"), std::string::npos) << remedy;
}

TEST(Names, AreComparedWithoutCaseAndSigns) {
    EXPECT_EQ(plain_name("Coordinate_Ascent"), plain_name("coordinate-ascent"));
    EXPECT_EQ(plain_name("rank:ndcg"), "rankndcg");
}

TEST(Names, ASynonymCountsWhereItsMeaningIsKnown) {
    constexpr Synonym synonyms[] = {
        {"numround", "trees"}, {"numround", "rounds"}, {"svmmap", "svm for=AP"}};
    EXPECT_EQ(meaning_of("num_round", synonyms, {"trees"}), "trees");
    EXPECT_EQ(meaning_of("num_round", synonyms, {"rounds"}), "rounds");
    EXPECT_EQ(meaning_of("num_round", synonyms, {"epochs"}), "");
    EXPECT_EQ(meaning_of("SVM-map", synonyms, {"svm"}), "svm for=AP");
}

TEST(Names, ASynonymMayComeWithSettings) {
    EXPECT_EQ(did_you_mean_synonym("svm"), "did you mean 'svm'?");
    EXPECT_EQ(did_you_mean_synonym("svm for=AP C=2"),
              "did you mean 'svm' with `for=AP` and `C=2`?");
}

TEST(Names, AnUnknownNameRemembersWhatToWriteInstead) {
    const UnknownName near(Where::typed("measure 'ncdg'"), "name", "ncdg", measures);
    EXPECT_STREQ(near.what(),
                 "measure 'ncdg': unknown name 'ncdg'; did you mean 'ndcg'? choose one of: ap, "
                 "err, ndcg, rbp");
    EXPECT_EQ(near.kind(), ErrorKind::usage);
    EXPECT_EQ(near.typed(), "ncdg");
    EXPECT_EQ(near.meant(), "ndcg");
    EXPECT_FALSE(near.is_synonym());
    const UnknownName synonym({}, "learner", "svm-map", measures, Topic::learners, "svm for=AP");
    EXPECT_STREQ(synonym.what(), "unknown learner 'svm-map'; did you mean 'svm' with 'for=AP'?");
    EXPECT_EQ(synonym.remedy(), "did you mean 'svm' with `for=AP`?");
    EXPECT_EQ(synonym.topic(), Topic::learners);
    EXPECT_TRUE(synonym.is_synonym());
    EXPECT_EQ(synonym.meant(), "svm for=AP");
    EXPECT_EQ(UnknownName({}, "name", "blue", measures).meant(), "");
}

}  // namespace
}  // namespace gradus
