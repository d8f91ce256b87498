// The gradients of objectives through the weights of a net.

#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/objectives/focused.hpp"
#include "gradus/objectives/listmle.hpp"
#include "gradus/objectives/listnet.hpp"
#include "gradus/objectives/pair_hinge.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "gradus/objectives/soft.hpp"
#include "gradus/rank/ranking.hpp"
#include "gradus/scoring/net_layers.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus::net {
namespace {

using Made = std::unique_ptr<const Objective>;

struct Example {
    std::string name;
    Made (*make)();
};

Made soft(const char* measure) {
    return std::make_unique<Soft>(named_measure(measure), SoftParams{.sigma = 0.5});
}

const Example examples[] = {
    {"ranknet", []() -> Made { return std::make_unique<RankNet>(); }},
    {"hinge",
     []() -> Made {
         return std::make_unique<PairHinge>("grade", PairHingeParams{.squared = true});
     }},
    {"listnet", []() -> Made { return std::make_unique<ListNet>(); }},
    {"listnet_of_two_draws",
     []() -> Made { return std::make_unique<ListNet>("grade", ListNetParams{.draws = 2}); }},
    {"listmle", []() -> Made { return std::make_unique<ListMle>(); }},
    {"listmle_of_three_draws",
     []() -> Made { return std::make_unique<ListMle>("grade", ListMleParams{.draws = 3}); }},
    {"focused", []() -> Made { return std::make_unique<Focused>(); }},
    {"focused_by_all_orders",
     []() -> Made {
         return std::make_unique<Focused>("grade",
                                          FocusedParams{.beta = 0.7, .list = FocusedList::full});
     }},
    {"soft_ndcg", []() -> Made { return soft("NDCG"); }},
    {"soft_ndcg_at_3", []() -> Made { return soft("NDCG@3"); }},
    {"soft_ap", []() -> Made { return soft("AP"); }},
    {"soft_p_at_3", []() -> Made { return soft("P@3"); }},
    {"soft_gap", []() -> Made { return soft("GAP"); }},
    {"soft_err", []() -> Made { return soft("ERR"); }},
    {"soft_rr", []() -> Made { return soft("RR"); }},
    {"soft_rbp", []() -> Made { return soft("RBP"); }},
    {"soft_auc", []() -> Made { return soft("AUC"); }},
};

class EveryGradient : public ::testing::TestWithParam<Example> {};

/// Queries of which the second has equal rows, and so equal scores.
TEST_P(EveryGradient, IsTheDerivativeByEveryWeight) {
    const std::vector<std::vector<float>> grades = {
        {2, 0, 1, 0, 3, 0, 1, 1}, {1, 0, 2, 0, 0}, {0, 1}};
    const Dataset data = testing::graded_data(grades);
    const Shape shape{.inputs = 4, .hidden = 3};
    Random random(1, "net gradient");
    std::vector<double> rows(data.documents() * shape.inputs);
    for (double& x : rows) x = random.normal();
    for (std::size_t j = 0; j < shape.inputs; ++j)
        rows[9 * shape.inputs + j] = rows[8 * shape.inputs + j];
    std::vector<double> weights(shape.weights());
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] = k % shape.lanes() < shape.hidden ? random.normal() : 0.0;
    const auto objective = GetParam().make();
    const auto bound = objective->bind(data, 1);
    Scratch scratch;
    const auto value = [&](std::vector<double>* gradient) {
        double sum = 0.0;
        for (std::size_t query = 0; query < data.queries(); ++query) {
            const std::size_t size = data.query_size(query);
            const auto own = std::span<const double>(rows).subspan(
                data.query_begins[query] * shape.inputs, size * shape.inputs);
            std::vector<double> units(size * shape.lanes());
            std::vector<double> scores(size);
            std::vector<double> score_gradients(size);
            std::vector<double> hessians(size);
            forward(shape, weights, own, units, scores);
            std::vector<std::uint32_t> order(size);
            rank_by_score(scores, std::span<std::uint32_t>(order));
            sum += bound->evaluate({query, scores, order}, scratch, score_gradients, hessians);
            if (gradient != nullptr)
                backward(shape, weights, own, units, score_gradients, *gradient);
        }
        return sum;
    };
    std::vector<double> gradient(weights.size());
    value(&gradient);
    double steepest = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if (k % shape.lanes() >= shape.hidden) continue;
        const double here = weights[k];
        const double step = 1e-5;
        weights[k] = here + step;
        const double up = value(nullptr);
        weights[k] = here - step;
        const double down = value(nullptr);
        weights[k] = here;
        EXPECT_NEAR(gradient[k], (up - down) / (2 * step), 1e-7) << "weight " << k;
        steepest = std::max(steepest, std::abs(gradient[k]));
    }
    EXPECT_GT(steepest, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(All, EveryGradient, ::testing::ValuesIn(examples), [](const auto& test) {
    return test.param.name;
});

}  // namespace
}  // namespace gradus::net
