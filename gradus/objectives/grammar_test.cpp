#include "gradus/objectives/grammar.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/measure_examples.hpp"

namespace gradus {
namespace {

std::string canonical(const std::string& text) {
    return make_objective(text)->text();
}
std::string refusal(const std::string& text) {
    return testing::error_message([&] { make_objective(text); });
}

TEST(ObjectiveGrammar, ReadsOneObjective) {
    EXPECT_EQ(canonical("lambda(NDCG@10)"), "lambda(ndcg@10)");
    EXPECT_EQ(canonical(" LAMBDA ( AP , cost = sigmoid, sigma=2.0 ) "),
              "lambda(ap, cost=sigmoid, sigma=2)");
    EXPECT_EQ(canonical("soft(GAP(g=0.5:0.5), sigma=0.1)"), "soft(gap(g=0.5:0.5))");
    EXPECT_EQ(canonical("lambda(CNDCG@10, after=grade, after=click, missing=lenient, excluded=0)"),
              "lambda(ndcg(labels=click, scale=4)@10, after=grade, after=click, missing=lenient, "
              "excluded=0)");
    EXPECT_EQ(canonical("ranknet"), "ranknet");
    EXPECT_EQ(canonical("ranknet()"), "ranknet");
    EXPECT_EQ(canonical("ranknet(click)"), "ranknet(labels=click)");
    EXPECT_EQ(canonical("ranknet(sigma=2, labels='a, b')"), "ranknet(labels='a, b', sigma=2)");
    EXPECT_EQ(canonical("Pair-Hinge(squared=yes)"), "pair_hinge(squared=yes)");
}

TEST(ObjectiveGrammar, TakesSigmoidForALambda) {
    EXPECT_EQ(canonical("sigmoid(NDCG@3, centre=1)"), "lambda(ndcg@3, cost=sigmoid, centre=1)");
    EXPECT_EQ(canonical("sigmoid(AP, cost=logistic)"), "lambda(ap)");
}

TEST(ObjectiveGrammar, ReadsSumsAndWhatTakesOver) {
    EXPECT_EQ(canonical("0.9*lambda(NDCG)+.1 * lambda(AP)"), "0.9*lambda(ndcg) + 0.1*lambda(ap)");
    EXPECT_EQ(canonical("ranknet + pointwise"), "1*ranknet + 1*pointwise");
    EXPECT_EQ(canonical("(ranknet)"), "ranknet");
    EXPECT_EQ(canonical("1*ranknet"), "1*ranknet");
    EXPECT_EQ(canonical("1e+2*(ranknet + 2e-1*listnet)"), "100*(1*ranknet + 0.2*listnet)");
    EXPECT_EQ(canonical("mixture(ranknet + listnet, scale=parts)"),
              "mixture(1*ranknet + 1*listnet, scale=parts)");
    EXPECT_EQ(canonical("mixture(ranknet)"), "1*ranknet");
    EXPECT_EQ(canonical("late(lambda(AP), sigmoid(NDCG), linear:0.25:0.01)"),
              "late(lambda(ap), lambda(ndcg, cost=sigmoid), linear:0.25:0.01)");
    EXPECT_EQ(canonical("late(2*ranknet + listnet, listmle, absolute:0:1, scale=mixture)"),
              "late(2*ranknet + 1*listnet, listmle, absolute:0:1, scale=mixture)");
}

TEST(ObjectiveGrammar, LeavesOpenWhatTheTrainingSays) {
    const std::vector<NamedMeasure> one = {named_measure("AP")};
    const std::vector<NamedMeasure> two = {named_measure("NDCG"), named_measure("CNDCG")};
    const auto text = [](const char* typed, const ObjectiveContext& context) {
        return make_objective(typed, context)->text();
    };
    EXPECT_EQ(text("lambda", {.targets = one}), "lambda(ap)");
    EXPECT_EQ(text("lambda", {.targets = one, .scale = MixtureScale::mixture}),
              "mixture(1*lambda(ap), scale=mixture)");
    EXPECT_EQ(text("lambda(RR)", {.targets = one}), "lambda(rr)");
    EXPECT_EQ(text("lambda + listnet", {.targets = two, .tier_weights = {0.75, 0.25}}),
              "1*(0.75*lambda(ndcg) + 0.25*lambda(ndcg(labels=click, scale=4), after=grade, "
              "excluded=0)) + 1*(0.75*listnet + 0.25*listnet(labels=click))");
    const Settings settings = {{"sigma", 2.0}, {"normalise", "lightgbm"}};
    EXPECT_EQ(text("lambda(sigma=3) + ranknet + listnet", {.targets = one, .settings = settings}),
              "1*lambda(ap, sigma=3, normalise=lightgbm) + 1*ranknet(sigma=2) + 1*listnet");
    const Settings literal = {{"cost", "literal"}};
    EXPECT_EQ(text("lambda", {.targets = two, .tier_weights = {1, 1}, .settings = literal}),
              "1*lambda(ndcg) + 1*lambda(ndcg(labels=click, scale=4), after=grade, excluded=0, "
              "cost=literal)");
}

TEST(ObjectiveGrammar, SaysWhatIsWrongWhereAndHowToPutItRight) {
    EXPECT_EQ(refusal("lamda(AP)"),
              "objective 'lamda(AP)': unknown objective 'lamda'; did you mean 'lambda'?");
    EXPECT_TRUE(refusal("softrank").ends_with("did you mean 'soft'?")) << refusal("softrank");
    EXPECT_EQ(refusal("lambda(ndgc)").substr(0, 33), "measure 'ndgc': unknown name 'ndg");
    EXPECT_EQ(refusal("lambda"),
              "objective 'lambda': no measure for lambda; name one, as in lambda(NDCG@10)");
    EXPECT_EQ(refusal("pairs"),
              "objective 'pairs': there is no file of pairs; name one, as in pairs(FILE)");
    EXPECT_EQ(
        refusal("focused(beta=2)"),
        "objective 'focused(beta=2)': beta=2 is not a number from 0 to 1; the default is 0.5");
    EXPECT_EQ(
        refusal("focused(bta=1)"),
        "objective 'focused(bta=1)': unknown parameter 'bta'; did you mean 'beta'? choose one "
        "of: beta, list, scaled, labels");
    EXPECT_EQ(
        refusal("0.5*ranknet 0.5*listnet"),
        "objective '0.5*ranknet 0.5*listnet': character 13: '0.5*listnet' is left over; put + "
        "between objectives, and close what is opened");
    EXPECT_EQ(refusal("0.5*ranknet +"),
              "objective '0.5*ranknet +': character 14: an objective is missing; write one, as in "
              "lambda(NDCG@10)");
    EXPECT_EQ(refusal("ranknet(click"),
              "objective 'ranknet(click': character 14: ')' is missing; close the parenthesis");
    EXPECT_EQ(refusal("pairs('a"),
              "objective 'pairs('a': character 7: a quotation mark is not closed; close it");
    EXPECT_EQ(refusal("-1*ranknet"),
              "objective '-1*ranknet': character 1: a weight is below 0; write one from 0 on");
    EXPECT_EQ(refusal("0*ranknet"),
              "objective '0*ranknet': character 10: all weights of the sum are 0; give one part at "
              "least a weight");
    EXPECT_EQ(refusal("ranknet(click, grade)"),
              "objective 'ranknet(click, grade)': character 21: a second subject; give it once");
    EXPECT_EQ(refusal("ranknet(sigma=1, sigma=2)"),
              "objective 'ranknet(sigma=1, sigma=2)': character 25: sigma is given twice; give it "
              "once");
    EXPECT_EQ(refusal("late(ranknet, listnet)"),
              "objective 'late(ranknet, listnet)': character 22: ',' is missing; write "
              "late(lambda(AP), sigmoid(NDCG), linear:0.25:0.01)");
    EXPECT_EQ(refusal("soft(bpref)").substr(0, 50),
              "measure bpref: it has no smooth form to train for;");
    const Error usage = [] {
        try {
            make_objective("lamda");
        } catch (const Error& error) {
            return error;
        }
        return Error({}, "", "");
    }();
    EXPECT_EQ(usage.kind(), ErrorKind::usage);
}

TEST(ObjectiveGrammar, RefusesDeepNestsAndHugeTexts) {
    const auto nest = [](std::size_t depth) {
        return std::string(depth, '(') + "ranknet" + std::string(depth, ')');
    };
    EXPECT_EQ(canonical(nest(40)), "ranknet");
    EXPECT_NE(refusal(nest(60)).find("too many parentheses in each other"), std::string::npos);
    EXPECT_NE(refusal(std::string(100'000, '(')).find("100000 characters are too many"),
              std::string::npos);
}

/// A random objective of the grammar.
std::string composed(Random& random, int depth) {
    static const std::vector<std::string> examples = [] {
        std::vector<std::string> all;
        for (std::string& example : testing::examples_of(all_objectives()))
            if (!example.starts_with("pairs")) all.push_back(std::move(example));
        return all;
    }();
    const std::uint64_t form = depth == 0 ? 0 : random.below(5);
    const auto part = [&] { return composed(random, depth - 1); };
    const auto weight = [&] { return shortest(random.uniform() * 3.0); };
    if (form == 1) return weight() + "*(" + part() + ") + " + weight() + "*(" + part() + ")";
    if (form == 2) return "mixture(" + part() + " + " + part() + ", scale=parts)";
    if (form == 3) return "late(" + part() + ", " + part() + ", exponential:0.5:2)";
    if (form == 4) return "(" + part() + ")+0*(" + part() + ")";
    return examples[random.below(examples.size())];
}

TEST(ObjectiveGrammar, ReadsBackTheTextOfWhateverIsComposed) {
    Random random(5, "compositions");
    for (int trial = 0; trial < 300; ++trial) {
        const std::string typed = composed(random, 3);
        const std::string text = canonical(typed);
        EXPECT_EQ(canonical(text), text) << "of " << typed;
        EXPECT_EQ(make_objective(text)->label_columns(), make_objective(typed)->label_columns());
    }
}

TEST(ObjectiveGrammar, TakesAnyBytesOrThrowsAnError) {
    Random random(6, "bytes");
    const std::string alphabet = "()+*,='\"0.5e-@ \t\n\xff lambda ranknet NDCG late mixture sigma:";
    int taken = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        std::string text;
        const std::uint64_t size = random.below(20);
        for (std::uint64_t i = 0; i < size; ++i) text += alphabet[random.below(alphabet.size())];
        if (trial % 10 == 0) text.insert(0, "ranknet");
        try {
            read_objective(text, objective_place(text));
            ++taken;
        } catch (const Error&) {
        }
    }
    EXPECT_GT(taken, 0);
}

}  // namespace
}  // namespace gradus
