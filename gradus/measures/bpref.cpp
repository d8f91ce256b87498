// Binary preference: Buckley & Voorhees, SIGIR 2004, in the form that trec_eval computes since its
// version 8.

#include <algorithm>

#include "gradus/measures/binary_params.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

/// (1/R) Σ over retrieved relevant documents of 1 − min(n, R)/min(N, R), and of 1 where n = 0; n =
/// judged nonrelevant documents above it, N = those of the query. Unjudged documents count nowhere.
class Bpref final : public Measure {
  public:
    explicit Bpref(double rel) : rel_(rel) {}

    double score(const RankedList& list) const override {
        const auto relevant = static_cast<double>(
            std::ranges::count_if(list.ideal, [this](double grade) { return grade >= rel_; }));
        if (relevant == 0.0) return undefined();
        const double most = std::min(static_cast<double>(list.ideal.size()) - relevant, relevant);
        double sum = 0.0;
        double nonrelevant_above = 0.0;
        for (std::size_t position = 0; position < list.grades.size(); ++position) {
            if (list.grades[position] < rel_) {
                if (list.is_judged(position)) nonrelevant_above += 1.0;
            } else if (nonrelevant_above == 0.0) {
                sum += 1.0;
            } else {
                sum += 1.0 - std::min(nonrelevant_above, relevant) / most;
            }
        }
        return sum / relevant;
    }

  private:
    double rel_;
};

}  // namespace

namespace measures {
extern const MeasureEntry bpref_entry{
    .name = "bpref",
    .summary = "binary preference: judged nonrelevant documents above relevant ones",
    .reference = "Buckley & Voorhees 2004; trec_eval",
    .aliases = "",
    .examples = "bpref bpref(rel=2)",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Bpref>(params_from<BinaryParams>(spec, where).rel);
    },
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
