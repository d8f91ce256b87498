// The share of judged documents among the first k: not how good a ranking is, but how far its
// values can be trusted. As in ir_measures' Judged@k.

#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

struct JudgedParams {
    static constexpr auto fields = std::tuple{};
};

/// #{r <= k : judged}/k, with the length of the list for k where that is less.
class Judged final : public Measure {
  public:
    explicit Judged(std::size_t cutoff) : cutoff_(cutoff) {}

    double score(const RankedList& list) const override {
        const std::size_t end = counted_ranks(list.grades.size(), cutoff_);
        if (end == 0) return 0.0;
        std::size_t judged = 0;
        for (std::size_t i = 0; i < end; ++i) judged += list.is_judged(i) ? 1 : 0;
        return static_cast<double>(judged) / static_cast<double>(end);
    }

  private:
    std::size_t cutoff_;
};

}  // namespace

namespace measures {
extern const MeasureEntry judged_entry{
    .name = "judged",
    .summary = "share of the first k documents that are judged",
    .reference = "MacAvaney, Macdonald & Ounis, ECIR 2022 (ir_measures)",
    .aliases = "",
    .examples = "judged@5",
    .params = [] { return describe_params<JudgedParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        params_from<JudgedParams>(spec, where);
        return std::make_unique<Judged>(spec.cutoff);
    },
    .cutoff = Cutoff::required,
};
}  // namespace measures

}  // namespace gradus
