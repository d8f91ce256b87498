#include "gradus/base/json.hpp"

#include <bit>
#include <cstdlib>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

using testing::ElementsAre;
using Peer = nlohmann::ordered_json;

struct Point {
    std::size_t step = 0;
    std::vector<double> values = {};
    std::optional<std::string> name = {};
    static constexpr auto json_fields = std::tuple{JsonField{"step", &Point::step},
                                                   JsonField{"values", &Point::values},
                                                   JsonField{"name", &Point::name}};
};

std::string random_text(Random& random) {
    static const std::vector<std::string> parts = {
        "a", "\"", "\\", "\n", "\x01", "ä", "€", "/", " "};
    std::string text;
    for (std::size_t n = random.below(6); n > 0; --n) text += parts[random.below(parts.size())];
    return text;
}

double random_number(Random& random) {
    while (true) {
        const double number = random.below(2) == 0 ? std::bit_cast<double>(random.bits64())
                                                   : random.normal() * 1000.0;
        if (std::isfinite(number)) return number;
    }
}

/// The same value, made with ours and with the peer.
std::pair<Json, Peer> random_value(Random& random, int depth) {
    switch (random.below(depth == 0 ? 6 : 8)) {
        case 0:
            return {nullptr, nullptr};
        case 1:
            return {true, true};
        case 2: {
            const auto number = static_cast<std::int64_t>(random.bits64());
            return {number, number};
        }
        case 3: {
            const std::uint64_t number = random.bits64();
            return {number, number};
        }
        case 4: {
            // Three digits, which every writer writes alike; all doubles have a test of their own.
            const double number = static_cast<double>(random.below(1000)) / 64.0;
            return {number, number};
        }
        case 5: {
            const std::string text = random_text(random);
            return {text, text};
        }
        case 6: {
            Json ours = Json::array();
            Peer peer = Peer::array();
            for (std::size_t n = random.below(4); n > 0; --n) {
                auto [a, b] = random_value(random, depth - 1);
                ours.push_back(std::move(a));
                peer.push_back(std::move(b));
            }
            return {ours, peer};
        }
        default: {
            Json ours = Json::object();
            Peer peer = Peer::object();
            for (std::size_t n = random.below(4); n > 0; --n) {
                const std::string name = random_text(random);
                auto [a, b] = random_value(random, depth - 1);
                ours[name] = std::move(a);
                peer[name] = std::move(b);
            }
            return {ours, peer};
        }
    }
}

TEST(Json, IsWrittenAsAnotherLibraryWritesItAndReadBack) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed, "json test");
        const auto [ours, peer] = random_value(random, 4);
        EXPECT_EQ(ours.dump(), peer.dump());
        EXPECT_EQ(ours.dump(1), peer.dump(1));
        EXPECT_EQ(Json::parse(ours.dump()), ours);
        EXPECT_EQ(Json::parse(peer.dump(3)), ours);
    }
}

TEST(Json, WritesEveryDoubleSoThatItIsReadBackToTheSameBits) {
    Random random(1, "json doubles");
    for (int i = 0; i < 20'000; ++i) {
        const double number = random_number(random);
        const std::string text = Json(number).dump();
        EXPECT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)),
                  std::bit_cast<std::uint64_t>(number))
            << text;
        EXPECT_LE(text.size(), Peer(number).dump().size());
        EXPECT_EQ(Json::parse(text).as<double>(), number);
        EXPECT_FALSE(Json::parse(text).is_integer()) << text;
    }
}

TEST(Json, WritesNumbersInTheUsualForms) {
    const std::vector<std::pair<double, std::string>> cases = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {-12.5, "-12.5"},
        {0.001, "0.001"},
        {0.0001, "0.0001"},
        {0.00001, "1e-05"},
        {123456789012345.0, "123456789012345.0"},
        {1e15, "1e+15"},
        {1.5e300, "1.5e+300"},
        {5e-324, "5e-324"}};
    for (const auto& [number, text] : cases) {
        EXPECT_EQ(Json(number).dump(), text);
        EXPECT_EQ(Peer(number).dump(), text);
    }
    EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).dump(), "null");
    EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).dump(), "null");
}

