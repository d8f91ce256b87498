#include "gradus/objectives/focused.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/objectives/lists/list_objective.hpp"
#include "gradus/objectives/lists/plackett_luce.hpp"
#include "gradus/objectives/objective_text.hpp"
#include "gradus/objectives/pairs/pair_cost.hpp"

namespace gradus {
namespace {

constexpr std::size_t most_in_all_orders = 18;

class BoundFocused final : public BoundListObjective {
  public:
    BoundFocused(const std::string& labels,
                 const FocusedParams& params,
                 const Dataset& data,
                 unsigned threads)
        : BoundListObjective(data, labels, threads), params_(params) {
        for (std::size_t query = 0; query < data.queries(); ++query) {
            const std::size_t top = top_size(ideal(query));
            if (params.list == FocusedList::first || top <= most_in_all_orders) continue;
            throw Error({fmt::format("query {}", excerpt(data.query_ids[query]))},
                        fmt::format("{} documents with a grade above 0 have too many orders", top),
                        "use `list=first`, or label the top documents alone",
                        Topic::top_documents);
        }
    }

    bool is_informative(std::size_t query) const override {
        const std::size_t top = top_size(ideal(query));
        const bool has_rest = top < ideal(query).size();
        return (top > 1 && params_.beta > 0.0) || (top > 0 && has_rest && params_.beta < 1.0);
    }

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& /*query*/,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        return add_list(top_documents(list, scratch), scratch, to) + add_pairs(list, to);
    }

    /// ListNet among the top documents.
    double add_list(const JudgedList& top, Scratch& scratch, const ListDerivatives& to) const {
        if (top.size() < 2) return 0.0;
        const ListDerivatives own{scratch.array<double>(top.size()),
                                  scratch.array<double>(top.size())};
        const bool full = params_.list == FocusedList::full;
        const double value =
            full ? plackett_luce::first_draws(top.grades, top.scores, top.size(), scratch, own)
                 : plackett_luce::first_draw(top.grades, top.scores, own);
        const auto size = static_cast<double>(top.size());
        const double at_zero = full ? std::lgamma(size + 1.0) : std::log(size);
        const double factor = params_.beta / (params_.scaled ? at_zero : 1.0);
        for (std::size_t i = 0; i < top.size(); ++i) {
            to.gradients[top.places[i]] += factor * own.gradients[i];
            to.hessians[top.places[i]] += factor * own.hessians[i];
        }
        return factor * value;
    }

    /// RankNet between the top documents and the others.
    double add_pairs(const JudgedList& list, const ListDerivatives& to) const {
        const double pairs = top_pairs(list);
        if (pairs == 0.0) return 0.0;
        const double at_zero = pairs * std::numbers::ln2;
        const double factor = (1.0 - params_.beta) / (params_.scaled ? at_zero : 1.0);
        return gradus::add_pairs(
            list.size(),
            factor,
            [&](std::size_t i, std::size_t j) { return list.is_top_pair(i, j); },
            [&](std::size_t i, std::size_t j) {
                return pair_terms({}, list.scores[i] - list.scores[j]);
            },
            to);
    }

    FocusedParams params_;
};

}  // namespace

std::string Focused::text() const {
    return objective_text("focused", labels_text(labels_), params_);
}

std::unique_ptr<const BoundObjective> Focused::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundFocused>(labels_, params_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry focused_entry{
    .name = "focused",
    .summary = "for top-k labels: the order of the top, and the top above the rest",
    .reference = "Niu et al. 2012",
    .traits = {.derivative = true, .convex = true},
    .examples =
        "focused focused(beta=0.8,scaled=no) "
        "focused(labels=click)",
    .params = params_with<FocusedParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<Focused>(
            arguments.labels, params_from<FocusedParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
