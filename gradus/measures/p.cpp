// Precision at k: the share of relevant documents among the first k, also of shorter lists.

#include "gradus/measures/additive/additive_measure.hpp"

namespace gradus {
namespace {

enum class Over : unsigned char { cutoff, list };

struct PrecisionParams {
    double rel = 1.0;
    Over over = Over::cutoff;
    static constexpr auto fields =
        std::tuple{Field{"rel", &PrecisionParams::rel, 1e-6, 1e6, "lowest grade that is relevant"},
                   Choice{"over",
                          &PrecisionParams::over,
                          "cutoff|list",
                          "divide by k, or by the length of the list where that is less"}};
};

}  // namespace

namespace measures {
extern const MeasureEntry p_entry{
    .name = "p",
    .summary = "precision at k: the share of relevant documents among the first k",
    .reference = "van Rijsbergen, Information Retrieval, 1979",
    .aliases = "precision",
    .examples = "P@1 P@3 P(rel=2)@5 P(over=list)@12",
    .params = [] { return describe_params<PrecisionParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        const auto params = params_from<PrecisionParams>(spec, where);
        return std::make_unique<AdditiveMeasure>(AdditiveForm{
            .gain = Gain::binary(params.rel),
            .discount = Discount(DiscountShape::flat),
            .normaliser = params.over == Over::list ? Normaliser::list : Normaliser::cutoff,
            .cutoff = spec.cutoff,
            .psi = Psi::pairs});
    },
    .cutoff = Cutoff::required,
};
}  // namespace measures

}  // namespace gradus
