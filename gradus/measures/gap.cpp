// Graded average precision: Robertson, Kanoulas & Yilmaz, SIGIR 2010.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gradus/measures/gap/hinge.hpp"
#include "gradus/measures/gap/levels.hpp"
#include "gradus/measures/gap/rows.hpp"
#include "gradus/measures/gap/thresholds.hpp"
#include "gradus/measures/measure.hpp"
#include "gradus/measures/precision/precision_sum.hpp"
#include "gradus/measures/precision/soft_precision.hpp"

namespace gradus {
namespace {

struct GapParams {
    std::vector<double> g = {};
    static constexpr auto fields = std::tuple{
        List{"g",
             &GapParams::g,
             0.0,
             1.0,
             "probability that a user's threshold is grade 1, 2, ...; default: all equal"}};
};

class SoftGap final : public SoftForm {
  public:
    explicit SoftGap(const GapThresholds& thresholds) : thresholds_(thresholds) {}

    double value(const ScoredList& list,
                 const Contests& contests,
                 std::span<double> gradients,
                 Scratch& scratch) const override {
        const AcceptChance accepts = thresholds_.accepts(list.ideal, list.highest);
        const double total = accepted_total(list.ideal, accepts);
        if (total == 0.0) return undefined();
        const std::span<double> worths = scratch.array<double>(list.size());
        std::ranges::transform(list.grades, worths.begin(), accepts);
        return soft_precision_ratio(worths, total, contests, gradients);
    }

  private:
    const GapThresholds& thresholds_;
};

class ExpectedGap final : public Expectation {
  public:
    explicit ExpectedGap(const GapThresholds& thresholds) : thresholds_(thresholds) {}

    double value(const GradeChances& chances,
                 std::span<double> gradients,
                 Scratch& /*scratch*/) const override {
        std::ranges::fill(gradients, 0.0);
        const AcceptChance accepts = thresholds_.accepts(chances.ideal, chances.highest);
        const double total = accepted_total(chances.ideal, accepts);
        if (total == 0.0) return undefined();
        double sum = 0.0;
        double last = 0.0;
        for (std::size_t level = 0; level < chances.levels.size(); ++level) {
            const double accepted = accepts(chances.levels[level]);
            sum += expected_precision_sum(chances, level, (accepted - last) / total, 0, gradients);
            last = accepted;
        }
        return sum;
    }

  private:
    const GapThresholds& thresholds_;
};

/// GAP = (1/Z) Σ_n (1/n) Σ_{m≤n} G(min(l(m), l(n))), Z = Σ over the judged documents of G(l): the
/// chance that a user who finds a document relevant finds relevant one drawn at or above it. It
/// equals Σ_j g_j R_{≥j} AP_j/Σ_j g_j R_{≥j}, AP_j and R_{≥j} with grades from j on relevant. 0/0
/// where nobody finds anything relevant.
class Gap final : public WithSwap<Gap> {
  public:
    explicit Gap(std::span<const double> g) : thresholds_(g) {}

    double score(const RankedList& list) const override {
        return mean_over_levels(list,
                                [&](double grade) { return precision_sum(list.grades, grade); });
    }
    std::optional<double> expected_over_ties(
        const RankedList& list, std::span<const std::size_t> group_ends) const override {
        return mean_over_levels(
            list, [&](double grade) { return tied_precision_sum(list.grades, group_ends, grade); });
    }
    const SoftForm* soft() const override { return &soft_; }
    const Argmax* violate() const override { return &hinge_; }
    const Expectation* expect() const override { return &expect_; }

    template <class Real>
    const SwapRows<Real>& swap_rows(const RankedList& list, Scratch& scratch) const {
        const AcceptChance accepts = thresholds_.accepts(list.ideal, list.highest);
        const double total = accepted_total(list.ideal, accepts);
        if (total == 0.0) return rescoring_rows<Real>(*this, list, scratch);  // of reach 0
        return gap_rows<Real>(list, accepts, total, scratch);
    }

    std::string objection(double grade) const override {
        if (grade != std::floor(grade)) {
            return fmt::format("grade {} is not a whole number", shortest(grade));
        }
        if (thresholds_.count() == 0 || grade <= static_cast<double>(thresholds_.count()))
            return {};
        return fmt::format(
            "grade {} is above the {} that g has", shortest(grade), thresholds_.count());
    }

  private:
    /// Σ_j g_j · sum(j) / Σ_j g_j R_{≥j} over the grades j that occur.
    template <class Sum>
    double mean_over_levels(const RankedList& list, Sum sum_of) const {
        const AcceptChance accepts = thresholds_.accepts(list.ideal, list.highest);
        double sum = 0.0;
        double total = 0.0;
        for_each_level(list.ideal, accepts, [&](double grade, double mass, double documents) {
            sum += mass * sum_of(grade);
            total += mass * documents;
        });
        return total == 0.0 ? undefined() : sum / total;
    }

    GapThresholds thresholds_;
    SoftGap soft_{thresholds_};
    GapHinge hinge_{thresholds_};
    ExpectedGap expect_{thresholds_};
};

}  // namespace

namespace measures {
extern const MeasureEntry gap_entry{
    .name = "gap",
    .summary = "graded average precision",
    .reference = "Robertson, Kanoulas & Yilmaz 2010",
    .aliases = "graded_average_precision",
    .examples = "GAP GAP(g=0.5:0.5) GAP(g=0:0.2:0:0.8) GAP(g=0:1)",
    .params = [] { return describe_params<GapParams>(); },
    .make = [](const Spec& spec, const Where& where) -> std::unique_ptr<const Measure> {
        const auto params = params_from<GapParams>(spec, where);
        double sum = 0.0;
        for (const double chance : params.g) sum += chance;
        if (!params.g.empty() && std::abs(sum - 1.0) > 1e-9) {
            throw Error(where,
                        fmt::format("the probabilities of g add up to {}", shortest(sum)),
                        "let them add up to 1");
        }
        return std::make_unique<Gap>(params.g);
    },
    .cutoff = Cutoff::none,
};
}  // namespace measures

}  // namespace gradus
