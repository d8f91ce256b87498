#include <vector>

#include "gradus/data/transforms/thresholds.hpp"
#include "gradus/scoring/engines/engines.hpp"
#include "gradus/scoring/engines/sums.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus::engines {
namespace {

class StepEngine final : public Scorer {
  public:
    explicit StepEngine(const StepModel& model)
        : Scorer(model.features()), thresholds_(model.thresholds()) {
        for (std::size_t j = 0; j < model.features(); ++j) {
            const auto own = model.heights(j);
            heights_.emplace_back(own.begin(), own.end());
        }
    }

  private:
    void score_checked(std::span<const float> rows, std::span<float> scores) const override {
        score_by_sums(features(), rows, scores, [this](std::size_t j, float x) {
            return heights_[j][thresholds_.bin(j, x)];
        });
    }

    Thresholds thresholds_;
    std::vector<std::vector<double>> heights_;  ///< by feature and bin
};

}  // namespace

std::unique_ptr<const Scorer> make_engine(const StepModel& model) {
    return std::make_unique<StepEngine>(model);
}

}  // namespace gradus::engines
