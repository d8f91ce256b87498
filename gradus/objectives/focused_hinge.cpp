#include "gradus/objectives/focused_hinge.hpp"

#include <algorithm>
#include <functional>

#include "gradus/objectives/lists/list_objective.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

class BoundFocusedHinge final : public BoundListObjective {
  public:
    BoundFocusedHinge(const std::string& labels,
                      const FocusedHingeParams& params,
                      const Argmax& ap,
                      const Dataset& data,
                      unsigned threads)
        : BoundListObjective(data, labels, threads), params_(params), ap_(ap) {}

    bool is_informative(std::size_t query) const override {
        const std::span<const double> all = ideal(query);
        const std::span<const double> top = all.first(top_size(all));
        const bool has_cut = !top.empty() && top.front() > top.back();
        const bool has_rest = !top.empty() && top.size() < all.size();
        return (has_cut && params_.beta > 0.0) || (has_rest && params_.beta < 1.0);
    }

  private:
    double add(const JudgedList& list,
               const ScoredQuery<double>& /*query*/,
               Scratch& scratch,
               const ListDerivatives& to) const override {
        return add_list(top_documents(list, scratch), scratch, to.gradients) + add_pairs(list, to);
    }

    /// The mean hinge over the cuts between two grades of the top documents, and its gradients.
    double mean_hinge(std::span<const double> grades,
                      std::span<const double> scores,
                      std::span<double> gradients,
                      Scratch& scratch) const {
        const Scratch::Frame frame(scratch);
        const std::size_t n = grades.size();
        const std::span<double> relevant = scratch.array<double>(n);
        const std::span<double> ideal = scratch.array<double>(n);
        const std::span<double> own = scratch.array<double>(n);
        const std::span<double> falling = scratch.array<double>(n);
        std::ranges::copy(grades, falling.begin());
        std::ranges::sort(falling, std::greater());
        std::ranges::fill(gradients, 0.0);
        double sum = 0.0;
        double cuts = 0.0;
        for (std::size_t above = 1; above < n; ++above) {
            if (falling[above - 1] == falling[above]) continue;
            for (std::size_t i = 0; i < n; ++i) {
                relevant[i] = grades[i] >= falling[above - 1] ? 1.0 : 0.0;
                ideal[i] = i < above ? 1.0 : 0.0;
            }
            sum += ap_.hinge({.grades = relevant, .scores = scores, .ideal = ideal, .highest = 1.0},
                             own,
                             scratch);
            for (std::size_t i = 0; i < n; ++i) gradients[i] += own[i];
            ++cuts;
        }
        if (cuts == 0.0) return 0.0;
        for (double& gradient : gradients) gradient /= cuts;
        return sum / cuts;
    }

    double add_list(const JudgedList& top, Scratch& scratch, std::span<double> sum) const {
        const std::span<double> gradients = scratch.array<double>(top.size());
        const std::span<double> zeros = scratch.array<double>(top.size(), 0.0);
        const double at_zero = mean_hinge(top.grades, zeros, gradients, scratch);
        if (at_zero == 0.0) return 0.0;
        const double value = mean_hinge(top.grades, top.scores, gradients, scratch);
        const double factor = params_.beta / (params_.scaled ? at_zero : 1.0);
        for (std::size_t i = 0; i < top.size(); ++i) sum[top.places[i]] += factor * gradients[i];
        return factor * value;
    }

    double add_pairs(const JudgedList& list, const ListDerivatives& to) const {
        const double pairs = top_pairs(list);
        if (pairs == 0.0) return 0.0;
        const double factor = (1.0 - params_.beta) / (params_.scaled ? pairs : 1.0);
        return gradus::add_pairs(
            list.size(),
            factor,
            [&](std::size_t i, std::size_t j) { return list.is_top_pair(i, j); },
            [&](std::size_t i, std::size_t j) -> PairTerms {
                const double steepness = params_.by_grade ? list.grades[i] - list.grades[j] : 1.0;
                const double lack = 1.0 - steepness * (list.scores[i] - list.scores[j]);
                return lack > 0.0 ? PairTerms{lack, steepness, 0.0} : PairTerms{};
            },
            to);
    }

    FocusedHingeParams params_;
    const Argmax& ap_;
};

}  // namespace

FocusedHinge::FocusedHinge(std::string labels, FocusedHingeParams params)
    : labels_(std::move(labels)), params_(params), ap_(make_measure("AP")) {}

std::string FocusedHinge::text() const {
    return objective_text("focused_hinge", labels_text(labels_), params_);
}

std::unique_ptr<const BoundObjective> FocusedHinge::bind(const Dataset& data,
                                                         unsigned threads) const {
    return std::make_unique<BoundFocusedHinge>(labels_, params_, *ap_->violate(), data, threads);
}

namespace objectives {
extern const ObjectiveEntry focused_hinge_entry{
    .name = "focused_hinge",
    .summary = "for top-k labels: hinges of the order of the top, and of the top above the rest",
    .reference = "Niu et al. 2012",
    .traits = {.derivative = true, .convex = true, .hessian = false},
    .examples =
        "focused_hinge focused_hinge(beta=0.2,scaled=no) "
        "focused_hinge(by_grade=yes) focused_hinge(click)",
    .params = params_with<FocusedHingeParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<FocusedHinge>(
            arguments.labels, params_from<FocusedHingeParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
