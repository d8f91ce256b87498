#include "gradus/objectives/listnet.hpp"

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/objectives/lists/list_objective.hpp"
#include "gradus/objectives/lists/plackett_luce.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

/// Sets times documents of one query: about a second.
constexpr double most_terms = 1e8;

class BoundListNet final : public BoundListObjective {
  public:
    BoundListNet(const std::string& labels,
                 const ListNetParams& params,
                 const Dataset& data,
                 unsigned threads)
        : BoundListObjective(data, labels, threads), params_(params) {
        for (std::size_t query = 0; query < data.queries(); ++query) {
            const std::size_t n = ideal(query).size();
            const auto sets = plackett_luce::count_sets(n, draws());
            if (static_cast<double>(sets) * static_cast<double>(n) <= most_terms) continue;
            throw Error({fmt::format("query {}", excerpt(data.query_ids[query]))},
                        fmt::format("{} documents have too many sets of fewer than {} to sum over",
                                    n,
                                    params.draws),
                        "use fewer draws, or the objective listmle");
        }
    }

    /// Equal grades ask for equal scores.
    bool is_informative(std::size_t query) const override { return ideal(query).size() > 1; }

  private:
    std::size_t draws() const { return static_cast<std::size_t>(params_.draws); }

    double add(const JudgedList& list,
               const ScoredQuery<double>& /*query*/,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        for (double& grade : list.grades) grade /= params_.temperature;
        return draws() == 1
                   ? plackett_luce::first_draw(list.grades, list.scores, to)
                   : plackett_luce::first_draws(list.grades, list.scores, draws(), scratch, to);
    }

    ListNetParams params_;
};

}  // namespace

std::string ListNet::text() const {
    return objective_text("listnet", labels_text(labels_), params_);
}

std::unique_ptr<const BoundObjective> ListNet::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundListNet>(labels_, params_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry listnet_entry{
    .name = "listnet",
    .summary = "the cross entropy between the chances that grades and scores give to documents",
    .reference = "Cao et al. 2007",
    .traits = {.derivative = true, .convex = true},
    .examples = "listnet listnet(draws=3,temperature=2) listnet(click)",
    .params = params_with<ListNetParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<ListNet>(
            arguments.labels, params_from<ListNetParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
