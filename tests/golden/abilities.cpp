// Changes under swaps, and smooth expectations with their gradients.

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

Json changes(const Measure& measure, const Query& query) {
    if (std::isnan(measure.score(query.ranked()))) return nullptr;
    const std::size_t n = query.grades.size();
    Scratch scratch;
    const auto& rows = measure.swap(query.ranked(), scratch);
    std::vector<std::vector<double>> table(n, std::vector<double>(n, 0.0));
    std::vector<double> row(n);
    for (std::size_t a = 0; a < rows.reach(); ++a) {
        rows.fill(a, row);
        for (std::size_t b = a + 1; b < n; ++b) table[a][b] = table[b][a] = row[b];
    }
    return table;
}

void answer_swap(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query =
        ranked_query(in.at("labels_in_rank_order"), in.at("max_grade").as<double>());
    const auto add = [&](const Asked& one) {
        answers.add(one.key,
                    [&] { return changes(*measure_for(filled(one.measure, in), query), query); });
    };
    std::ranges::for_each(pair_measures, add);
    add({"pair_accuracy", "pairs"});
}

Json smooth(const Measure& measure, const Query& query, double sigma) {
    if (measure.soft() == nullptr) throw Error({}, "the measure has no soft form", "");
    Scratch scratch;
    std::vector<double> gradient(query.grades.size());
    const double value = soft_value(*measure.soft(), query.scored(), sigma, gradient, scratch);
    if (std::isnan(value)) return nullptr;
    return {{"value", value}, {"grad", gradient}};
}

void answer_soft(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query =
        scored_query(in.at("labels"), in.at("scores"), in.at("max_grade").as<double>());
    const auto sigma = in.at("sigma").as<double>();
    for (const Asked& one : std::array{
             Asked{"soft_ndcg", "NDCG"},
             Asked{"soft_ndcg_k", "NDCG@{k}"},
             Asked{"soft_pc_k", "P@{k}"},
             Asked{"soft_ap", "AP"},
             Asked{"soft_ap_contest", "AP(form=contest)"},
             Asked{"soft_gap", "GAP(g={g})"},
             Asked{"soft_err", "ERR(max={max_grade})"},
             Asked{"soft_rr", "RR"},
             Asked{"soft_rbp", "RBP(p={rbp_p})"},
             Asked{"soft_roc", "AUC"},
         }) {
        answers.add(one.key, [&] {
            return smooth(*measure_for(filled(one.measure, in), query), query, sigma);
        });
    }

    const std::size_t n = query.grades.size();
    Scratch scratch;
    const Contests contests(query.scores, sigma, scratch);
    answers.add("pi", [&] {
        std::vector<std::vector<Json>> table(n, std::vector<Json>(n));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (i != j) table[i][j] = contests.wins(i, j);
            }
        }
        return table;
    });
    answers.add("rank_distribution", [&] {
        std::vector<std::vector<double>> table(n, std::vector<double>(n));
        for (std::size_t j = 0; j < n; ++j) {
            std::vector<double> beaten;
            for (std::size_t i = 0; i < n; ++i) {
                if (i != j) beaten.push_back(contests.wins(i, j));
            }
            rank_distribution(beaten, table[j]);
        }
        return table;
    });
}

}  // namespace

std::span<const Checker> ability_checkers() {
    static constexpr std::array checkers = {
        Checker{"swap", "labels_in_rank_order max_grade k rbp_p g", answer_swap},
        Checker{"soft", "scores labels sigma k g max_grade rbp_p", answer_soft}};
    return checkers;
}

}  // namespace gradus::golden
