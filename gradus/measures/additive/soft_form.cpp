#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/additive/discount_fits.hpp"
#include "gradus/measures/additive/generating_function.hpp"

namespace gradus {
namespace {

/// Σ_j gain_j/Z · Σ_r D(r) P(document j has rank r) (Taylor, Guiver, Robertson & Minka, WSDM 2008).
/// Documents without gain have no part. A truncated D is summed by the adjoint recursion, O(n·k) a
/// document; a whole one by the generating function of ranks, O(n·32).
class AdditiveSoftForm final : public SoftForm {
  public:
    explicit AdditiveSoftForm(const AdditiveMeasure& measure)
        : measure_(measure), fits_(measure.form().discount) {}

    double value(const ScoredList& list,
                 const Contests& contests,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        const std::size_t n = list.size();
        const AdditiveLayout layout = measure_.lay_out(n, list.ideal, list.highest, scratch);
        if (layout.normaliser == 0.0) return undefined();
        const std::span<const double> shares = measure_.shares(list.grades, layout, scratch);
        const ExponentialSum* const exponentials = layout.whole ? fits_.find(n) : nullptr;
        double sum = 0.0;
        for (std::size_t j = 0; j < n; ++j) {
            if (shares[j] == 0.0) continue;
            const std::span<double> row = gradients.subspan(j * n, n);
            const std::span<const double> beaten = contests.beats(j);
            const double part =
                exponentials != nullptr
                    ? rank_functional(beaten, {}, *exponentials, row, scratch)
                    : rank_functional(
                          beaten, {}, layout.discounts.first(layout.reach), row, scratch);
            sum += shares[j] * part;
            for (double& gradient : row) gradient *= shares[j];
            row[j] = 0.0;  // nobody meets himself
        }
        return sum;
    }

  private:
    const AdditiveMeasure& measure_;
    DiscountFits fits_;
};

}  // namespace

std::unique_ptr<const SoftForm> additive_soft_form(const AdditiveMeasure& measure) {
    return std::make_unique<AdditiveSoftForm>(measure);
}

}  // namespace gradus
