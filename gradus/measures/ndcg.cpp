// Normalised discounted cumulative gain: Järvelin & Kekäläinen, ACM TOIS 20(4), 2002; exponential
// gain after Burges et al., ICML 2005.

#include <algorithm>
#include <cmath>

#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

enum class Gain : unsigned char { exp, linear };

struct NdcgParams {
    Gain gain = Gain::exp;
    static constexpr auto fields = std::tuple{
        Choice{"gain", &NdcgParams::gain, "exp|linear", "worth of grade l: 2^l - 1, or l"}};
};

/// DCG@k = Σ_{r ≤ k} gain(l(r)) / log2(1 + r), divided by that of the ideal list. 0/0 where no
/// document has gain.
class Ndcg final : public Measure {
  public:
    Ndcg(NdcgParams params, std::size_t cutoff) : params_(params), cutoff_(cutoff) {}

    double score(const RankedList& list) const override {
        // Gains relative to 2^(largest grade) keep large grades in range; the ratio does not
        // change.
        const double largest = list.ideal.empty() ? 0.0 : list.ideal.front();
        const double ideal = dcg(list.ideal, largest);
        if (ideal == 0.0) return undefined();
        return dcg(list.grades, largest) / ideal;
    }

  private:
    double dcg(std::span<const double> grades, double largest) const {
        const std::size_t end = cutoff_ == 0 ? grades.size() : std::min(cutoff_, grades.size());
        double sum = 0.0;
        for (std::size_t position = 0; position < end; ++position) {
            const double grade = grades[position];
            if (grade <= 0.0) continue;
            const double gain = params_.gain == Gain::linear
                                    ? grade
                                    : std::exp2(grade - largest) - std::exp2(-largest);
            sum += gain / std::log2(static_cast<double>(position) + 2.0);
        }
        return sum;
    }

    NdcgParams params_;
    std::size_t cutoff_;
};

}  // namespace

extern const MeasureEntry ndcg_entry{
    .name = "ndcg",
    .summary = "normalised discounted cumulative gain",
    .reference = "Järvelin & Kekäläinen 2002; Burges et al. 2005",
    .aliases = "",
    .examples = "NDCG NDCG@3 NDCG(gain=linear)@5",
    .params = [] { return describe_params<NdcgParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Ndcg>(params_from<NdcgParams>(spec, where), spec.cutoff);
    },
};

}  // namespace gradus
