// Rank-biased precision: Moffat & Zobel, ACM TOIS 27(1), 2008.

#include <limits>

#include <fmt/format.h>

#include "gradus/measures/additive/additive_measure.hpp"

namespace gradus {
namespace {

enum class RbpGain : unsigned char { binary, graded, linear };

struct RbpParams {
    double p = 0.8;
    RbpGain gain = RbpGain::binary;
    double rel = 1.0;
    double max = 0.0;
    static constexpr auto fields = std::tuple{
        Field{"p", &RbpParams::p, 0.001, 0.999, "chance that the reader goes on to the next"},
        Choice{"gain",
               &RbpParams::gain,
               "binary|graded|linear",
               "1 for a relevant document, grade/max, or the grade itself (values may exceed 1)"},
        Field{"rel", &RbpParams::rel, 1e-6, 1e6, "gain=binary: lowest relevant grade"},
        Field{"max",
              &RbpParams::max,
              0.0,
              1e6,
              "gain=graded: the grade of gain 1; 0 = the highest of the data"}};
};

Gain gain_of(const RbpParams& params) {
    switch (params.gain) {
        case RbpGain::binary:
            return Gain::binary(params.rel);
        case RbpGain::graded:
            return Gain::share(params.max);
        default:
            return Gain::linear();
    }
}

Psi psi_of(RbpGain gain) {
    switch (gain) {
        case RbpGain::binary:
            return Psi::pairs;
        case RbpGain::graded:
            return Psi::thresholds;
        default:
            return Psi::none;  // 1 − RBP is no loss where RBP may exceed 1
    }
}

/// A parameter that says nothing with the chosen gain is a mistake.
void refuse_idle(const Spec& spec, const RbpParams& params, const Where& where) {
    const std::string gain = spec.values.contains("gain") ? spec.values.at("gain") : "binary";
    const auto refuse = [&](const char* name, const char* needed) {
        if (!spec.values.contains(name)) return;
        throw Error(where,
                    fmt::format("{} has no meaning with gain={}", name, gain),
                    fmt::format("write gain={}, or leave it out", needed));
    };
    if (params.gain != RbpGain::graded) refuse("max", "graded");
    if (params.gain != RbpGain::binary) refuse("rel", "binary");
}

/// (1 − p) Σ_r gain(l(r)) p^(r − 1)
std::unique_ptr<const Measure> make_rbp(const Spec& spec, const Where& where) {
    const auto params = params_from<RbpParams>(spec, where);
    refuse_idle(spec, params, where);
    return std::make_unique<AdditiveMeasure>(AdditiveForm{
        .gain = gain_of(params),
        .discount = Discount(DiscountShape::geometric, params.p),
        .normaliser = Normaliser::one,
        .cutoff = spec.cutoff,
        .psi = psi_of(params.gain),
        .most = params.gain == RbpGain::linear ? std::numeric_limits<double>::infinity() : 1.0});
}

}  // namespace

namespace measures {
extern const MeasureEntry rbp_entry{
    .name = "rbp",
    .summary = "rank-biased precision; p = persistence of the reader",
    .reference = "Moffat & Zobel 2008",
    .aliases = "",
    .examples =
        "RBP RBP(p=0.5) RBP(rel=2)@4 RBP(gain=graded) RBP(gain=graded,max=4,p=0.95)@5 "
        "RBP(gain=linear,p=0.5)",
    .params = [] { return describe_params<RbpParams>(); },
    .make = make_rbp,
};
}  // namespace measures

}  // namespace gradus
