// Values of measures: of rankings, of clicks, of position grades, over ties.

#include <array>

#include <fmt/format.h>

#include "gradus/data/transforms/top_k.hpp"
#include "gradus/measures/gap/curve.hpp"
#include "gradus/measures/ties.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

void add_scores(std::span<const Asked> asked, const Query& query, Answers& answers) {
    for (const Asked& one : asked) {
        answers.add(one.key,
                    [&] { return measure_for(one.measure, query)->score(query.ranked()); });
    }
}

void answer_measure(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto highest = in.at("max_grade").as<double>();
    const Json& grades = in.at("labels_in_rank_order");
    const std::string k = number_text(in, "k");
    const std::string max = number_text(in, "max_grade");
    const std::string p = number_text(in, "rbp_p");
    const std::string gap = fmt::format("GAP(g={})", list_text(in.at("g")));
    add_scores(
        std::array{
            Asked{"pc", fmt::format("P@{}", k)},
            Asked{"r_precision", "Rprec"},
            Asked{"ap", "AP"},
            Asked{"rr", "RR"},
            Asked{"dcg", "DCG"},
            Asked{"dcg_k", fmt::format("DCG@{}", k)},
            Asked{"ndcg", "NDCG"},
            Asked{"ndcg_k", fmt::format("NDCG@{}", k)},
            Asked{"ndcg_k_linear_gain", fmt::format("NDCG(gain=linear)@{}", k)},
            Asked{"ndcg_k_letor_discount", fmt::format("NDCG(discount=letor)@{}", k)},
            Asked{"err", fmt::format("ERR(max={})", max)},
            Asked{"err_k", fmt::format("ERR(max={})@{}", max, k)},
            Asked{"err_literal_003", fmt::format("ERR(max={}, weight=count)", max)},
            Asked{"rbp", fmt::format("RBP(p={})", p)},
            Asked{"rbp_graded", fmt::format("RBP(p={}, gain=graded, max={})", p, max)},
            Asked{"roc_area", "AUC"},
            Asked{"pair_accuracy", "pairs"},
            Asked{"best_accuracy", "best_accuracy"},
            Asked{"gap", gap},
        },
        ranked_query(grades, highest),
        answers);
    add_scores(
        std::array{
            Asked{"ap_with_unretrieved", "AP"},
            Asked{"gap_with_unretrieved", gap},
            Asked{"ndcg_k_pool", fmt::format("NDCG@{}", k)},
        },
        ranked_query(grades, highest, in.at("extra_unretrieved_grade1").as<std::uint16_t>()),
        answers);
}

void answer_click(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query = ranked_query(in.at("clicks_in_rank_order"), 1.0);
    const auto score = [&](const std::string& target) {
        return measure_for(target, query)->score(query.ranked());
    };
    answers.add("cndcg", [&] { return score("CNDCG"); });
    answers.add("cndcg_k", [&] { return score(fmt::format("CNDCG@{}", number_text(in, "k"))); });
}

void answer_graded_curve(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto g = in.at("g").as<std::vector<double>>();
    const Query query = ranked_query(in.at("labels_in_rank_order"), static_cast<double>(g.size()));
    const auto gap = measure_for(fmt::format("GAP(g={})", list_text(in.at("g"))), query);
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
    const Asked err{"kappa_err", fmt::format("kERR(k={})", k)};
    add_scores({&err, 1}, query, answers);
}

void answer_ties(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query =
        scored_query(in.at("labels"), in.at("scores"), in.at("max_grade").as<double>());
    const std::vector<std::uint32_t> order = order_by_score(query);
    const Query ranked = reordered(query, order);
    const std::string k = number_text(in, "k");
    answers.add("stable_order", [&] { return Json(order); });
    add_scores(
        std::array{Asked{"ndcg_k_stable", fmt::format("NDCG@{}", k)}, Asked{"ap_stable", "AP"}},
        ranked,
        answers);
    answers.add("expected", [&] {
        Json means = Json::object();
        for (const Asked& one : std::array{
                 Asked{"dcg_k", fmt::format("DCG@{}", k)},
                 Asked{"ndcg_k", fmt::format("NDCG@{}", k)},
                 Asked{"ap", "AP"},
                 Asked{"rr", "RR"},
                 Asked{"pc_k", fmt::format("P@{}", k)},
                 Asked{"err", fmt::format("ERR(max={})", number_text(in, "max_grade"))},
             }) {
            means[one.key] = value_over_ties(*measure_for(one.measure, query),
                                             ranked.ranked(),
                                             tie_group_ends(ranked.scores))
                                 .mean;
        }
        return means;
    });
}

}  // namespace

std::span<const Checker> value_checkers() {
    static constexpr std::array checkers = {Checker{"measure", answer_measure},
                                            Checker{"measure.click", answer_click},
                                            Checker{"measure.graded_pr", answer_graded_curve},
                                            Checker{"kappa", answer_kappa},
                                            Checker{"ties", answer_ties}};
    return checkers;
}

}  // namespace gradus::golden
