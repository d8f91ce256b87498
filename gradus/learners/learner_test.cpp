#include "gradus/learners/learner.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/evaluation/evaluate.hpp"

namespace gradus {
namespace {

/// Queries of 10 documents, three features. With a planted ranking the grade follows x0 - 2 x1;
/// else it is noise.
Dataset planted(bool signal, std::uint64_t seed) {
    constexpr std::size_t queries = 60;
    constexpr std::size_t size = 10;
    Random random(seed, "planted");
    Dataset data;
    data.features = FeatureMatrix(queries * size, 3);
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        for (std::size_t i = 0; i < size; ++i) {
            const auto row = data.features.mutable_row(query * size + i);
            for (float& x : row) x = static_cast<float>(random.normal());
            const double utility =
                signal ? static_cast<double>(row[0] - 2 * row[1]) : random.normal();
            data.labels[0].values.push_back(utility > 2.0 ? 2.0F : utility > 0.5 ? 1.0F : 0.0F);
        }
        data.query_ids.push_back(std::to_string(query));
        data.query_begins.push_back((query + 1) * size);
    }
    return data;
}

/// The battery that every learner of the catalogue inherits.
class EveryLearner : public ::testing::TestWithParam<std::string> {
  protected:
    const LearnerEntry& entry_ = learner_named(GetParam());
    std::vector<Target> targets_ = targets();
    const Measure& measure_ = *targets_.front().measure;

    std::unique_ptr<const Model> fit(const Dataset& data, unsigned threads = 1) const {
        // Nets have 300 epochs unless told, which takes long with sanitizers.
        std::vector<std::string> settings;
        for (const ParamInfo& param : entry_.params())
            if (param.name == "epochs") settings.emplace_back("epochs=50");
        return entry_.make(settings)->fit(data,
                                          {.targets = targets_, .seed = 1, .threads = threads});
    }
    std::vector<Target> targets() const {
        std::vector<Target> all;
        all.push_back(parse_target(entry_.default_measure));
        return all;
    }
    double value(const Model& model, const Dataset& data) const {
        const auto scores = score_all(model, data, "data", 1);
        return evaluate(data, data.labels.front(), scores, measure_, 1).mean;
    }
};

TEST_P(EveryLearner, FindsAPlantedRankingThatHoldsOnFreshData) {
    const auto model = fit(planted(true, 1));
    EXPECT_GT(value(*model, planted(true, 2)), 0.95);
}

TEST_P(EveryLearner, GainsNothingFromNoiseOnFreshData) {
    const Dataset fresh = planted(false, 2);
    const auto model = fit(planted(false, 1));
    const std::vector<float> ties(fresh.documents());
    const double chance = evaluate(fresh, fresh.labels.front(), ties, measure_, 1).mean;
    EXPECT_NEAR(
        value(*model, fresh), chance, 0.1);  // two standard errors of a mean over 60 queries
}

TEST_P(EveryLearner, GivesTheSameBytesForAnyNumberOfThreads) {
    const Dataset data = planted(true, 3);
    const std::string one = fit(data, 1)->to_text();
    EXPECT_EQ(fit(data, 2)->to_text(), one);
    EXPECT_EQ(fit(data, 7)->to_text(), one);
}

/// Without it nobody would know whom the weights that stand beside the data are for.
TEST_P(EveryLearner, DeclaresWhetherWeightsChangeWhatItLearns) {
    Dataset data = planted(true, 4);
    const std::string plain = fit(data)->to_text();
    for (std::size_t i = 0; i < data.documents(); ++i)
        data.positions.push_back(static_cast<std::uint32_t>(i % 10 + 1));
    EXPECT_EQ(fit(data)->to_text(), plain) << "positions are said to be used by no learner";
    Random random(5, "weights");
    for (std::size_t i = 0; i < data.documents(); ++i)
        data.weights.push_back(static_cast<float>(random.uniform() * 4.0));
    EXPECT_EQ(fit(data)->to_text() != plain, entry_.uses_weights);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const LearnerEntry* entry : all_learners()) all.emplace_back(entry->name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryLearner, ::testing::ValuesIn(names()), [](const auto& test) {
    std::string name = test.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace gradus
