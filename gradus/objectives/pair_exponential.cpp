#include "gradus/objectives/pair_exponential.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "gradus/objectives/lists/list_objective.hpp"
#include "gradus/objectives/objective_text.hpp"
#include "gradus/objectives/pairs/pair_exponents.hpp"

namespace gradus {
namespace {

constexpr double most_exponent = 80.0;

class BoundPairExponential final : public BoundListObjective {
  public:
    using BoundListObjective::BoundListObjective;

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& /*query*/,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        const std::span<std::uint32_t> order = scratch.array<std::uint32_t>(list.size());
        const std::span<double> scores = scratch.array<double>(list.size());
        const std::span<std::size_t> class_ends = scratch.array<std::size_t>(list.size());
        const PairExponents exponents{scratch.array<double>(list.size()),
                                      scratch.array<double>(list.size())};
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return list.grades[i]; });
        std::size_t classes = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            scores[i] = list.scores[order[i]];
            if (i + 1 == order.size() || list.grades[order[i]] != list.grades[order[i + 1]])
                class_ends[classes++] = i + 1;
        }
        pair_exponents(scores, class_ends.first(classes), exponents);
        double value = 0.0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const double above = std::exp(std::min(exponents.above[i], most_exponent));
            const double below = std::exp(std::min(exponents.below[i], most_exponent));
            value += above;
            to.gradients[order[i]] = below - above;
            to.hessians[order[i]] = below + above;
        }
        return value;
    }
};

}  // namespace

std::string PairExponential::text() const {
    return objective_text("pair_exponential", labels_text(labels_), NoParams{});
}

std::unique_ptr<const BoundObjective> PairExponential::bind(const Dataset& data,
                                                            unsigned threads) const {
    return std::make_unique<BoundPairExponential>(data, labels_, threads);
}

namespace objectives {
extern const ObjectiveEntry pair_exponential_entry{
    .name = "pair_exponential",
    .summary = "the exponential cost of each pair of documents of different grades",
    .reference = "Freund et al. 2003",
    .traits = {.derivative = true, .convex = true},
    .examples = "pair_exponential pair_exponential(click)",
    .params = params_with<NoParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<PairExponential>(arguments.labels);
    },
};
}  // namespace objectives

}  // namespace gradus
