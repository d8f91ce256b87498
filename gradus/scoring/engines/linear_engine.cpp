#include <vector>

#include "gradus/scoring/engines/engines.hpp"
#include "gradus/scoring/engines/sums.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus::engines {
namespace {

class LinearEngine final : public Scorer {
  public:
    explicit LinearEngine(const LinearModel& model)
        : Scorer(model.features()), terms_(model.weights()) {}

  private:
    void score_checked(std::span<const float> rows, std::span<float> scores) const override {
        score_by_sums(
            features(), rows, scores, [this](std::size_t j, float x) { return terms_[j].term(x); });
    }

    std::vector<LinearModel::Feature> terms_;
};

}  // namespace

std::unique_ptr<const Scorer> make_engine(const LinearModel& model) {
    return std::make_unique<LinearEngine>(model);
}

}  // namespace gradus::engines
