// Precision at k: the share of relevant documents among the first k, also of shorter lists.

#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/additive/binary_params.hpp"

namespace gradus {

extern const MeasureEntry p_entry{
    .name = "p",
    .summary = "precision at k: the share of relevant documents among the first k",
    .reference = "van Rijsbergen, Information Retrieval, 1979",
    .aliases = "precision",
    .examples = "P@1 P@3 P(rel=2)@5",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<AdditiveMeasure>(
            AdditiveForm{.gain = Gain::binary(params_from<BinaryParams>(spec, where).rel),
                         .discount = Discount(DiscountShape::flat),
                         .normaliser = Normaliser::cutoff,
                         .cutoff = spec.cutoff,
                         .psi = Psi::pairs});
    },
    .cutoff = Cutoff::required,
};

}  // namespace gradus
