#include "gradus/objectives/lambda.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/lambda_oracle.hpp"
#include "gradus/testing/scored_data.hpp"

namespace gradus {
namespace {

using testing::brute_force;
using testing::draw;
using testing::exact;
using testing::expect_close;
using testing::graded_data;
using testing::Gradients;
using testing::in_float;
using testing::largest;
using testing::missing_grade;
using testing::order_of;

// Computed by brute force: scores (1, .6, .5, 0, −.4), grades (0, 2, 1, 0, 2).
TEST(Lambda, GivesTheWorkedExamples) {
    const Dataset data = graded_data({{0, 2, 1, 0, 2}});
    const std::vector<double> scores = {1, .6, .5, 0, -.4};
    const std::vector<std::uint32_t> order = {0, 1, 2, 3, 4};
    Scratch scratch;
    std::vector<double> gradients(5);
    std::vector<double> hessians(5);
    const auto evaluate = [&](const std::string& target, const LambdaParams& params) {
        Lambda(named_measure(target), params)
            .bind(data, 1)
            ->evaluate({0, scores, order}, scratch, gradients, hessians);
    };
    evaluate("NDCG", {});
    expect_close(gradients,
                 {.4542498051, -.1854582935, -.0096665167, .0589227561, -.3180477509},
                 1e-10,
                 "NDCG gradients");
    expect_close(hessians,
                 {.1252436726, .0869244222, .0455419567, .0343649574, .0686068985},
                 1e-10,
                 "NDCG hessians");
    evaluate("AP", {});
    expect_close(gradients,
                 {.6024733562, -.1391527982, -.1938798514, .0902803861, -.3597210927},
                 1e-10,
                 "AP");
    evaluate("NDCG", {.cost = PairCost::sigmoid});
    expect_close(gradients,
                 {.1252436726, -.0869244222, -.0040773093, .0343649574, -.0686068985},
                 1e-10,
                 "sigmoid");
}

TEST(Lambda, LeavesOutPairsBeyondTheTruncation) {
    const std::vector<float> grades = {0, 1, 2, 0, 1, 2, 0, 2};
    const std::vector<float> scores = {8, 7, 6, 5, 4, 3, 2, 1};  // document = position
    const Dataset data = graded_data({grades});
    Scratch scratch;
    for (const std::string target : {"NDCG", "AP", "ERR(max=2)"}) {
        const Lambda objective(named_measure(target), {.truncation = 3});
        const auto bound = objective.bind(data, 1);
        const Gradients expected =
            brute_force(*named_measure(target).measure,
                        grades,
                        scores,
                        2.0,
                        {},
                        [](std::size_t i, std::size_t j) { return std::min(i, j) < 3; });
        expect_close(
            exact(*bound, 0, scores, scratch).gradients, expected.gradients, 1e-12, target);
        expect_close(
            in_float(*bound, 0, scores, scratch).gradients, expected.gradients, 1e-5, target);
    }
}

// LightGBM's rank_objective.hpp, written down anew: each pair's |Δ| over 0.01 + |s_i − s_j|, then
// all times log2(1 + S)/S.
TEST(Lambda, NormalisesAsLightGbmDoes) {
    Random random(2, "queries");
    Scratch scratch;
    std::vector<float> grades;
    std::vector<float> scores;
    for (int trial = 0; trial < 30; ++trial) {
        draw(random, 2 + random.below(30), false, grades, scores);
        if (trial % 5 == 0) std::ranges::fill(scores, 0.25F);
        const bool flat = trial % 5 == 0;
        const std::size_t n = grades.size();
        const double sigma = 1.3;
        const auto order = order_of(scores);
        std::vector<double> gradients(n);
        std::vector<double> hessians(n);
        double ideal = 0.0;
        std::vector<float> best = grades;
        std::ranges::sort(best, std::greater());
        const auto discount = [](std::size_t position) {
            return 1.0 / std::log2(static_cast<double>(position) + 2.0);
        };
        for (std::size_t i = 0; i < n; ++i) ideal += (std::exp2(best[i]) - 1.0) * discount(i);
        if (ideal == 0.0) continue;
        double sum = 0.0;
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = a + 1; b < n; ++b) {
                std::size_t high = order[a];
                std::size_t low = order[b];
                if (grades[high] == grades[low]) continue;
                if (grades[high] < grades[low]) std::swap(high, low);
                double change = (std::exp2(grades[high]) - std::exp2(grades[low])) *
                                (discount(a) - discount(b)) / ideal;
                const double apart =
                    static_cast<double>(scores[high]) - static_cast<double>(scores[low]);
                if (!flat) change /= 0.01 + std::abs(apart);
                const double wrong = 1.0 / (1.0 + std::exp(sigma * apart));
                const double gradient = sigma * change * wrong;
                const double hessian = sigma * sigma * change * wrong * (1.0 - wrong);
                gradients[high] -= gradient;
                gradients[low] += gradient;
                hessians[high] += hessian;
                hessians[low] += hessian;
                sum += 2.0 * gradient;
            }
        }
        const double factor = sum > 0.0 ? std::log2(1.0 + sum) / sum : 1.0;
        for (double& gradient : gradients) gradient *= factor;
        for (double& hessian : hessians) hessian *= factor;
        const Dataset data = graded_data({grades});
        const Lambda objective(named_measure("NDCG"),
                               {.sigma = sigma, .normalise = QueryScale::lightgbm});
        const auto bound = objective.bind(data, 1);
        const Gradients got = exact(*bound, 0, scores, scratch);
        expect_close(got.gradients, gradients, 1e-12, "gradients");
        expect_close(got.hessians, hessians, 1e-12, "hessians");
        const Gradients rough = in_float(*bound, 0, scores, scratch);
        expect_close(rough.gradients, gradients, 1e-5, "gradients in float");
        expect_close(rough.hessians, hessians, 1e-5, "hessians in float");
    }
}

