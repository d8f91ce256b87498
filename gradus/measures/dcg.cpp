// Discounted cumulative gain: Järvelin & Kekäläinen, ACM TOIS 20(4), 2002.

#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/additive/graded_gain.hpp"

namespace gradus {
namespace {

struct DcgParams {
    GradedGain gain = GradedGain::exp;
    std::vector<double> gains;
    DiscountShape discount = DiscountShape::log;
    static constexpr auto fields = std::tuple{
        Choice{"gain", &DcgParams::gain, "exp|linear", "worth of grade l: 2^l - 1, or l"},
        List{"gains", &DcgParams::gains, 0.0, 1e300, "instead, the worth of each grade from 0 on"},
        Choice{"discount",
               &DcgParams::discount,
               "log|letor|linear",
               "worth of rank r: 1/log2(1+r); 1, 1, 1/log2(r); or 1/r"}};
};

std::unique_ptr<const Measure> make_dcg(const Spec& spec, const Where& where) {
    const auto params = params_from<DcgParams>(spec, where);
    return std::make_unique<AdditiveMeasure>(
        AdditiveForm{.gain = graded_gain(params.gain, params.gains, 1.0, false, spec, where),
                     .discount = Discount(params.discount),
                     .normaliser = Normaliser::one,
                     .cutoff = spec.cutoff,
                     .psi = Psi::none,  // 1 − DCG is no loss
                     .most = std::numeric_limits<double>::infinity()});
}

}  // namespace

namespace measures {
extern const MeasureEntry dcg_entry{
    .name = "dcg",
    .summary = "discounted cumulative gain, not normalised",
    .reference = "Järvelin & Kekäläinen 2002",
    .aliases = "",
    .examples = "DCG DCG@3 DCG(gain=linear) DCG(gains=0:1:1:2:5)@2 DCG(discount=letor)@5",
    .params = [] { return describe_params<DcgParams>(); },
    .make = make_dcg,
};
}  // namespace measures

}  // namespace gradus
