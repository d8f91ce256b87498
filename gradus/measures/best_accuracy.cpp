// The best accuracy of any cut: Yue, Finley, Radlinski & Joachims, SIGIR 2007, section 2.

#include <algorithm>

#include "gradus/measures/binary_params.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus {
namespace {

/// The most documents that a cut of the list can class rightly (relevant above it, nonrelevant
/// below), as a share of the list. 0/0 for an empty list.
class BestAccuracy final : public Measure {
  public:
    explicit BestAccuracy(double rel) : rel_(rel) {}

    double score(const RankedList& list) const override {
        if (list.grades.empty()) return undefined();
        const auto nonrelevant = static_cast<double>(
            std::ranges::count_if(list.grades, [this](double grade) { return grade < rel_; }));
        double right = nonrelevant;
        double best = right;
        for (const double grade : list.grades) {
            right += grade >= rel_ ? 1.0 : -1.0;
            best = std::max(best, right);
        }
        return best / static_cast<double>(list.grades.size());
    }

  private:
    double rel_;
};

}  // namespace

namespace measures {
extern const MeasureEntry best_accuracy_entry{
    .name = "best_accuracy",
    .summary = "accuracy of the best cut of the list into relevant and nonrelevant",
    .reference = "Yue, Finley, Radlinski & Joachims 2007",
    .aliases = "accuracy acc",
    .examples = "best_accuracy best_accuracy(rel=2)",
    .params = [] { return describe_params<BinaryParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<BestAccuracy>(params_from<BinaryParams>(spec, where).rel);
    },
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