TEST(Lambda, DividesByTheDeviationOfTheGradients) {
    const Dataset data = graded_data({{0, 2, 1, 0, 2}});
    const std::vector<float> scores = {1, .6F, .5F, 0, -.4F};
    Scratch scratch;
    const Lambda plain(named_measure("AP"), {.sigma = 2.0});
    const Lambda divided(named_measure("AP"), {.sigma = 2.0, .normalise = QueryScale::deviation});
    const Gradients before = exact(*plain.bind(data, 1), 0, scores, scratch);
    double squares = 0.0;
    for (const double gradient : before.gradients) squares += gradient * gradient;
    const double deviation = std::sqrt(squares / 5.0);
    const auto bound = divided.bind(data, 1);
    const Gradients after = exact(*bound, 0, scores, scratch);
    const Gradients rough = in_float(*bound, 0, scores, scratch);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(after.gradients[i], before.gradients[i] / deviation, 1e-12);
        EXPECT_NEAR(after.hessians[i], before.hessians[i] / deviation, 1e-12);
        EXPECT_NEAR(rough.gradients[i], after.gradients[i], 1e-5);
        EXPECT_NEAR(rough.hessians[i], after.hessians[i], 1e-5);
    }
}

TEST(Lambda, WeighsDocumentsAndByEqualWeightsQueries) {
    Dataset data = graded_data({{0, 2, 1, 0}, {1, 0, 2, 1}});
    const std::vector<float> scores = {1, .6F, .5F, 0};
    Scratch scratch;
    const Lambda objective(named_measure("AP"));
    const Gradients first = exact(*objective.bind(data, 1), 0, scores, scratch);
    const Gradients second = exact(*objective.bind(data, 1), 1, scores, scratch);
    data.weights = {3, 3, 3, 3, 1, 2, 0, 0.5F};
    const auto bound = objective.bind(data, 1);
    const Gradients heavy = exact(*bound, 0, scores, scratch);
    const Gradients uneven = exact(*bound, 1, scores, scratch);
    const Gradients rough = in_float(*bound, 1, scores, scratch);
    EXPECT_NEAR(heavy.value, 3.0 * first.value, 1e-12);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(heavy.gradients[i], 3.0 * first.gradients[i], 1e-12);
        EXPECT_NEAR(heavy.hessians[i], 3.0 * first.hessians[i], 1e-12);
        const auto weight = static_cast<double>(data.weights[4 + i]);
        EXPECT_NEAR(uneven.gradients[i], weight * second.gradients[i], 1e-12);
        EXPECT_NEAR(rough.gradients[i], uneven.gradients[i], 1e-6);
    }
}

TEST(Lambda, HasTheLiteralFormThatWasPrinted) {
    const Dataset data = graded_data({{0, 1}});
    const Lambda objective(named_measure("NDCG"), {.cost = PairCost::literal});
    const auto bound = objective.bind(data, 1);
    Scratch scratch;
    const std::vector<float> scores = {1.0F, 0.0F};
    const Gradients got = exact(*bound, 0, scores, scratch);
    const double change = 1.0 - 1.0 / std::log2(3.0);
    EXPECT_EQ(got.gradients[0], 0.0);
    EXPECT_NEAR(got.gradients[1], -change * std::log1p(std::exp(1.0)), 1e-12);
    EXPECT_NEAR(in_float(*bound, 0, scores, scratch).gradients[1], got.gradients[1], 1e-6);
}