TEST(Json, RoundsDecimalsToFloatOnce) {
    Random random(2, "json floats");
    const auto check = [](const std::string& text) {
        const float expected = std::strtof(text.c_str(), nullptr);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(Json::parse(text).as<float>()),
                  std::bit_cast<std::uint32_t>(expected))
            << text;
    };
    // The nearest double of these lies halfway between two floats, on which side tells the decimal.
    for (const char* const text : {"7.038531e-26",
                                   "1.000000059604644775390625",
                                   "1.00000005960464477539062501",
                                   "1.00000005960464477539062499",
                                   "1.00000017881393432617187499",
                                   "-1.00000017881393432617187501",
                                   "1.1754942807573643e-38",
                                   "7.006492321624085e-46",
                                   "7.006492321624086e-46",
                                   "3.4028235677973362e38",
                                   "-0.0",
                                   "16777217",
                                   "9007199791611905"})
        check(text);
    for (int i = 0; i < 20'000; ++i) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits64()));
        if (std::isfinite(value)) check(Json(static_cast<double>(value)).dump());
    }
    EXPECT_EQ(Json::parse("3.4028236e38").number_if<float>(), std::nullopt);
    EXPECT_EQ(Json(-1e39).number_if<float>(), std::nullopt);
    EXPECT_THROW(Json::parse("1e39").as<float>(), JsonError);
}

TEST(Json, ReplacesWhatIsNotUtf8) {
    EXPECT_EQ(Json("a\xff").dump(), "\"a\xEF\xBF\xBD\"");
}

TEST(Json, KeepsTheOrderOfMembersAndFindsTheLastOfAName) {
    const Json json = Json::parse(R"({"b": 1, "a": 2, "b": 3})");
    EXPECT_EQ(json.at("b").as<int>(), 3);
    EXPECT_EQ(json.members()[1].first, "a");
    EXPECT_EQ(json.find("c"), nullptr);
    EXPECT_EQ(json.value_or<int>("c", 7), 7);
    EXPECT_EQ(json.size(), 3U);
    Json changed = json;
    changed["b"] = 4;
    EXPECT_EQ(changed.at("b").as<int>(), 4);
}

TEST(Json, ReadsAndWritesStructsByTheirFields) {
    const Point point{.step = 3, .values = {0.5, 1.0}, .name = "x"};
    const Json json = point;
    EXPECT_EQ(json.dump(), R"({"step":3,"values":[0.5,1.0],"name":"x"})");
    const auto again = Json::parse(json.dump()).as<Point>();
    EXPECT_EQ(again.step, 3U);
    EXPECT_THAT(again.values, ElementsAre(0.5, 1.0));
    EXPECT_EQ(again.name, "x");
    EXPECT_EQ(Json(std::vector<Point>{{}}).dump(), R"([{"step":0,"values":[],"name":null}])");
    EXPECT_THROW(Json::parse(R"({"step": 1})").as<Point>(), JsonError);
}

TEST(Json, ReadsPairsMapsAndOptionals) {
    using Pairs = std::vector<std::pair<std::string, double>>;
    const Pairs pairs = {{"a", 1.0}, {"b", 2.0}};
    EXPECT_EQ(Json(pairs).dump(), R"([["a",1.0],["b",2.0]])");
    EXPECT_EQ(Json(pairs).as<Pairs>(), pairs);
    const std::map<std::string, int> map = {{"x", 1}};
    EXPECT_EQ((Json(map).as<std::map<std::string, int>>()), map);
    EXPECT_EQ(Json(nullptr).as<std::optional<int>>(), std::nullopt);
}

