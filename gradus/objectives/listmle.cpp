#include "gradus/objectives/listmle.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include "gradus/base/checksum.hpp"
#include "gradus/base/random.hpp"
#include "gradus/objectives/lists/list_objective.hpp"
#include "gradus/objectives/lists/plackett_luce.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

class BoundListMle final : public BoundListObjective {
  public:
    BoundListMle(const std::string& labels,
                 const ListMleParams& params,
                 std::uint64_t seed,
                 const Dataset& data,
                 unsigned threads)
        : BoundListObjective(data, labels, threads), params_(params), seed_(seed) {
        for (std::size_t query = 0; query < data.queries(); ++query) {
            const std::string_view id = data.query_ids[query];
            keys_.push_back(checksum(id.data(), id.size()));
        }
    }

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& query,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(list.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto step =
            params_.tied == TiedGrades::fixed ? 0U : static_cast<std::uint32_t>(query.iteration);
        Random(seed_, "listmle", keys_[query.query], step).shuffle(order);
        std::ranges::stable_sort(
            order, std::greater(), [&](std::uint32_t i) { return list.grades[i]; });
        const std::size_t draws =
            params_.draws == 0 ? order.size() : static_cast<std::size_t>(params_.draws);
        return plackett_luce::drawn_in_order(order, list.scores, draws, scratch, to);
    }

    ListMleParams params_;
    std::uint64_t seed_;
    std::vector<std::uint64_t> keys_;  ///< by query, whatever the order of the file
};

}  // namespace

std::string ListMle::text() const {
    return objective_text("listmle", labels_text(labels_), params_);
}

std::unique_ptr<const BoundObjective> ListMle::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundListMle>(labels_, params_, seed_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry listmle_entry{
    .name = "listmle",
    .summary = "minus the log chance that documents are drawn in the order of their grades",
    .reference = "Xia et al. 2008",
    .traits = {.derivative = true, .convex = true},
    .examples = "listmle listmle(draws=5) listmle(click,tied=fixed)",
    .params = params_with<ListMleParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<ListMle>(
            arguments.labels,
            params_from<ListMleParams>(arguments.settings, arguments.where),
            arguments.seed);
    },
};
}  // namespace objectives

}  // namespace gradus