TEST(Lambda, KnowsQueriesWithoutPairs) {
    Dataset data = graded_data(
        {{1}, {2, 2, 2}, {missing_grade, missing_grade}, {0, missing_grade}, {0, 0, 1}, {}});
    data.labels.push_back({"click", std::vector<float>{0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1}});
    Scratch scratch;
    for (const std::string target : {"NDCG", "AP", "ERR", "AUC"}) {
        const Lambda objective(named_measure(target));
        const auto bound = objective.bind(data, 2);
        for (std::size_t query = 0; query < data.queries(); ++query) {
            EXPECT_EQ(bound->is_informative(query), query == 4) << target << query;
            const std::vector<float> scores(data.query_size(query), 0.5F);
            const Gradients got = exact(*bound, query, scores, scratch);
            const Gradients rough = in_float(*bound, query, scores, scratch);
            EXPECT_EQ(largest(got.gradients) > 0.0, query == 4);
            EXPECT_EQ(largest(rough.gradients) > 0.0, query == 4);
            EXPECT_EQ(largest(rough.hessians) > 0.0, query == 4);
        }
    }
    // Below the threshold all are alike.
    EXPECT_FALSE(Lambda(named_measure("P(rel=2)@2")).bind(data, 1)->is_informative(4));
    // Clicks tell only documents 1 and 2 of the second query apart among those of equal grade.
    const Lambda clicks(named_measure("CNDCG"), {}, {.earlier = {"grade"}});
    const auto bound = clicks.bind(data, 1);
    EXPECT_TRUE(bound->is_informative(1));
    EXPECT_FALSE(bound->is_informative(4));
}

TEST(Lambda, TakesTenThousandDocuments) {
    Random random(4, "queries");
    std::vector<float> grades;
    std::vector<float> scores;
    draw(random, 10'000, false, grades, scores);
    const Dataset data = graded_data({grades});
    Scratch scratch;
    for (const std::string target : {"NDCG@10", "ERR@10"}) {
        const Lambda objective(named_measure(target));
        const auto bound = objective.bind(data, 1);
        const Gradients got = exact(*bound, 0, scores, scratch);
        const Gradients rough = in_float(*bound, 0, scores, scratch);
        const double scale = largest(got.gradients);
        EXPECT_GT(scale, 0.0);
        expect_close(rough.gradients, got.gradients, 1e-5 * scale, target);
        double sum = 0.0;
        double total = 0.0;
        for (const double gradient : got.gradients) {
            sum += gradient;
            total += std::abs(gradient);
        }
        EXPECT_NEAR(sum, 0.0, 1e-13 * total);
    }
}

TEST(Lambda, GivesTheSameBitsForAnyNumberOfThreads) {
    Random random(5, "queries");
    std::vector<std::vector<float>> queries(300);
    std::vector<float> scores;
    for (auto& grades : queries) draw(random, 1 + random.below(20), true, grades, scores);
    const Dataset data = graded_data(queries);
    Scratch scratch;
    for (const std::string target : {"NDCG@5", "AP"}) {
        const Lambda objective(named_measure(target));
        const auto one = objective.bind(data, 1);
        const auto three = objective.bind(data, 3);
        for (std::size_t query = 0; query < data.queries(); ++query) {
            scores.resize(data.query_size(query));
            for (float& score : scores) score = static_cast<float>(random.normal());
            ASSERT_EQ(in_float(*one, query, scores, scratch).gradients,
                      in_float(*three, query, scores, scratch).gradients);
        }
    }
}

TEST(Lambda, SaysWhatItIs) {
    EXPECT_EQ(Lambda(named_measure("NDCG@10")).text(), "lambda(ndcg@10)");
    EXPECT_EQ(Lambda(named_measure("AP"), {.sigma = 2.0, .normalise = QueryScale::lightgbm}).text(),
              "lambda(ap, sigma=2, normalise=lightgbm)");
    EXPECT_EQ(Lambda(named_measure("CNDCG"), {}, {.earlier = {"grade"}, .excluded = 0.0}).text(),
              "lambda(ndcg(labels=click, scale=4), after=grade, excluded=0)");
    EXPECT_TRUE(Lambda(named_measure("AP")).traits().lambda);
    EXPECT_FALSE(Lambda(named_measure("AP")).traits().derivative);
    EXPECT_FALSE(Lambda(named_measure("AP"), {.cost = PairCost::sigmoid}).traits().hessian);
}

TEST(Lambda, RefusesWhatItCannotTrainFor) {
    const Dataset data = graded_data({{0, 7}});
    EXPECT_EQ(testing::error_message([&] { Lambda(named_measure("CNDCG")).bind(data, 1); }),
              "there is no label column 'click'; choose one of: grade");
    EXPECT_EQ(
        testing::error_message([&] { Lambda(named_measure("NDCG(gains=0:1:3)")).bind(data, 1); }),
        "measure ndcg(gains=0:1:3): grade 7 is beyond the gains, which end at grade 2 (query "
        "1, document 1); "
        "give the measure parameters that fit the grades, or train for another");
    EXPECT_EQ(testing::error_message(
                  [&] { Lambda(named_measure("AP"), {.sigma = 3.0, .centre = 20.0}); }),
              "objective lambda: sigma=3 times centre=20 is beyond 40, where the cost is flat; "
              "choose a smaller centre");
}

}  // namespace
}  // namespace gradus
