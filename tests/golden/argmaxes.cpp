// Most violated rankings and structural hinges. Orders may tie, so theirs are compared by value.

#include <array>
#include <cmath>

#include "gradus/measures/gap/hinge.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

using Order = std::vector<std::uint32_t>;

struct Worst {
    double value = 0.0;  ///< loss + w·Ψ
    double hinge = 0.0;
    Order order;
};

std::optional<Worst> worst_of(const Measure& measure, const Query& query) {
    if (measure.violate() == nullptr) throw Error({}, "the measure has no argmax", "");
    Scratch scratch;
    Worst worst{.order = Order(query.grades.size())};
    const auto violation = measure.violate()->violate(query.scored(), worst.order, scratch);
    if (!violation) return std::nullopt;
    worst.value = violation->loss + violation->discriminant;
    std::vector<double> gradients(query.grades.size());
    worst.hinge = measure.violate()->hinge(query.scored(), gradients, scratch);
    return worst;
}

/// The expected order where it is as good as ours, else ours.
template <class Value>
Order equal_order(const Json& expected, const Worst& worst, Value value_of) {
    const auto order = expected.as<Order>();
    return std::abs(value_of(order) - worst.value) < 1e-9 ? order : worst.order;
}

void answer_argmax(const Json& in, const Json& out, Answers& answers) {
    const Query query = scored_query(in.at("relevant"), in.at("scores"), 1.0);
    for (const Asked& one : std::array{
             Asked{"map", "AP"},
             Asked{"roc", "AUC"},
             Asked{"mrr", "RR"},
             Asked{"ndcg", "NDCG(psi=pairs)"},
             Asked{"ndcg_k", "NDCG(psi=pairs)@{k}"},
         }) {
        answers.add(one.key, [&]() -> Json {
            const auto measure = measure_for(filled(one.measure, in), query);
            const auto worst = worst_of(*measure, query);
            if (!worst) return nullptr;
            const auto value_of = [&](const Order& order) {
                return 1.0 - measure->score(reordered(query, order).ranked()) +
                       pairwise_discriminant(query.scored(), 1.0, order);
            };
            return {{"max_loss_plus_score", worst->value},
                    {"H", worst->hinge},
                    {"order", equal_order(out.at(one.key).at("order"), *worst, value_of)}};
        });
    }
}

void answer_assignment(const Json& in, const Json& out, Answers& answers) {
    const Query query = scored_query(in.at("labels"), in.at("scores"), 0.0);
    const auto measure = measure_for("NDCG(psi=discount)", query);
    const auto worst = worst_of(*measure, query);
    answers.add("max", [&]() -> Json { return worst ? Json(worst->value) : nullptr; });
    answers.add("order", [&]() -> Json {
        if (!worst) return nullptr;
        return equal_order(out.at("order"), *worst, [&](const Order& order) {
            const Query ranked = reordered(query, order);
            double discriminant = 0.0;  // Σ D(r) s(r)
            for (std::size_t i = 0; i < order.size(); ++i) {
                discriminant += ranked.scores[i] / std::log2(static_cast<double>(i) + 2.0);
            }
            return 1.0 - measure->score(ranked.ranked()) + discriminant;
        });
    });
}

void answer_gap_hinge(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto g = in.at("g").as<std::vector<double>>();
    const Query query =
        scored_query(in.at("labels"), in.at("scores"), static_cast<double>(g.size()));
    const auto gap = measure_for(filled("GAP(g={g})", in), query);
    Scratch scratch;
    const std::vector<ThresholdHinge> parts = threshold_hinges(query.scored(), g, scratch);
    Json weights = Json::array();
    Json hinges = Json::array();
    for (const ThresholdHinge& part : parts) {
        weights.push_back(part.weight);
        hinges.push_back(part.hinge);
    }
    answers.add("weights", [&] { return weights; });
    answers.add("hinge_by_threshold", [&] { return hinges; });
    answers.add("hinge", [&] {
        std::vector<double> gradients(query.grades.size());
        return gap->violate()->hinge(query.scored(), gradients, scratch);
    });
    answers.add("one_minus_gap",
                [&] { return 1.0 - gap->score(reordered(query, order_by_score(query)).ranked()); });
}

}  // namespace

std::span<const Checker> argmax_checkers() {
    static constexpr std::array checkers = {
        Checker{"argmax", "relevant scores k", answer_argmax},
        Checker{"argmax.assignment", "labels scores", answer_assignment},
        Checker{"hinge.gap", "labels scores g", answer_gap_hinge}};
    return checkers;
}

}  // namespace gradus::golden
