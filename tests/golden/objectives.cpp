// Lambdas, their mixtures and schedules, the pairs of tiers, and what Svore et al. 2011 look at in
// them.

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gradus/objectives/combine/mixture.hpp"
#include "gradus/objectives/diagnostics/diagnostics.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "tests/golden/evaluated.hpp"

namespace gradus::golden {
namespace {

/// A data set of this one query; a document of `highest` in a second one tells the highest grade.
Dataset data_of(const Query& query) {
    Dataset data;
    std::vector<float> grades(query.grades.begin(), query.grades.end());
    data.query_begins = {0, grades.size(), grades.size() + 1};
    data.query_ids.push_back("1");
    data.query_ids.push_back("2");
    grades.push_back(static_cast<float>(query.highest));
    data.features = FeatureMatrix(grades.size(), 0);
    data.labels.push_back({"grade", std::move(grades)});
    return data;
}

}  // namespace

Gradients evaluated(const Objective& objective, const Query& query) {
    const Dataset data = data_of(query);
    const auto bound = objective.bind(data, 1);
    const auto order = order_by_score(query);
    Scratch scratch;
    Gradients result{0.0, std::vector<double>(order.size()), std::vector<double>(order.size())};
    result.value = bound->evaluate({.query = 0, .scores = query.scores, .order = order},
                                   scratch,
                                   result.gradients,
                                   result.hessians);
    return result;
}

namespace {

std::unique_ptr<const Objective> lambda(const std::string& measure, LambdaParams params = {}) {
    return std::make_unique<Lambda>(named_measure(measure), params);
}

std::string at_truncation(const std::string& measure, const Json& in) {
    return in.at("T").is_null() ? measure : filled(measure + "@{T}", in);
}

void answer_lambda(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query =
        scored_query(in.at("labels"), in.at("scores"), in.at("max_grade").as<double>());
    const auto sigma = in.at("sigma").as<double>();
    for (const Asked& one : pair_measures) {
        answers.add(one.key, [&]() -> Json {
            const Gradients result =
                evaluated(*lambda(filled(one.measure, in), {.sigma = sigma}), query);
            return {{"grad", result.gradients}, {"curv", result.hessians}};
        });
    }
    answers.add("ranknet", [&]() -> Json {
        const Gradients result = evaluated(RankNet("grade", {.sigma = sigma}), query);
        return {{"loss", result.value}, {"grad", result.gradients}};
    });
}

/// The gradients of click pairs: documents of equal grade, by document. Click grades are no floats,
/// so the query does not go through a data set.
Gradients click_gradients(const Query& clicks,
                          const std::vector<double>& grades,
                          const std::string& measure,
                          PairCost cost,
                          bool with_zero_clicks) {
    const auto order = order_by_score(clicks);
    const Query ranked = reordered(clicks, order);
    std::vector<float> keys;
    std::vector<unsigned char> alone;
    for (const std::uint32_t document : order) {
        keys.push_back(static_cast<float>(grades[document]));
        alone.push_back(!with_zero_clicks && clicks.grades[document] == 0.0 ? 1 : 0);
    }
    const std::size_t n = order.size();
    Gradients by_rank{0.0, std::vector<double>(n), std::vector<double>(n)};
    Gradients result = by_rank;
    Scratch scratch;
    lambda_gradients(
        *measure_for(measure, clicks),
        {.list = ranked.ranked(), .scores = ranked.scores, .keys = keys, .alone = alone},
        {.cost = cost},
        scratch,
        by_rank.gradients,
        by_rank.hessians);
    for (std::size_t i = 0; i < n; ++i) {
        result.gradients[order[i]] = by_rank.gradients[i];
        result.hessians[order[i]] = by_rank.hessians[i];
    }
    return result;
}

std::vector<double> mixed(const std::vector<double>& first,
                          const std::vector<double>& second,
                          double weight) {
    std::vector<double> sum(first.size());
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] = (1.0 - weight) * first[i] + weight * second[i];
    }
    return sum;
}

void answer_click(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query = scored_query(in.at("labels"), in.at("scores"), 4.0);
    const Query clicks = scored_query(in.at("clicks"), in.at("scores"), 1.0);
    const std::string click_measure = at_truncation("CNDCG", in);
    const auto weight = in.at("w").as<double>();
    const Gradients first = evaluated(*lambda(at_truncation("NDCG", in)), query);
    const auto second = [&](PairCost cost, bool with_zero_clicks) {
        return click_gradients(clicks, query.grades, click_measure, cost, with_zero_clicks);
    };
    const Gradients clicked = second(PairCost::logistic, false);
    answers.add("gL", [&] { return first.gradients; });
    answers.add("hL", [&] { return first.hessians; });
    answers.add("gC", [&] { return clicked.gradients; });
    answers.add("hC", [&] { return clicked.hessians; });
    answers.add("g", [&] { return mixed(first.gradients, clicked.gradients, weight); });
    answers.add("h", [&] { return mixed(first.hessians, clicked.hessians, weight); });
    answers.add("gC_with_zero_clicks", [&] { return second(PairCost::logistic, true).gradients; });
    answers.add("gC_literal_paper", [&] { return second(PairCost::literal, false).gradients; });
    answers.add("agreement_L_vs_C",
                [&] { return gradient_agreement(first.gradients, clicked.gradients); });
}

