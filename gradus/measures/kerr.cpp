// Expected reciprocal rank of a top-k ground truth: Niu, Guo, Lan & Cheng, SIGIR 2012.

#include <fmt/format.h>

#include "gradus/measures/cascade/cascade.hpp"

namespace gradus {
namespace {

struct KerrParams {
    double k = 10.0;
    static constexpr auto fields = std::tuple{
        Field{"k", &KerrParams::k, 0.0, 1e6, "length of the true top list; 0 = from the data"}};
};

/// ERR on position grades, k for the best document of the true order down to 1 for the k-th, with
/// ρ = (2^grade − 1)/2^k. The printed weight 1/n is read as 1/rank: no value could exceed 1/n else.
class Kerr final : public Cascade {
  public:
    Kerr(const KerrParams& params, std::size_t cutoff) : Cascade({cutoff}), params_(params) {}

    std::string objection(double grade) const override {
        if (params_.k == 0.0 || grade <= params_.k) return {};
        return fmt::format("position grade {} is above k={}", shortest(grade), shortest(params_.k));
    }

    std::string_view left_to_data() const override { return params_.k == 0.0 ? "k" : ""; }

  private:
    StopChance stop_chance(std::span<const double> ideal, double highest) const override {
        return StopChance::exponential(params_.k > 0.0 ? params_.k : highest_grade(highest, ideal));
    }

    KerrParams params_;
};

}  // namespace

namespace measures {
extern const MeasureEntry kerr_entry{
    .name = "kerr",
    .summary = "expected reciprocal rank of a true top-k list, on its position grades",
    .reference = "Niu, Guo, Lan & Cheng 2012",
    .aliases = "",
    .examples = "kERR kERR(k=4) kERR(k=0)@3",
    .params = [] { return describe_params<KerrParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Kerr>(params_from<KerrParams>(spec, where), spec.cutoff);
    },
};
}  // namespace measures

}  // namespace gradus
