#include "gradus/measures/additive/discount_fits.hpp"

#include <bit>

namespace gradus {
namespace {

/// Up to here the adjoint recursion is as fast as 32 exponentials.
constexpr std::size_t few_documents = 24;

}  // namespace

const ExponentialSum* DiscountFits::find(std::size_t n) const {
    if (n <= few_documents && !discount_.is_geometric()) return nullptr;
    const auto bucket = static_cast<std::size_t>(std::bit_width(n));
    Fit& fit = fits_.at(bucket);
    std::call_once(fit.once, [&] { fit.sum = discount_.exponentials(std::size_t{1} << bucket); });
    return &fit.sum;
}

}  // namespace gradus