void answer_sigmoid(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query = scored_query(in.at("labels"), in.at("scores"), 4.0);
    const auto weight = in.at("w_m").as<double>();
    const auto late = [&] {
        return lambda(at_truncation("NDCG", in),
                      {.cost = PairCost::sigmoid, .centre = in.at("mu").as<double>()});
    };
    const auto mix = [&](MixtureScale scale) {
        std::vector<MixturePart> parts;
        parts.push_back({lambda("NDCG"), 1.0 - weight});
        parts.push_back({late(), weight});
        return evaluated(Mixture(std::move(parts), scale), query).gradients;
    };
    answers.add("gS", [&] { return evaluated(*late(), query).gradients; });
    answers.add("gL", [&] { return evaluated(*lambda("NDCG"), query).gradients; });
    answers.add("mix", [&] { return mix(MixtureScale::none); });
    answers.add("mix_std_normalised", [&] { return mix(MixtureScale::mixture); });
}

void answer_diagnostics(const Json& in, const Json& out, Answers& answers) {
    const Query query = scored_query(in.at("labels"), in.at("scores"), 4.0);
    const Query next = scored_query(in.at("labels"), in.at("scores_next_iteration"), 4.0);
    const auto top = in.at("T").as<std::size_t>();
    const auto order = order_by_score(query);
    const Query ranked = reordered(query, order);
    const std::size_t grades = out.at("contribution_share_by_partner_label").size();
    PartnerGrades partners(grades - 1, 3.0);
    Scratch scratch;
    partners.add(*measure_for("NDCG", query),
                 {.list = ranked.ranked(), .scores = ranked.scores},
                 {},
                 scratch);
    const auto next_order = order_by_score(next);
    const RankChanges changes = rank_changes(order, next_order, top);
    answers.add("contribution_share_by_partner_label", [&] { return partners.shares(); });
    answers.add("high_documents_used", [&] { return partners.documents(); });
    answers.add("rank_changes_all", [&] { return changes.all; });
    answers.add("rank_changes_top", [&] { return changes.top; });
    answers.add("top3_label_share",
                [&] { return top_grade_shares(reordered(next, next_order).grades, 3, grades); });
}

Schedule::Kind schedule_kind(const std::string& name) {
    if (name == "linear") return Schedule::Kind::linear;
    if (name == "exp" || name == "exponential") return Schedule::Kind::exponential;
    if (name == "exp_abs" || name == "absolute") return Schedule::Kind::absolute;
    throw Unserved(fmt::format("no schedule is called '{}'", name));
}

void answer_schedule(const Json& in, const Json& /*out*/, Answers& answers) {
    const Schedule schedule(schedule_kind(in.at("kind").as<std::string>()),
                            in.at("w0").as<double>(),
                            in.at("eta").as<double>());
    answers.add("w_at_1_10_40_80_100_500_1000", [&] {
        Json weights = Json::array();
        for (const std::size_t m : {1U, 10U, 40U, 80U, 100U, 500U, 1000U}) {
            weights.push_back(schedule.at(m));
        }
        return weights;
    });
    answers.add("first_iteration_at_1", [&]() -> Json {
        for (std::size_t m = 1; m <= 100'000; ++m) {
            if (schedule.at(m) >= 1.0) return m;
        }
        return nullptr;
    });
}

void answer_tiers(const Json& in, const Json& /*out*/, Answers& answers) {
    std::vector<std::vector<float>> grades;
    for (const Json& tier : in.at("labels_by_tier").items()) {
        std::vector<float>& row = grades.emplace_back();
        for (const Json& grade : tier.items()) {
            row.push_back(grade.is_null() ? std::numeric_limits<float>::quiet_NaN()
                                          : grade.as<float>());
        }
    }
    const auto pairs = [&](MissingGrades missing) {
        Json rows = Json::array();
        for (const auto& [tier, winner, loser] : tier_pairs(grades, missing)) {
            rows.push_back(Json::Array{tier, winner, loser});
        }
        return rows;
    };
    answers.add("pairs_matched", [&] { return pairs(MissingGrades::matched); });
    answers.add("pairs_lenient", [&] { return pairs(MissingGrades::lenient); });
}

}  // namespace

std::span<const Checker> objective_checkers() {
    static constexpr std::array checkers = {
        Checker{"lambda", "scores labels max_grade k g rbp_p sigma", answer_lambda},
        Checker{"lambda.click", "scores labels clicks w T", answer_click},
        Checker{"lambda.sigmoid", "scores labels mu T w_m", answer_sigmoid},
        Checker{"lambda.diagnostics", "scores labels scores_next_iteration T", answer_diagnostics},
        Checker{"schedule", "kind w0 eta", answer_schedule},
        Checker{"tiers", "labels_by_tier", answer_tiers}};
    return checkers;
}

}  // namespace gradus::golden
