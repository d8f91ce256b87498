#include "gradus/measures/spelling.hpp"

#include <string>

#include <gtest/gtest.h>

#include "gradus/testing/measure_examples.hpp"

namespace gradus {
namespace {

std::string canonical(const std::string& text) {
    return canonical_text(read_measure(text, measure_place(text)));
}

std::string message_of(const std::string& text) {
    try {
        make_measure(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Spelling, OfOtherToolsIsUnderstood) {
    for (const auto& [typed, meant] : {
             std::pair{"nDCG@10", "ndcg@10"},
             {"ndcg", "ndcg"},
             {"ndcg_cut_10", "ndcg@10"},
             {"ndcg_cut.10", "ndcg@10"},
             {"ndcg_burges@10", "ndcg@10"},
             {"nDCG(dcg='exp-log2')@10", "ndcg@10"},
             {"nDCG(dcg=\"log2\")", "ndcg(gain=linear)"},
             {"nDCG(dcg=log2)", "ndcg(gain=linear)"},
             {"BPREF", "bpref"},
             {"AP(rel=2)@100", "ap(rel=2)@100"},
             {"map", "ap"},
             {"map@10", "ap@10"},
             {"map_cut_10", "ap@10"},
             {"map_cut.10", "ap@10"},
             {"Rprec", "rprec"},
             {"r-precision", "rprec"},
             {"RR@10", "rr@10"},
             {"mrr@10", "rr@10"},
             {"recip_rank", "rr"},
             {"Success@5", "success@5"},
             {"success_5", "success@5"},
             {"hit_rate@5", "success@5"},
             {"R@100", "recall@100"},
             {"recall_100", "recall@100"},
             {"P_10", "p@10"},
             {"P.10", "p@10"},
             {"precision@5", "p@5"},
             {"CNDCG@3", "ndcg(labels=click, scale=4)@3"},
             {"CNDCG(labels=dwell, scale=2)", "ndcg(labels=dwell, scale=2)"},
             {"RBP(p=0.80)", "rbp"},
             {"ERR(max=4, per_query=false)@20", "err(max=4)@20"},
             {"kNDCG(k=4)@3", "kndcg(k=4)@3"},
             {"pairs", "pair_accuracy"},
         }) {
        EXPECT_EQ(canonical(typed), meant) << typed;
    }
}

TEST(Spelling, IsCanonicalWithoutWhatIsDefault) {
    EXPECT_EQ(canonical(" ndcg ( gain = exp ) @ 5 "), "ndcg@5");
    EXPECT_EQ(canonical("AUC(rel=2.50)"), "auc(rel=2.5)");
    EXPECT_EQ(canonical("AUC(rel=1.0)"), "auc");
    EXPECT_EQ(canonical("TAU(kind=a)"), "tau(kind=a)");
    EXPECT_EQ(canonical("AUC(rel=2, labels=click, tolerance=0.010)"),
              "auc(labels=click, tolerance=0.01, rel=2)");
}

TEST(Spelling, OfACanonicalTextIsThatText) {
    for (const std::string& example : testing::examples_of(all_measures())) {
        const std::string text = canonical(example);
        EXPECT_EQ(canonical(text), text);
    }
}

TEST(Spelling, NamesAreOfOneMeasureEach) {
    std::map<std::string, int> seen;
    for (const MeasureEntry* entry : all_measures()) {
        ++seen[std::string(entry->name)];
        std::istringstream aliases{std::string(entry->aliases)};
        for (std::string alias; aliases >> alias;) ++seen[alias];
    }
    for (const auto& [name, count] : seen) EXPECT_EQ(count, 1) << name;
}

TEST(Spelling, MistakesAreExplained) {
    EXPECT_EQ(message_of("bperf"), "measure 'bperf': unknown name 'bperf'; did you mean 'bpref'?");
    EXPECT_EQ(message_of("pair_acuracy"),
              "measure 'pair_acuracy': unknown name 'pair_acuracy'; did you mean 'pair_accuracy'?");
    EXPECT_EQ(message_of("AUC@5"), "measure 'AUC@5': auc takes no cutoff; leave out @5");
    EXPECT_EQ(message_of("NDCG@0"),
              "measure 'NDCG@0': '@0' is not a cutoff; write a whole number from 1 after @");
    EXPECT_EQ(message_of("ndcg_cut_0"),
              "measure 'ndcg_cut_0': '0' is not a cutoff; write a whole number from 1, as in "
              "ndcg_cut_10");
    EXPECT_EQ(message_of("ndcg_cut"),
              "measure 'ndcg_cut': ndcg_cut needs a cutoff; write ndcg_cut@10");
    EXPECT_EQ(message_of("P"), "measure 'P': p needs a cutoff; write p@10");
    EXPECT_EQ(message_of("ndcg_cut_5@5"),
              "measure 'ndcg_cut_5@5': the cutoff is given twice; give it once");
    EXPECT_EQ(
        message_of("AUC(rel=-1)"),
        "measure 'AUC(rel=-1)': rel=-1 is not a number from 1e-06 to 1e+06; the default is 1");
    EXPECT_EQ(message_of("nDCG(dcg=log10)"),
              "measure 'nDCG(dcg=log10)': dcg=log10 is not one of log2|exp-log2; write gain=linear "
              "or gain=exp");
    EXPECT_EQ(message_of("nDCG(dcg=log2, gain=exp)"),
              "measure 'nDCG(dcg=log2, gain=exp)': gain and dcg say the same thing twice; give one "
              "of them");
    EXPECT_EQ(message_of("AUC(labels=click)"),
              "measure 'AUC(labels=click)': labels and tolerance belong to a target, and this is "
              "the place of a measure; leave them out");
    EXPECT_EQ(message_of("pairs(rel=1)"),
              "measure 'pairs(rel=1)': unknown parameter 'rel'; it takes no parameters");
    EXPECT_EQ(message_of("rbp.x").find("measure 'rbp.x': unknown name 'rbp.x'"), 0U);
}

TEST(Spelling, EverySynonymMeansAMeasureAndIsNoneItself) {
    for (const Synonym& synonym : measure_synonyms()) {
        const bool cut = synonym.meant != "pair_accuracy";  // which takes no cutoff
        EXPECT_NO_THROW(read_measure(std::string(synonym.meant) + (cut ? "@10" : ""), {}))
            << synonym.typed;
        EXPECT_EQ(synonym.typed, plain_name(synonym.typed));
        EXPECT_THROW(read_measure(std::string(synonym.typed) + "@10", {}), UnknownName)
            << synonym.typed;
    }
    EXPECT_EQ(message_of("pre@10"), "measure 'pre@10': unknown name 'pre'; did you mean 'p'?");
}

TEST(Spelling, ANameOfOneToolTellsWhereItsConventionIsAnother) {
    const auto note = [](std::string_view text) { return convention_note(read_measure(text, {})); };
    EXPECT_EQ(note("ndcg_cut.10"),
              "ndcg_cut is a name of trec_eval, which computes it with gain=linear; here gain=exp");
    EXPECT_EQ(note("ndcg_cut_10"), note("ndcg_cut@10"));
    EXPECT_EQ(note("ndcg_cut(gain=linear)@10"), "");
    EXPECT_EQ(note("map_cut.10"), "");
    EXPECT_EQ(note("NDCG@10"), "");
}

TEST(Spelling, RanxWritesThePersistenceBehindAPoint) {
    EXPECT_EQ(canonical_text(read_measure("rbp.95", {})), "rbp(p=0.95)");
    EXPECT_EQ(convention_note(read_measure("rbp.95", {})),
              "rbp.95 is a name of ranx, which computes it with gain=linear; here gain=binary");
    EXPECT_EQ(message_of("rbp.95(p=0.5)"),
              "measure 'rbp.95(p=0.5)': p is given twice; give it once");
}

}  // namespace
}  // namespace gradus
