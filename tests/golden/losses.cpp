// Costs of pairs and of whole lists.

#include <array>

#include "gradus/objectives/focused.hpp"
#include "gradus/objectives/focused_hinge.hpp"
#include "gradus/objectives/listnet.hpp"
#include "gradus/objectives/lists/plackett_luce.hpp"
#include "gradus/objectives/pair_hinge.hpp"
#include "gradus/objectives/ranknet.hpp"
#include "tests/golden/evaluated.hpp"

namespace gradus::golden {
namespace {

Json loss_of(const Objective& objective, const Query& query) {
    const Gradients result = evaluated(objective, query);
    return {{"loss", result.value}, {"grad", result.gradients}};
}

/// By an order that is given, not by grades.
Json listmle(const Query& query, const std::vector<std::uint32_t>& order, std::size_t draws) {
    Scratch scratch;
    std::vector<double> gradients(order.size());
    std::vector<double> hessians(order.size());
    const double loss =
        plackett_luce::drawn_in_order(order, query.scores, draws, scratch, {gradients, hessians});
    return {{"loss", loss}, {"grad", gradients}};
}

void answer_loss(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query = scored_query(in.at("labels"), in.at("scores"), 4.0);
    const auto order = in.at("true_order").as<std::vector<std::uint32_t>>();
    reordered(query, order);  // refuses what is no permutation
    const auto listnet = [&](int draws) {
        return loss_of(ListNet("grade", {.draws = draws}), query);
    };
    const auto documents = static_cast<int>(order.size());
    answers.add("listnet_top1", [&] { return listnet(1); });
    answers.add("listnet_topk", [&] { return listnet(in.at("listnet_k").as<int>()); });
    answers.add("listnet_full", [&] { return listnet(documents); });
    answers.add("listmle", [&] { return listmle(query, order, order.size()); });
    answers.add("listmle_topk",
                [&] { return listmle(query, order, in.at("k").as<std::size_t>()); });
    answers.add("ranknet", [&] { return loss_of(RankNet(), query); });
    answers.add("ranksvm_hinge", [&] { return loss_of(PairHinge(), query); });
    answers.add("ranksvm_squared",
                [&] { return loss_of(PairHinge("grade", {.squared = true}), query); });
}

void answer_focused(const Json& in, const Json& /*out*/, Answers& answers) {
    const Query query = scored_query(in.at("position_labels"), in.at("scores"), 0.0);
    const auto beta = in.at("beta").as<double>();
    const auto net = [&](FocusedList list) -> Json {
        const Gradients scaled = evaluated(Focused("grade", {.beta = beta, .list = list}), query);
        const Gradients raw =
            evaluated(Focused("grade", {.beta = beta, .list = list, .scaled = false}), query);
        return {
            {"normalised_loss", scaled.value}, {"grad", scaled.gradients}, {"raw_loss", raw.value}};
    };
    const auto hinge = [&](const FocusedHingeParams& params) {
        return evaluated(FocusedHinge("grade", params), query).value;
    };
    answers.add("focused_net_top1", [&] { return net(FocusedList::first); });
    answers.add("focused_net_full", [&] { return net(FocusedList::full); });
    answers.add("focused_svm", [&]() -> Json {
        return {{"list", hinge({.beta = 1.0, .scaled = false})},
                {"pair_sum", hinge({.beta = 0.0, .scaled = false})},
                {"normalised", hinge({.beta = beta})},
                {"pair_sum_label_scaled", hinge({.beta = 0.0, .scaled = false, .by_grade = true})}};
    });
}

}  // namespace

std::span<const Checker> loss_checkers() {
    static constexpr std::array checkers = {
        Checker{"loss", "scores labels true_order k listnet_k", answer_loss},
        Checker{"focused", "scores position_labels beta", answer_focused}};
    return checkers;
}

}  // namespace gradus::golden