TEST(Json, RefusesWhatIsNotWhatWasAskedFor) {
    EXPECT_THROW(Json("x").as<int>(), JsonError);
    EXPECT_THROW(Json(1.5).as<int>(), JsonError);
    EXPECT_THROW(Json(-1).as<unsigned>(), JsonError);
    EXPECT_THROW(Json(300).as<std::uint8_t>(), JsonError);
    EXPECT_THROW(Json(200).as<std::int8_t>(), JsonError);
    EXPECT_THROW(Json(std::numeric_limits<std::uint64_t>::max()).as<std::int64_t>(), JsonError);
    EXPECT_THROW(Json(1).as<bool>(), JsonError);
    EXPECT_THROW(Json(1).as<std::string>(), JsonError);
    EXPECT_THROW(Json(1).items(), JsonError);
    EXPECT_THROW(Json(1).members(), JsonError);
    EXPECT_THROW(Json(1).at("a"), JsonError);
    EXPECT_THROW(Json::array().at(0), JsonError);
    EXPECT_EQ(Json(7).as<double>(), 7.0);
    EXPECT_EQ(Json(std::uint64_t{7}), Json(7));
    EXPECT_EQ(Json(7.0), Json(7));
    EXPECT_FALSE(Json(-1) == Json(std::numeric_limits<std::uint64_t>::max()));
}

TEST(Json, TellsWhetherItIsAStringOrANumberOfAType) {
    EXPECT_EQ(*Json("x").string_if(), "x");
    EXPECT_EQ(Json(1).string_if(), nullptr);
    EXPECT_EQ(Json(-128).number_if<std::int8_t>(), -128);
    EXPECT_EQ(Json(-129).number_if<std::int8_t>(), std::nullopt);
    EXPECT_EQ(Json(-1).number_if<std::size_t>(), std::nullopt);
    EXPECT_EQ(Json(1.5).number_if<int>(), std::nullopt);
    EXPECT_EQ(Json("1").number_if<int>(), std::nullopt);
    EXPECT_EQ(Json(true).number_if<int>(), std::nullopt);
    EXPECT_EQ(Json(2).number_if<double>(), 2.0);
    EXPECT_EQ(Json(nullptr).number_if<double>(), std::nullopt);
}

TEST(Json, RefusesTextThatIsNotJsonAndSaysWhere) {
    for (const char* const text : {"",
                                   "{",
                                   "[1,]",
                                   "{\"a\":}",
                                   "nan",
                                   "01",
                                   "\"\x01\"",
                                   "1 2",
                                   "1e999",
                                   "\"\xff\"",
                                   "'a'"}) {
        EXPECT_THROW(Json::parse(text), JsonError) << text;
        EXPECT_EQ(Json::parse_if(text), std::nullopt) << text;
    }
    try {
        Json::parse("[1,\n  x]");
        FAIL();
    } catch (const JsonError& error) {
        EXPECT_EQ(error.kind(), JsonError::Kind::syntax);
        EXPECT_EQ(error.line(), 2U);
        EXPECT_EQ(error.column(), 3U);
    }
    try {
        Json::parse("[1, 1e999]");
        FAIL();
    } catch (const JsonError& error) {
        EXPECT_EQ(error.kind(), JsonError::Kind::number);
        EXPECT_STREQ(error.what(), "a number in it is too large");
    }
}

TEST(Json, RefusesWhatIsNestedTooDeep) {
    const std::string deep = std::string(500, '[') + std::string(500, ']');
    EXPECT_EQ(Json::parse(deep).dump(), deep);
    try {
        Json::parse('[' + deep + ']');
        FAIL();
    } catch (const JsonError& error) {
        EXPECT_EQ(error.kind(), JsonError::Kind::depth);
        EXPECT_STREQ(error.what(), "values are nested more than 500 deep");
    }
    EXPECT_THROW(Json::parse(std::string(1'000'000, '[')), JsonError);
}

}  // namespace
}  // namespace gradus
