#include "gradus/objectives/pair_hinge.hpp"

#include "gradus/objectives/list_objective.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

class BoundPairHinge final : public BoundListObjective {
  public:
    BoundPairHinge(const std::string& labels,
                   const PairHingeParams& params,
                   const Dataset& data,
                   unsigned threads)
        : BoundListObjective(data, labels, threads), squared_(params.squared) {}

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& /*query*/,
               Scratch& /*scratch*/,
               const ListDerivatives& to) const override {
        double value = 0.0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            for (std::size_t j = 0; j < list.size(); ++j) {
                const double lack = 1.0 - (list.scores[i] - list.scores[j]);
                if (list.grades[i] <= list.grades[j] || lack <= 0.0) continue;
                const double force = squared_ ? 2.0 * lack : 1.0;
                const double curvature = squared_ ? 2.0 : 0.0;
                value += squared_ ? lack * lack : lack;
                to.slopes[i] -= force;
                to.slopes[j] += force;
                to.curvatures[i] += curvature;
                to.curvatures[j] += curvature;
            }
        }
        return value;
    }

    bool squared_;
};

}  // namespace

std::string PairHinge::text() const {
    return objective_text("hinge", labels_ == "grade" ? "" : "labels=" + labels_, params_);
}

std::unique_ptr<const BoundObjective> PairHinge::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundPairHinge>(labels_, params_, data, threads);
}

}  // namespace gradus
