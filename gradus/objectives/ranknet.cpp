#include "gradus/objectives/ranknet.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/objective_text.hpp"
#include "gradus/objectives/pair_cost.hpp"

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

    bool has_pairs(std::size_t query) const override {
        const std::span<const double> ideal = labels_.ideal(query);
        return ideal.size() > 1 && (equal_grades_ || ideal.front() > ideal.back());
    }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& /*scratch*/,
                    std::span<double> slopes,
                    std::span<double> curvatures) const override {
        std::ranges::fill(slopes, 0.0);
        std::ranges::fill(curvatures, 0.0);
        const std::span<const float> grades = labels_.grades(query.query);
        const std::span<const float> weights = labels_.weights(query.query);
        const auto weight_of = [&](std::size_t document) {
            return weights.empty() ? 1.0 : static_cast<double>(weights[document]);
        };
        double value = 0.0;
        const auto add = [&](std::size_t high, std::size_t low, double share) {
            const PairTerms terms = pair_terms(rule_, query.scores[high] - query.scores[low]);
            slopes[high] -= share * weight_of(high) * terms.force;
            slopes[low] += share * weight_of(low) * terms.force;
            curvatures[high] += share * weight_of(high) * terms.curvature;
            curvatures[low] += share * weight_of(low) * terms.curvature;
            value += share * 0.5 * (weight_of(high) + weight_of(low)) * terms.cost;
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
                        std::span<float> slopes,
                        std::span<float> curvatures) const override {
        if (equal_grades_) {
            BoundObjective::evaluate_float(query, scratch, slopes, curvatures);
            return;
        }
        const Scratch::Frame frame(scratch);
        RankedLanes lanes = rank_lanes(query, labels_.grades(query.query), rule_, scratch);
        const std::span<float> ones = scratch.array<float>(lanes.sides.size(), 1.0F);
        for (std::size_t a = 0; a < lanes.size; ++a) add_row(lanes, a, ones);
        write_by_document(
            lanes, query, rule_, 1.0, labels_.weights(query.query), slopes, curvatures);
    }

  private:
    BoundLabels labels_;
    PairRule rule_;
    bool equal_grades_;
};

}  // namespace

std::string RankNet::text() const {
    return objective_text("ranknet", labels_ == "grade" ? "" : "labels=" + labels_, params_);
}

std::unique_ptr<const BoundObjective> RankNet::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundRankNet>(labels_, params_, data, threads);
}

}  // namespace gradus
