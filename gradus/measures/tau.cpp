// Kendall's tau of a ranking against the grades: Kendall, Biometrika 30, 1938, and 33(3), 1945.

#include <numeric>
#include <vector>

#include "gradus/measures/measure.hpp"
#include "gradus/rank/kendall.hpp"

namespace gradus {
namespace {

enum class Kind : unsigned char { a, b };

struct TauParams {
    Kind kind = Kind::b;
    static constexpr auto fields = std::tuple{Choice{
        "kind", &TauParams::kind, "a|b", "pairs of equal grade count 0 (a), or are left out (b)"}};
};

/// Rank correlation of the order with the grades. 0/0 for fewer than two documents and, for kind b,
/// where all grades are equal.
class Tau final : public Measure {
  public:
    explicit Tau(Kind kind) : kind_(kind) {}

    double score(const RankedList& list) const override {
        std::vector<double> height(list.grades.size());
        std::iota(height.rbegin(), height.rend(), 0.0);
        return kind_ == Kind::a ? kendall_tau_a(height, list.grades)
                                : kendall_tau_b(height, list.grades);
    }

    double least() const override { return -1.0; }

  private:
    Kind kind_;
};

}  // namespace

namespace measures {
extern const MeasureEntry tau_entry{
    .name = "tau",
    .summary = "Kendall's rank correlation of the ranking with the grades",
    .reference = "Kendall 1938, 1945",
    .aliases = "kendall kendall_tau",
    .examples = "tau tau(kind=a)",
    .params = [] { return describe_params<TauParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        return std::make_unique<Tau>(params_from<TauParams>(spec, where).kind);
    },
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
