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
        return add_pairs(
            list.size(),
            1.0,
            [&](std::size_t i, std::size_t j) { return list.grades[i] > list.grades[j]; },
            [&](std::size_t i, std::size_t j) -> PairTerms {
                const double lack = 1.0 - (list.scores[i] - list.scores[j]);
                if (lack <= 0.0) return {};
                return squared_ ? PairTerms{lack * lack, 2.0 * lack, 2.0}
                                : PairTerms{lack, 1.0, 0.0};
            },
            to);
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
