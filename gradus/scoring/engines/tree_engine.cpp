#include <algorithm>
#include <vector>

#include "gradus/scoring/engines/engines.hpp"
#include "gradus/scoring/engines/packed_trees.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus::engines {
namespace {

class TreeEngine final : public Scorer {
  public:
    explicit TreeEngine(const TreeEnsemble& model)
        : Scorer(model.features()), base_(model.base()), trees_(model.trees()) {}

  private:
    void score_checked(std::span<const float> rows, std::span<float> scores) const override {
        std::vector<double> sums(scores.size(), base_);
        trees_.add_to(sums, rows, features());
        std::ranges::transform(
            sums, scores.begin(), [](double sum) { return static_cast<float>(sum); });
    }

    double base_;
    PackedTrees trees_;
};

}  // namespace

std::unique_ptr<const Scorer> make_engine(const TreeEnsemble& model) {
    return std::make_unique<TreeEngine>(model);
}

}  // namespace gradus::engines
