// κ-NDCG for top-k ground truth (Niu, Guo, Lan & Cheng, SIGIR 2012): NDCG on position grades.

#include <cmath>

#include <fmt/format.h>

#include "gradus/base/text_number.hpp"
#include "gradus/measures/additive/additive_measure.hpp"

namespace gradus {
namespace {

struct KndcgParams {
    int k = 10;
    static constexpr auto fields = std::tuple{Field{"k",
                                                    &KndcgParams::k,
                                                    0,
                                                    1'000'000,
                                                    "length of the judged top list; a document at "
                                                    "its rank r has grade k + 1 - r; 0 = any"}};
};

class Kndcg final : public AdditiveMeasure {
  public:
    Kndcg(int k, std::size_t cutoff)
        : AdditiveMeasure({.gain = Gain::exponential(1.0, true),
                           .discount = Discount(DiscountShape::log),
                           .cutoff = cutoff}),
          k_(k) {}

    std::string objection(double grade) const override {
        if (k_ == 0 || grade <= static_cast<double>(k_)) return {};
        return fmt::format(
            "grade {} is above k={}; the best of k documents has grade k", shortest(grade), k_);
    }

  private:
    int k_;
};

}  // namespace

namespace measures {
extern const MeasureEntry kndcg_entry{
    .name = "kndcg",
    .summary = "NDCG on the position grades of a top-k list",
    .reference = "Niu, Guo, Lan & Cheng 2012",
    .aliases = "",
    .examples = "kNDCG kNDCG(k=4)@3",
    .params = [] { return describe_params<KndcgParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Kndcg>(params_from<KndcgParams>(spec, where).k, spec.cutoff);
    },
};
}  // namespace measures

}  // namespace gradus
