// Success at k: whether a relevant document is among the first k.

#include <algorithm>

#include "gradus/measures/binary_params.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

class Success final : public Measure {
  public:
    Success(double threshold, std::size_t cutoff) : threshold_(threshold), cutoff_(cutoff) {}

    double score(const RankedList& list) const override {
        const auto top = list.grades.first(counted_ranks(list.grades.size(), cutoff_));
        return std::ranges::any_of(top, [&](double grade) { return grade >= threshold_; }) ? 1.0
                                                                                           : 0.0;
    }

  private:
    double threshold_;
    std::size_t cutoff_;
};

}  // namespace

namespace measures {
extern const MeasureEntry success_entry{
    .name = "success",
    .summary = "1 where a relevant document is among the first k, else 0",
    .reference = "Craswell & Hawking, TREC 2004 Web track",
    .aliases = "hit_rate",
    .examples = "Success@1 Success(rel=2)@5",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Success>(params_from<BinaryParams>(spec, where).rel, spec.cutoff);
    },
    .cutoff = Cutoff::required,
};
}  // namespace measures

}  // namespace gradus
