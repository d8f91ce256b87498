// Normalised discounted cumulative gain: Järvelin & Kekäläinen, ACM TOIS 20(4), 2002; exponential
// gain after Burges et al., ICML 2005. With scale=4 on click grades it is CNDCG.

#include "gradus/measures/additive/additive_measure.hpp"
#include "gradus/measures/additive/graded_gain.hpp"

namespace gradus {
namespace {

enum class Short : unsigned char { full, zero };

struct NdcgParams {
    GradedGain gain = GradedGain::exp;
    std::vector<double> gains;
    double scale = 1.0;
    DiscountShape discount = DiscountShape::log;
    Psi psi = Psi::thresholds;
    double rel = 1.0;
    Short short_lists = Short::full;
    bool mean = false;
    static constexpr auto fields = std::tuple{
        Choice{"gain", &NdcgParams::gain, "exp|linear", "worth of grade l: 2^(scale·l) - 1, or l"},
        List{"gains", &NdcgParams::gains, 0.0, 1e300, "instead, the worth of each grade from 0 on"},
        Field{"scale", &NdcgParams::scale, 1e-6, 1e6, "factor of the grade in the exponent"},
        Choice{"discount",
               &NdcgParams::discount,
               "log|letor|linear",
               "worth of rank r: 1/log2(1+r); 1, 1, 1/log2(r); or 1/r"},
        Choice{"psi",
               &NdcgParams::psi,
               "thresholds|discount|pairs",
               "feature map of structural SVMs: each gain and higher ones against the others; the "
               "discount of the rank; pairs: over two classes, of gain 0 and 1"},
        Field{"rel", &NdcgParams::rel, 1e-6, 1e6, "psi=pairs: lowest relevant grade"},
        Choice{"short",
               &NdcgParams::short_lists,
               "full|zero",
               "zero: NDCG@k of fewer than k documents is 0, as in LETOR"},
        Flag{"mean", &NdcgParams::mean, "the mean of NDCG@1 to NDCG@N, as in LETOR"}};
};

class Ndcg final : public AdditiveMeasure {
  public:
    Ndcg(AdditiveForm form, Short short_lists)
        : AdditiveMeasure(std::move(form)), short_lists_(short_lists) {}

  private:
    std::size_t reach(std::size_t size, std::span<const double> ideal) const override {
        if (short_lists_ == Short::zero && size < form().cutoff) return 0;
        return AdditiveMeasure::reach(size, ideal);
    }

    Short short_lists_;
};

/// (1/N) Σ_{k=1..N} DCG@k/Z_k. It is additive itself, with D'(r) = D(r) · (1/N) Σ_{k=r..N} 1/Z_k.
class MeanNdcg final : public AdditiveMeasure {
  public:
    using AdditiveMeasure::AdditiveMeasure;

    double score(const RankedList& list) const override {
        const double reference = form().gain.reference(list.ideal, list.highest);
        if (normaliser(list.grades.size(), list.ideal, reference) == 0.0) return undefined();
        double gained = 0.0;
        double ideal = 0.0;
        double sum = 0.0;
        for (std::size_t position = 0; position < list.grades.size(); ++position) {
            gained += term(list.grades, position, reference);
            ideal += term(list.ideal, position, reference);
            sum += gained / ideal;
        }
        return list.grades.empty() ? 0.0 : sum / static_cast<double>(list.grades.size());
    }

    AdditiveLayout lay_out(std::size_t size,
                           std::span<const double> ideal,
                           double highest,
                           Scratch& scratch) const override {
        AdditiveLayout layout = AdditiveMeasure::lay_out(size, ideal, highest, scratch);
        layout.whole = false;
        if (layout.normaliser == 0.0) return layout;
        layout.normaliser = 1.0;
        const std::span<double> discounts = scratch.array<double>(size);
        double best = 0.0;
        for (std::size_t position = 0; position < size; ++position) {
            best += term(ideal, position, layout.reference);
            discounts[position] = 1.0 / (best * static_cast<double>(size));
        }
        double sum = 0.0;
        for (std::size_t position = size; position-- > 0;) {
            sum += discounts[position];
            discounts[position] = layout.discounts[position] * sum;
        }
        layout.discounts = discounts;
        return layout;
    }

  private:
    double term(std::span<const double> grades, std::size_t position, double reference) const {
        if (position >= grades.size()) return 0.0;
        return form().discount.term(form().gain.of(grades[position], reference), position);
    }
};

std::unique_ptr<const Measure> make_ndcg(const Spec& spec, const Where& where) {
    const auto params = params_from<NdcgParams>(spec, where);
    const bool pairs = params.psi == Psi::pairs;
    if (pairs && (spec.values.contains("gain") || spec.values.contains("gains") ||
                  spec.values.contains("scale"))) {
        throw Error(where,
                    "psi=pairs has gains of 0 and 1",
                    "leave out gain, gains and scale, or write psi=thresholds");
    }
    if (!pairs && spec.values.contains("rel")) {
        throw Error(where, "every grade has its gain, so rel has no meaning", "leave it out");
    }
    AdditiveForm form{
        .gain = pairs ? Gain::binary(params.rel)
                      : graded_gain(params.gain, params.gains, params.scale, true, spec, where),
        .discount = Discount(params.discount),
        .cutoff = spec.cutoff,
        .psi = params.psi};
    if (!params.mean) return std::make_unique<Ndcg>(std::move(form), params.short_lists);
    if (spec.cutoff != 0) {
        throw Error(where, "the mean over all cutoffs has none of its own", "leave out mean or @k");
    }
    return std::make_unique<MeanNdcg>(std::move(form));
}

}  // namespace

namespace measures {
extern const MeasureEntry ndcg_entry{
    .name = "ndcg",
    .summary = "normalised discounted cumulative gain",
    .reference = "Järvelin & Kekäläinen 2002; Burges et al. 2005",
    .aliases = "",
    .examples =
        "NDCG NDCG@3 NDCG(gain=linear)@5 NDCG(gains=0:1:3:7:20) NDCG(scale=0.5)@2 "
        "NDCG(discount=letor)@4 NDCG(discount=linear) NDCG(short=zero)@4 NDCG(mean=yes) "
        "NDCG(psi=discount) NDCG(psi=pairs) NDCG(psi=pairs,rel=2)@3 NDCG(psi=pairs,discount=letor)",
    .params = [] { return describe_params<NdcgParams>(); },
    .make = make_ndcg,
};
}  // namespace measures

}  // namespace gradus
