// Rank-biased precision: Moffat & Zobel, ACM TOIS 27(1), 2008.

#include "gradus/measures/additive/additive_measure.hpp"

namespace gradus {
namespace {

enum class RbpGain : unsigned char { binary, graded };

struct RbpParams {
    double p = 0.8;
    RbpGain gain = RbpGain::binary;
    double rel = 1.0;
    double max = 0.0;
    static constexpr auto fields = std::tuple{
        Field{"p", &RbpParams::p, 0.001, 0.999, "chance that the reader goes on to the next"},
        Choice{"gain", &RbpParams::gain, "binary|graded", "1 for a relevant document, or l/max"},
        Field{"rel", &RbpParams::rel, 1e-6, 1e6, "gain=binary: lowest relevant grade"},
        Field{"max",
              &RbpParams::max,
              0.0,
              1e6,
              "gain=graded: the grade of gain 1; 0 = the highest of the data"}};
};

/// (1 − p) Σ_r gain(l(r)) p^(r − 1)
std::unique_ptr<const Measure> make_rbp(const Spec& spec, const Where& where) {
    const auto params = params_from<RbpParams>(spec, where);
    const bool binary = params.gain == RbpGain::binary;
    if (spec.values.contains(binary ? "max" : "rel")) {
        throw Error(
            where,
            binary ? "max has no meaning with gain=binary" : "rel has no meaning with gain=graded",
            binary ? "write gain=graded, or leave it out" : "write gain=binary, or leave it out");
    }
    return std::make_unique<AdditiveMeasure>(
        AdditiveForm{.gain = binary ? Gain::binary(params.rel) : Gain::share(params.max),
                     .discount = Discount(DiscountShape::geometric, params.p),
                     .normaliser = Normaliser::one,
                     .cutoff = spec.cutoff,
                     .psi = binary ? Psi::pairs : Psi::thresholds});
}

}  // namespace

extern const MeasureEntry rbp_entry{
    .name = "rbp",
    .summary = "rank-biased precision; p = persistence of the reader",
    .reference = "Moffat & Zobel 2008",
    .aliases = "",
    .examples = "RBP RBP(p=0.5) RBP(rel=2)@4 RBP(gain=graded) RBP(gain=graded,max=4,p=0.95)@5",
    .params = [] { return describe_params<RbpParams>(); },
    .make = make_rbp,
};

}  // namespace gradus
