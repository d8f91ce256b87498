#include "gradus/objectives/soft.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/measures/measure.hpp"
#include "gradus/objectives/ability.hpp"
#include "gradus/objectives/bound_labels.hpp"
#include "gradus/objectives/objective_text.hpp"

namespace gradus {
namespace {

/// Of the query's scores, from their mean; 1 where all are equal.
double deviation(std::span<const double> scores) {
    const auto n = static_cast<double>(scores.size());
    double mean = 0.0;
    for (const double score : scores) mean += score / n;
    double squares = 0.0;
    for (const double score : scores) squares += (score - mean) * (score - mean) / n;
    return squares > 0.0 ? std::sqrt(squares) : 1.0;
}

class BoundSoft final : public BoundObjective {
  public:
    BoundSoft(const NamedMeasure& target,
              const SoftParams& params,
              const Dataset& data,
              unsigned threads)
        : form_(*target.measure->soft()), params_(params), labels_(data, target.labels, threads) {
        labels_.check_measurable(*target.measure, target.text);
    }

    bool is_informative(std::size_t query) const override {
        const std::span<const double> ideal = labels_.ideal(query);
        const bool all_judged = ideal.size() == labels_.size(query);
        return labels_.size(query) > 1 && !ideal.empty() &&
               (ideal.front() > ideal.back() || (!all_judged && ideal.front() > 0.0));
    }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& scratch,
                    std::span<double> gradients,
                    std::span<double> hessians) const override {
        std::ranges::fill(hessians, 0.0);
        if (!is_informative(query.query)) {
            std::ranges::fill(gradients, 0.0);
            return 0.0;
        }
        const Scratch::Frame frame(scratch);
        const std::span<const float> grades = labels_.grades(query.query);
        const std::span<double> known = scratch.array<double>(grades.size());
        for (std::size_t i = 0; i < grades.size(); ++i)
            known[i] = std::isnan(grades[i]) ? 0.0 : static_cast<double>(grades[i]);
        const ScoredList list{.grades = known,
                              .scores = query.scores,
                              .ideal = labels_.ideal(query.query),
                              .highest = labels_.highest()};
        const double sigma = sigma_at(query);
        double value = params_.exact ? exact_soft_value(form_, list, sigma, gradients, scratch)
                                     : soft_value(form_, list, sigma, gradients, scratch);
        if (std::isnan(value)) value = 0.0;
        const double weight = labels_.mean_weight(query.query);
        for (double& gradient : gradients) gradient *= -weight;
        return -value * weight;
    }

  private:
    double sigma_at(const ScoredQuery<double>& query) const {
        const double annealed =
            params_.sigma * std::pow(params_.anneal, static_cast<double>(query.iteration - 1));
        const double sigma = std::max(annealed, std::min(params_.least_sigma, params_.sigma));
        return params_.spread == SoftSpread::relative ? sigma * deviation(query.scores) : sigma;
    }

    const SoftForm& form_;
    SoftParams params_;
    BoundLabels labels_;
};

}  // namespace

Soft::Soft(NamedMeasure target, SoftParams params) : target_(std::move(target)), params_(params) {
    if (target_.measure->soft() == nullptr)
        refuse_measure(target_, "it has no smooth form to train for", [](const Measure& measure) {
            return measure.soft() != nullptr;
        });
}

std::string Soft::text() const {
    return objective_text("soft", target_.text, params_);
}

std::unique_ptr<const BoundObjective> Soft::bind(const Dataset& data, unsigned threads) const {
    return std::make_unique<BoundSoft>(target_, params_, data, threads);
}

namespace objectives {
extern const ObjectiveEntry soft_entry{
    .name = "soft",
    .summary = "minus the expectation of a measure when scores are uncertain",
    .reference = "Taylor et al. 2008",
    .subject = Subject::measure,
    .traits = {.derivative = true, .hessian = false},
    .examples =
        "soft(NDCG,sigma=0.4) soft(NDCG@5,sigma=0.4) soft(AP,sigma=0.4) "
        "soft(GAP(g=0.5:0.3:0.2),sigma=0.4) soft(P@10,sigma=0.4) "
        "soft(ERR,sigma=0.4,exact=yes) soft(NDCG,spread=relative) "
        "soft(CNDCG,sigma=0.5,anneal=0.9)",
    .params = params_with<SoftParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return std::make_unique<Soft>(arguments.measure,
                                      params_from<SoftParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
