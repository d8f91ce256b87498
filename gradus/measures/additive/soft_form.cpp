#include <array>
#include <bit>
#include <mutex>

#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/additive/generating_function.hpp"

namespace gradus {
namespace {

/// Up to here the adjoint recursion is as fast as 32 exponentials.
constexpr std::size_t few_documents = 64;

/// Σ_j gain_j/Z · Σ_r D(r) P(document j has rank r) (Taylor, Guiver, Robertson & Minka, WSDM 2008).
/// Documents without gain have no part. A truncated D is summed by the adjoint recursion, O(n·k) a
/// document; a whole one by the generating function of ranks, O(n·32).
class AdditiveSoftForm final : public SoftForm {
  public:
    explicit AdditiveSoftForm(const AdditiveMeasure& measure) : measure_(measure) {}

    double value(const ScoredList& list,
                 const Contests& contests,
                 std::span<double> slopes,
                 Scratch& scratch) const override {
        const std::size_t n = list.size();
        const AdditiveLayout layout = measure_.lay_out(n, list.ideal, list.highest, scratch);
        if (layout.normaliser == 0.0) return undefined();
        const std::span<const double> shares = measure_.shares(list.grades, layout, scratch);
        const ExponentialSum* const exponentials = exponentials_for(layout);
        double sum = 0.0;
        for (std::size_t j = 0; j < n; ++j) {
            if (shares[j] == 0.0) continue;
            const std::span<double> row = slopes.subspan(j * n, n);
            const double part = exponentials != nullptr
                                    ? expected_discount(*exponentials, contests.beats(j), row)
                                    : rank_functional(contests.beats(j),
                                                      {},
                                                      layout.discounts.first(layout.reach),
                                                      row,
                                                      scratch);
            sum += shares[j] * part;
            for (double& slope : row) slope *= shares[j];
            row[j] = 0.0;  // nobody meets himself
        }
        return sum;
    }

  private:
    /// Null where the adjoint recursion is the better way. Fitted once for all sizes up to the same
    /// power of two, so that the bits don't depend on which query came first.
    const ExponentialSum* exponentials_for(const AdditiveLayout& layout) const {
        const std::size_t n = layout.discounts.size();
        const Discount& discount = measure_.form().discount;
        if (!layout.whole || (n <= few_documents && !discount.is_geometric())) return nullptr;
        const auto bucket = static_cast<std::size_t>(std::bit_width(n));
        Fit& fit = fits_.at(bucket);
        std::call_once(fit.once,
                       [&] { fit.sum = discount.exponentials(std::size_t{1} << bucket); });
        return &fit.sum;
    }

    struct Fit {
        std::once_flag once;
        ExponentialSum sum;
    };

    const AdditiveMeasure& measure_;
    mutable std::array<Fit, 64> fits_;
};

}  // namespace

std::unique_ptr<const SoftForm> additive_soft_form(const AdditiveMeasure& measure) {
    return std::make_unique<AdditiveSoftForm>(measure);
}

}  // namespace gradus
