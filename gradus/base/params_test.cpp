#include "gradus/base/params.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace gradus {
namespace {

enum class Gain : unsigned char { exponential, linear };

struct Sample {
    int trees = 500;
    double rate = 0.1;
    bool quick = false;
    Gain gain = Gain::exponential;
    std::vector<double> table;
    std::string note;
    static constexpr auto fields = std::tuple{
        Field{"trees", &Sample::trees, 1, 100'000, "boosting rounds"},
        Field{"rate", &Sample::rate, 0, 10, "step size"},
        Flag{"quick", &Sample::quick, "skip the slow part"},
        Choice{"gain", &Sample::gain, "exponential|linear", "worth of a grade"},
        List{"table", &Sample::table, 0, 100, "worth of each grade"},
        Text{"note", &Sample::note, "words", "what it is for"},
    };
};

std::string failure(auto action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Params, AreSetByName) {
    Sample sample;
    set_param(sample, "trees", "12", {});
    set_param(sample, "rate", "0.25", {});
    set_param(sample, "quick", "yes", {});
    set_param(sample, "gain", "linear", {});
    set_param(sample, "table", "0:1.5:7", {});
    EXPECT_EQ(sample.trees, 12);
    EXPECT_EQ(sample.rate, 0.25);
    EXPECT_TRUE(sample.quick);
    EXPECT_EQ(sample.gain, Gain::linear);
    EXPECT_EQ(sample.table, (std::vector<double>{0, 1.5, 7}));
}

TEST(Params, AreSetByTypedValuesAsByText) {
    Sample sample;
    set_param(sample, "trees", 12);
    set_param(sample, "rate", 0.1 + 0.2);
    set_param(sample, "quick", true);
    set_param(sample, "gain", std::string("linear"));
    set_param(sample, "table", std::vector<double>{0, 1.5, 7});
    set_param(sample, "note", "a=b");
    EXPECT_EQ(sample.trees, 12);
    EXPECT_EQ(sample.rate, 0.1 + 0.2);
    EXPECT_TRUE(sample.quick);
    EXPECT_EQ(sample.gain, Gain::linear);
    EXPECT_EQ(sample.table, (std::vector<double>{0, 1.5, 7}));
    EXPECT_EQ(sample.note, "a=b");
    set_param(sample, "trees", 7.0);  // a whole number, whatever its type
    set_param(sample, "rate", 2);
    set_param(sample, "quick", 0);
    set_param(sample, "table", 3);
    set_param(sample, "note", 0.5);
    EXPECT_EQ(sample.trees, 7);
    EXPECT_EQ(sample.rate, 2.0);
    EXPECT_FALSE(sample.quick);
    EXPECT_EQ(sample.table, (std::vector<double>{3}));
    EXPECT_EQ(sample.note, "0.5");
}

TEST(Params, RefuseTypedValuesInTheWordsOfText) {
    Sample sample;
    const auto refusal = [&](std::string_view name, const ParamValue& value) {
        return failure([&] { set_param(sample, name, value); });
    };
    const std::string trees = " is not a number from 1 to 100000; the default is 500";
    EXPECT_EQ(refusal("trees", 0), "trees: trees=0" + trees);
    EXPECT_EQ(refusal("trees", "0"), "trees: trees=0" + trees);
    const std::string form = " is not a whole number from 1 to 100000; the default is 500";
    EXPECT_EQ(refusal("trees", 1.5), "trees: trees=1.5" + form);
    EXPECT_EQ(refusal("trees", "1e3"), "trees: trees=1e3" + form);
    EXPECT_EQ(refusal("trees", 1e300), "trees: trees=1e+300" + trees);
    EXPECT_EQ(refusal("trees", true), "trees: trees=yes" + trees);
    EXPECT_EQ(refusal("trees", std::vector<double>{1, 2}), "trees: trees=1:2" + trees);
    EXPECT_EQ(refusal("rate", std::nan("")),
              "rate: rate=nan is not a number from 0 to 10; the default is 0.1");
    EXPECT_EQ(refusal("rate", true),
              "rate: rate=yes is not a number from 0 to 10; the default is 0.1");
    EXPECT_EQ(refusal("quick", 2), "quick: quick=2 is not one of yes|no; the default is no");
    EXPECT_EQ(refusal("gain", 1),
              "gain: gain=1 is not one of exponential|linear; the default is exponential");
    for (const std::vector<double>& list : {std::vector<double>{1, 101}, {}, {std::nan("")}})
        EXPECT_NE(refusal("table", list).find("is not a number from 0 to 100"), std::string::npos);
    EXPECT_EQ(refusal("tress", 3).substr(0, 33), "tress: unknown parameter 'tress';");
    EXPECT_EQ(sample.trees, 500);
    EXPECT_TRUE(sample.table.empty());
}

TEST(Settings, AreTakenApartAtTheFirstSign) {
    const auto setting = setting_from("late=ndcg(gain=linear)");
    ASSERT_TRUE(setting.has_value());
    EXPECT_EQ(setting->name, "late");
    EXPECT_EQ(setting->value, ParamValue("ndcg(gain=linear)"));
    EXPECT_FALSE(setting_from("late").has_value());
}

TEST(Params, DescribeThemselves) {
    const auto all = describe_params<Sample>();
    ASSERT_EQ(all.size(), 6U);
    EXPECT_EQ(all[0].name + "=" + all[0].value + " (" + all[0].range + "): " + all[0].help,
              "trees=500 (1 to 100000): boosting rounds");
    EXPECT_EQ(all[2].value + " " + all[2].range, "no yes|no");
    EXPECT_EQ(all[3].value + " " + all[3].range, "exponential exponential|linear");
    EXPECT_EQ(all[4].value + all[4].range, "0 to 100, or a list a:b:c");
}

TEST(Params, RefuseWithTheRangeAndTheDefault) {
    Sample sample;
    const Where where{"config.txt"};
    EXPECT_EQ(failure([&] { set_param(sample, "trees", "0", where); }),
              "config.txt: trees=0 is not a number from 1 to 100000; the default is 500");
    for (const char* text : {"1:101", "1::2", "", "1:2:", "a"}) {
        EXPECT_EQ(
            failure([&] { set_param(sample, "table", text, where); }),
            std::string("config.txt: table=") + text +
                " is not a number from 0 to 100, or a list a:b:c; without it the data decides");
    }
    EXPECT_EQ(failure([&] { set_param(sample, "trees", "many", where); }),
              "config.txt: trees=many is not a number from 1 to 100000; the default is 500");
    EXPECT_EQ(failure([&] { set_param(sample, "trees", "1.5", where); }),
              "config.txt: trees=1.5 is not a whole number from 1 to 100000; the default is 500");
    EXPECT_EQ(failure([&] { set_param(sample, "rate", "nan", where); }),
              "config.txt: rate=nan is not a number from 0 to 10; the default is 0.1");
    EXPECT_EQ(failure([&] { set_param(sample, "quick", "maybe", where); }),
              "config.txt: quick=maybe is not one of yes|no; the default is no");
    EXPECT_EQ(failure([&] { set_param(sample, "gain", "log", where); }),
              "config.txt: gain=log is not one of exponential|linear; the default is exponential");
    EXPECT_EQ(failure([&] { set_param(sample, "tress", "3", where); }),
              "config.txt: unknown parameter 'tress'; did you mean 'trees'? choose one of: trees, "
              "rate, quick, gain, table, note");
    EXPECT_EQ(sample.trees, 500);
}

TEST(Spec, HasNameValuesAndCutoff) {
    const Spec spec = parse_spec(" nDCG( gain = linear ,p=2:3 )@10", {});
    EXPECT_EQ(spec.name, "ndcg");
    EXPECT_EQ(spec.values.at("gain"), "linear");
    EXPECT_EQ(spec.values.at("p"), "2:3");
    EXPECT_EQ(spec.cutoff, 10U);
    EXPECT_EQ(parse_spec("AP", {}).cutoff, 0U);
    EXPECT_TRUE(parse_spec("AP()", {}).values.empty());
}

TEST(Spec, SaysWhatIsWrong) {
    const auto parse = [](const char* text) {
        return failure([&] { parse_spec(text, {std::string("measure '") + text + "'"}); });
    };
    EXPECT_EQ(parse(""), "measure '': the name is missing; write name(key=value, ...)@k");
    EXPECT_EQ(parse("P(rel=2"),
              "measure 'P(rel=2': the bracket '(' is not closed; write name(key=value, ...)@k");
    EXPECT_EQ(parse("P(rel)"), "measure 'P(rel)': 'rel' has no '='; write name(key=value, ...)@k");
    EXPECT_EQ(parse("P(a=1,a=2)"),
              "measure 'P(a=1,a=2)': parameter 'a' is given twice; give it once");
    EXPECT_EQ(parse("P@0"),
              "measure 'P@0': '@0' is not a cutoff; write a whole number from 1 after @");
    EXPECT_EQ(parse("P@x"),
              "measure 'P@x': '@x' is not a cutoff; write a whole number from 1 after @");
    EXPECT_EQ(parse("P()x"),
              "measure 'P()x': unexpected 'x' at the end; write name(key=value, ...)@k");
}

}  // namespace
}  // namespace gradus
