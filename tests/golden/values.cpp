// Values of measures: of rankings, of clicks, of position grades, over ties.

#include <array>

#include <fmt/format.h>

#include "gradus/data/transforms/top_k.hpp"
#include "gradus/measures/gap/curve.hpp"
#include "gradus/measures/ties.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

void add_scores(std::span<const Asked> asked,
                const Json& in,
                const Query& query,
                Answers& answers) {
    for (const Asked& one : asked) {
        answers.add(one.key, [&] {
            return measure_for(filled(one.measure, in), query)->score(query.ranked());
        });
    }
}

void answer_measure(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto highest = in.at("max_grade").as<double>();
    const Json& grades = in.at("labels_in_rank_order");
    add_scores(
        std::array{
            Asked{"pc", "P@{k}"},
            Asked{"r_precision", "Rprec"},
            Asked{"ap", "AP"},
            Asked{"rr", "RR"},
            Asked{"dcg", "DCG"},
            Asked{"dcg_k", "DCG@{k}"},
            Asked{"ndcg", "NDCG"},
            Asked{"ndcg_k", "NDCG@{k}"},
            Asked{"ndcg_k_linear_gain", "NDCG(gain=linear)@{k}"},
            Asked{"ndcg_k_letor_discount", "NDCG(discount=letor)@{k}"},
            Asked{"err", "ERR(max={max_grade})"},
            Asked{"err_k", "ERR(max={max_grade})@{k}"},
            Asked{"err_literal_003", "ERR(max={max_grade}, weight=count)"},
            Asked{"rbp", "RBP(p={rbp_p})"},
            Asked{"rbp_graded", "RBP(p={rbp_p}, gain=graded, max={max_grade})"},
            Asked{"roc_area", "AUC"},
            Asked{"pair_accuracy", "pairs"},
            Asked{"best_accuracy", "best_accuracy"},
            Asked{"gap", "GAP(g={g})"},
        },
        in,
        ranked_query(grades, highest),
        answers);
    const Json* const unretrieved = in.find("extra_unretrieved_grade1");
    if (unretrieved == nullptr) return;
    add_scores(
        std::array{
            Asked{"ap_with_unretrieved", "AP"},
            Asked{"gap_with_unretrieved", "GAP(g={g})"},
            Asked{"ndcg_k_pool", "NDCG@{k}"},
        },
        in,
        ranked_query(grades, highest, unretrieved->as<std::uint16_t>()),
        answers);
}

void answer_click(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query = ranked_query(in.at("clicks_in_rank_order"), 1.0);
    const auto score = [&](const std::string& target) {
        return measure_for(target, query)->score(query.ranked());
    };
    answers.add("cndcg", [&] { return score("CNDCG"); });
    answers.add("cndcg_k", [&] { return score(filled("CNDCG@{k}", in)); });
}

void answer_graded_curve(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto g = in.at("g").as<std::vector<double>>();
    const Query query = ranked_query(in.at("labels_in_rank_order"), static_cast<double>(g.size()));
    const auto gap = measure_for(filled("GAP(g={g})", in), query);
    answers.add("gap", [&] { return gap->score(query.ranked()); });
    answers.add("points_recall_precision_step", [&] {
        Json points = Json::array();
        for (const GradedPoint& point : graded_precision_recall(query.ranked(), g)) {
            points.push_back(Json::Array{point.recall, point.precision, point.step});
        }
        return points;
    });
}

/// The position grades of a query whose documents stand in the given true order.
std::vector<float> position_grades(const Json& true_order, std::size_t k) {
    const auto order = true_order.as<std::vector<std::uint32_t>>();
    reordered({.grades = std::vector<double>(order.size()), .ideal = {}}, order);  // checks it
    LabelColumn ranks{"rank", std::vector<float>(order.size())};
    for (std::size_t i = 0; i < order.size(); ++i) {
        ranks.values[order[i]] = static_cast<float>(i + 1);
    }
    Dataset data;
    data.features = FeatureMatrix(order.size(), 0);
    data.query_begins = {0, order.size()};
    data.query_ids.push_back("1");
    return top_k_from_ranks(data, ranks, k).labels;
}

void answer_kappa(const Json& in, const Json& out, Answers& answers) {
    const auto k = in.at("k").as<std::uint16_t>();
    const std::vector<float> grades = position_grades(in.at("true_order"), k);
    const Query query = reordered(ranked_query(grades, k),
                                  in.at("predicted_order").as<std::vector<std::uint32_t>>());
    answers.add("labels_by_document", [&] { return Json(grades); });
    answers.add("kappa_ndcg_at", [&] {
        Json values = Json::array();
        for (std::size_t cutoff = 1; cutoff <= out.at("kappa_ndcg_at").size(); ++cutoff) {
            values.push_back(measure_for(fmt::format("kNDCG(k={})@{}", k, cutoff), query)
                                 ->score(query.ranked()));
        }
        return values;
    });
    add_scores(std::array{Asked{"kappa_err", "kERR(k={k})"}}, in, query, answers);
}

void answer_ties(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query =
        scored_query(in.at("labels"), in.at("scores"), in.at("max_grade").as<double>());
    const std::vector<std::uint32_t> order = order_by_score(query);
    const Query ranked = reordered(query, order);
    answers.add("stable_order", [&] { return Json(order); });
    add_scores(std::array{Asked{"ndcg_k_stable", "NDCG@{k}"}, Asked{"ap_stable", "AP"}},
               in,
               ranked,
               answers);
    answers.add("expected", [&] {
        Json means = Json::object();
        for (const Asked& one : std::array{
                 Asked{"dcg_k", "DCG@{k}"},
                 Asked{"ndcg_k", "NDCG@{k}"},
                 Asked{"ap", "AP"},
                 Asked{"rr", "RR"},
                 Asked{"pc_k", "P@{k}"},
                 Asked{"err", "ERR(max={max_grade})"},
             }) {
            means[one.key] = value_over_ties(*measure_for(filled(one.measure, in), query),
                                             ranked.ranked(),
                                             tie_group_ends(ranked.scores))
                                 .mean;
        }
        return means;
    });
}

}  // namespace

std::span<const Checker> value_checkers() {
    static constexpr std::array checkers = {
        Checker{"measure",
                "labels_in_rank_order max_grade k rbp_p g extra_unretrieved_grade1",
                answer_measure},
        Checker{"measure.click", "clicks_in_rank_order k", answer_click},
        Checker{"measure.graded_pr", "labels_in_rank_order g", answer_graded_curve},
        Checker{"kappa", "true_order predicted_order k", answer_kappa},
        Checker{"ties", "scores labels k max_grade", answer_ties}};
    return checkers;
}

}  // namespace gradus::golden
