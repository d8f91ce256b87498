#include "gradus/objectives/ranknet.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/objective_text.hpp"
#include "gradus/objectives/pairs/pair_cost.hpp"

namespace gradus {
namespace {

class BoundRankNet final : public BoundObjective {
  public:
    BoundRankNet(const std::string& labels,
                 const RankNetParams& params,
                 const Dataset& data,
                 unsigned threads)
        : labels_(data, labels, threads),
          rule_{.sigma = params.sigma},
          equal_grades_(params.equal_grades) {}

    bool is_informative(std::size_t query) const override {
        const std::span<const double> ideal = labels_.ideal(query);
        return ideal.size() > 1 && (equal_grades_ || ideal.front() > ideal.back());
    }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& /*scratch*/,
                    std::span<double> gradients,
                    std::span<double> hessians) const override {
        std::ranges::fill(gradients, 0.0);
        std::ranges::fill(hessians, 0.0);
        const std::span<const float> grades = labels_.grades(query.query);
        const std::span<const float> weights = labels_.weights(query.query);
        const auto weight_of = [&](std::size_t document) {
            return weights.empty() ? 1.0 : static_cast<double>(weights[document]);
        };
        double value = 0.0;
        const auto add = [&](std::size_t high, std::size_t low, double share) {
            const PairTerms terms = pair_terms(rule_, query.scores[high] - query.scores[low]);
            const double weight = share * 0.5 * (weight_of(high) + weight_of(low));
            gradients[high] -= weight * terms.force;
            gradients[low] += weight * terms.force;
            hessians[high] += weight * terms.hessian;
            hessians[low] += weight * terms.hessian;
            value += weight * terms.cost;
        };
        for (std::size_t i = 0; i < grades.size(); ++i) {
            for (std::size_t j = 0; j < grades.size(); ++j) {
                if (grades[i] > grades[j]) add(i, j, 1.0);
                if (equal_grades_ && i != j && grades[i] == grades[j]) add(i, j, 0.5);
            }
        }
        return value;
    }

    void evaluate_float(const ScoredQuery<float>& query,
                        Scratch& scratch,
                        std::span<float> gradients,
                        std::span<float> hessians) const override {
        if (equal_grades_) {
            BoundObjective::evaluate_float(query, scratch, gradients, hessians);
            return;
        }
        const Scratch::Frame frame(scratch);
        RankedLanes lanes = rank_lanes(query, labels_.grades(query.query), rule_, scratch);
        const std::span<const float> weights = labels_.weights(query.query);
        const std::span<float> changes = scratch.array<float>(lanes.sides.size(), 1.0F);
        const bool weighs_pairs = labels_.weights_differ(query.query);
        for (std::size_t a = 0; a < lanes.size; ++a) {
            for (std::size_t b = a + 1; weighs_pairs && b < lanes.size; ++b)
                changes[b] = 0.5F * (weights[query.order[a]] + weights[query.order[b]]);
            add_row(lanes, a, changes);
        }
        const std::span<const float> further = weighs_pairs ? std::span<const float>{} : weights;
        write_by_document(lanes, query, rule_, 1.0, further, gradients, hessians);
    }

  private:
    BoundLabels labels_;
    PairRule rule_;
    bool equal_grades_;
};

}  // namespace

std::string RankNet::text() const {
    return objective_text("ranknet", labels_text(labels_), params_);
}

std::unique_ptr<const BoundObjective> RankNet::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundRankNet>(labels_, params_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry ranknet_entry{
    .name = "ranknet",
    .summary = "the logistic cost of each pair of documents of different grades",
    .reference = "Burges et al. 2005",
    .traits = {.derivative = true, .convex = true},
    .examples =
        "ranknet ranknet(sigma=2.5) ranknet(sigma=0.7,equal_grades=yes) "
        "ranknet(click)",
    .params = params_with<RankNetParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<RankNet>(
            arguments.labels, params_from<RankNetParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
