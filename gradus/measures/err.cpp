// Expected reciprocal rank: Chapelle, Metzler, Zhang & Grinspan, CIKM 2009.

#include <fmt/format.h>

#include "gradus/measures/cascade/cascade.hpp"

namespace gradus {
namespace {

enum class Weight : unsigned char { rank, count };

struct ErrParams {
    double max = 0.0;
    bool per_query = false;
    Weight weight = Weight::rank;
    static constexpr auto fields = std::tuple{
        Field{"max", &ErrParams::max, 0.0, 1e6, "highest grade there can be; 0 = that of the data"},
        Flag{"per_query", &ErrParams::per_query, "take the highest grade of each query instead"},
        Choice{"weight",
               &ErrParams::weight,
               "rank|count",
               "worth of stopping at rank r: 1/r, or 1/(number of documents) as once printed"}};
};

/// ERR@k = Σ_{r ≤ k} (1/r) ρ(r) Π_{t<r} (1 − ρ(t)), ρ = (2^l − 1)/2^max.
class Err final : public Cascade {
  public:
    Err(const ErrParams& params, std::size_t cutoff)
        : Cascade({cutoff, params.weight == Weight::count}), params_(params) {}

    std::string objection(double grade) const override {
        if (params_.max == 0.0 || grade <= params_.max) return {};
        return fmt::format("grade {} is above max={}", shortest(grade), shortest(params_.max));
    }

    std::string_view left_to_data() const override {
        return params_.max == 0.0 && !params_.per_query ? "max" : "";
    }

  private:
    StopChance stop_chance(std::span<const double> ideal, double highest) const override {
        if (params_.max > 0.0) return StopChance::exponential(params_.max);
        return StopChance::exponential(highest_grade(params_.per_query ? 0.0 : highest, ideal));
    }

    ErrParams params_;
};

}  // namespace

namespace measures {
extern const MeasureEntry err_entry{
    .name = "err",
    .summary = "expected reciprocal rank",
    .reference = "Chapelle, Metzler, Zhang & Grinspan 2009",
    .aliases = "expected_reciprocal_rank",
    .examples = "ERR ERR@3 ERR(max=6)@10 ERR(per_query=yes) ERR(weight=count)@2",
    .params = [] { return describe_params<ErrParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        const auto params = params_from<ErrParams>(spec, where);
        if (params.max > 0.0 && params.per_query) {
            throw Error(where, "max and per_query exclude each other", "give one of them");
        }
        return std::make_unique<Err>(params, spec.cutoff);
    },
};
}  // namespace measures

}  // namespace gradus
