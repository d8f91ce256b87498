#include "gradus/testing/models.hpp"

#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "gradus/base/random.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/testing/random_trees.hpp"

namespace gradus::testing {
namespace {

/// What each maker is given.
struct Draw {
    Random& random;
    std::vector<std::string> names;
    TrainingNotes notes;

    FeatureScale scale() const {
        return {.mean = random.normal(), .spread = 0.1 + random.exponential()};
    }
};

TrainingNotes notes_of(Random& random) {
    return {.learner = "learner",
            .targets = {"NDCG@10", "AP"},
            .parameters = {{"leaves", "7"}, {"name", "quote \" and \\"}},
            .gaps = random.chance(0.5) ? Gaps::zero : Gaps::missing,
            .outcome = {.kept = "5 of 55 trees",
                        .stopped = "no improvement for 50 trees",
                        .advice = "raise `trees`",
                        .validation = {{"NDCG@10", random.uniform()}},
                        .training = {{"AP", std::numeric_limits<double>::quiet_NaN()}}}};
}

// A maker for each kind: a new kind of model does not compile without one.

std::unique_ptr<const Model> made(std::type_identity<LinearModel> /*kind*/, const Draw& draw) {
    std::vector<LinearModel::Feature> features;
    features.reserve(draw.names.size());
    for (const std::string& name : draw.names)
        features.push_back({name, draw.scale(), draw.random.normal()});
    return std::make_unique<LinearModel>(std::move(features), draw.notes);
}

std::unique_ptr<const Model> made(std::type_identity<NetModel> /*kind*/, const Draw& draw) {
    const net::Shape shape{.inputs = draw.names.size(), .hidden = 3};
    std::vector<NetInput> inputs;
    inputs.reserve(draw.names.size());
    for (const std::string& name : draw.names) inputs.push_back({name, draw.scale()});
    std::vector<float> weights(shape.weights());
    const auto weigh = [&](std::size_t place) {
        weights[place] = static_cast<float>(draw.random.normal());
    };
    for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
        for (std::size_t j = 0; j < shape.inputs; ++j) weigh(shape.weight(j, unit));
        weigh(shape.bias(unit));
        weigh(shape.output(unit));
    }
    return std::make_unique<NetModel>(
        std::move(inputs), shape.hidden, std::move(weights), draw.notes);
}

std::unique_ptr<const Model> made(std::type_identity<StepModel> /*kind*/, const Draw& draw) {
    Thresholds thresholds{
        .rule = draw.random.chance(0.5) ? ThresholdRule::strict : ThresholdRule::inclusive,
        .feature_names = draw.names,
        .of_feature = {}};
    std::vector<double> jumps;
    for (std::size_t j = 0; j < draw.names.size(); ++j) {
        std::vector<float>& own = thresholds.of_feature.emplace_back();
        for (const float threshold : {-1.5F, -0.5F, 0.0F, 1.0F})
            if (draw.random.chance(0.7)) own.push_back(threshold);
        for (std::size_t k = 0; k < own.size(); ++k) jumps.push_back(draw.random.normal());
    }
    return std::make_unique<StepModel>(std::move(thresholds), std::move(jumps), draw.notes);
}

std::unique_ptr<const Model> made(std::type_identity<TreeEnsemble> /*kind*/, const Draw& draw) {
    std::vector<Tree> trees;
    trees.reserve(3);
    for (int t = 0; t < 3; ++t)
        trees.push_back(random_tree(draw.random, 1 + draw.random.below(6), draw.names.size()));
    return std::make_unique<TreeEnsemble>(
        draw.names, draw.random.normal(), std::move(trees), draw.notes);
}

template <class... Kinds>
std::vector<std::unique_ptr<const Model>> made_all(
    std::type_identity<std::variant<const Kinds*...>> /*all*/, const Draw& draw) {
    std::vector<std::unique_ptr<const Model>> all;
    (all.push_back(made(std::type_identity<Kinds>(), draw)), ...);
    return all;
}

}  // namespace

std::vector<std::unique_ptr<const Model>> all_kinds(std::uint64_t seed, std::size_t features) {
    Random random(seed, "models");
    std::vector<std::string> names;
    names.reserve(features);
    for (std::size_t j = 0; j < features; ++j) names.push_back(std::to_string(j + 1));
    const TrainingNotes notes = notes_of(random);
    return made_all(std::type_identity<AnyModel>(), {random, std::move(names), notes});
}

std::vector<float> random_rows(std::uint64_t seed, std::size_t documents, std::size_t features) {
    Random random(seed, "rows");
    std::vector<float> rows;
    for (std::size_t i = 0; i < documents; ++i) {
        const std::vector<float> row = random_row(random, features);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
}

}  // namespace gradus::testing
