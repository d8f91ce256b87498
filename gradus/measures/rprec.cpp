// R-precision: precision at R, the number of the query's relevant documents.

#include <algorithm>

#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/binary_params.hpp"

namespace gradus {
namespace {

class RPrecision final : public AdditiveMeasure {
  public:
    using AdditiveMeasure::AdditiveMeasure;

  private:
    std::size_t reach(std::size_t size, std::span<const double> ideal) const override {
        const double threshold = form().gain.threshold();
        const auto relevant =
            std::ranges::partition_point(ideal, [&](double grade) { return grade >= threshold; });
        return std::min(size, static_cast<std::size_t>(relevant - ideal.begin()));
    }
};

std::unique_ptr<const Measure> make_rprec(const Spec& spec, const Where& where) {
    return std::make_unique<RPrecision>(
        AdditiveForm{.gain = Gain::binary(params_from<BinaryParams>(spec, where).rel),
                     .discount = Discount(DiscountShape::flat),
                     .normaliser = Normaliser::relevant,
                     .psi = Psi::pairs});
}

}  // namespace

namespace measures {
extern const MeasureEntry rprec_entry{
    .name = "rprec",
    .summary = "R-precision: precision at the number of the query's relevant documents",
    .reference = "Buckley & Voorhees, TREC, 2005",
    .aliases = "r-precision r_precision",
    .examples = "Rprec Rprec(rel=2)",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = make_rprec,
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
