#include <algorithm>

#include "gradus/measures/additive/additive_measure.hpp"

namespace gradus {
namespace {

/// Linear in the chances: Σ_n D(n) Σ_j (gain(level_j) − gain(level_{j−1})) P(grade >= level_j)/Z.
class AdditiveExpectation final : public Expectation {
  public:
    explicit AdditiveExpectation(const AdditiveMeasure& measure) : measure_(measure) {}

    double value(const GradeChances& chances,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        const AdditiveLayout layout =
            measure_.lay_out(chances.ranks(), chances.ideal, chances.highest, scratch);
        if (layout.normaliser == 0.0) {
            std::ranges::fill(gradients, 0.0);
            return undefined();
        }
        const std::span<double> steps = measure_.shares(chances.levels, layout, scratch);
        for (std::size_t j = steps.size(); j-- > 1;) steps[j] -= steps[j - 1];
        double sum = 0.0;
        for (std::size_t i = 0; i < chances.at_least.size(); ++i) {
            gradients[i] = layout.discounts[i / steps.size()] * steps[i % steps.size()];
            sum += gradients[i] * chances.at_least[i];
        }
        return sum;
    }

  private:
    const AdditiveMeasure& measure_;
};

}  // namespace

std::unique_ptr<const Expectation> additive_expectation(const AdditiveMeasure& measure) {
    return std::make_unique<AdditiveExpectation>(measure);
}

}  // namespace gradus
