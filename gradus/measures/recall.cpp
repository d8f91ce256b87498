// Recall at k: the share of a query's relevant documents, retrieved or not, that are among the
// first k.

#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/binary_params.hpp"

namespace gradus::measures {

extern const MeasureEntry recall_entry{
    .name = "recall",
    .summary = "recall at k: the share of all relevant documents that are among the first k",
    .reference = "van Rijsbergen, Information Retrieval, 1979",
    .aliases = "r",
    .examples = "Recall@1 Recall@3 Recall(rel=2)@5",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<AdditiveMeasure>(
            AdditiveForm{.gain = Gain::binary(params_from<BinaryParams>(spec, where).rel),
                         .discount = Discount(DiscountShape::flat),
                         .normaliser = Normaliser::relevant,
                         .cutoff = spec.cutoff,
                         .psi = Psi::pairs});
    },
    .cutoff = Cutoff::required,
};

}  // namespace gradus::measures
