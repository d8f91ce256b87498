#include "gradus/models/net.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/models/model_format.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/plain_nets.hpp"

namespace gradus {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

NetModel model() {
    const net::Shape shape{.inputs = 3, .hidden = 2};
    return {{{"a", {1.0, 2.0}}, {"b \xff", {-0.5, 1.0}}, {"c", {0.0, 0.1}}},
            2,
            testing::random_weights<float>(shape, 7),
            {"ranknet", {"NDCG@10"}, {{"rate", "0.1"}}}};
}

TEST(NetModel, StandardisesInputsAndTakesMissingOnesForTheMean) {
    const NetModel net = model();
    const net::Shape shape = net.shape();
    const std::vector<double> weights(net.weights().begin(), net.weights().end());
    const std::vector<double> inputs = {(4.0 - 1.0) / 2.0, 0.0, 0.3 / 0.1};
    EXPECT_NEAR(static_cast<double>(net.score(std::vector<float>{4.0F, missing, 0.3F})),
                testing::plain_score(shape, weights, inputs),
                1e-5);
    EXPECT_TRUE(net.takes_missing_as_mean());
}

TEST(NetModel, TellsItsSizeInItsSummary) {
    EXPECT_NE(model().summary().find("hidden      2 units"), std::string::npos);
}

std::string message(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return testing::error_message([&] { model_from_text(text, "m.json"); });
}

TEST(NetModel, RefusesADamagedFile) {
    const std::string text = model().to_text();
    const auto expect = [&](const std::string& from, const std::string& to, const char* what) {
        EXPECT_EQ(message(text, from, to),
                  "m.json: the model file is damaged: " + std::string(what) +
                      "; give a model that Gradus has trained");
    };
    expect("\"mean\": [1, ", "\"mean\": [", "'features', 'mean' and 'spread' are not equally long");
    expect("\"spread\": [2, ", "\"spread\": [0, ", "'spread'[0] is not above 0");
    expect("\"units\": [\n  [", "\"units\": [\n  [1, ", "'units'[0] is not a list of 5 numbers");
    expect("\"units\": [\n  [", "\"units\": [\n  [[], ", "'units'[0] is not a list of 5 numbers");
    expect("\"units\": [", "\"unit\": [", "'units' is not a list");
}

}  // namespace
}  // namespace gradus
