#include "gradus/learners/svm/solvers/n_slack.hpp"

namespace gradus::svm {

NSlack::NSlack(SplitRisk& risk) : risk_(risk), dual_(risk.dimensions(), risk.size()) {}

std::span<const double> NSlack::solve(const CuttingPlaneOptions& options,
                                      const std::function<void(const CuttingPlaneState&)>& watch) {
    const auto n = static_cast<double>(risk_.size());
    const double tolerance = 0.01 * options.cost * options.epsilon;
    std::vector<double> gradient(risk_.dimensions());
    state_ = {};
    bool added = true;
    while (added && state_.rounds < options.most_rounds) {
        added = false;
        for (std::size_t i = 0; i < risk_.size(); ++i) {
            const std::span<const double> weights = dual_.weights();
            const double value = risk_.at(i, weights, gradient);
            if (value <= dual_.slack(i) + options.epsilon) continue;
            dual_.add(touching_plane(value, gradient, weights, i));
            dual_.solve(options.cost / n, tolerance);
            added = true;
        }
        double sum = 0.0;
        for (std::size_t i = 0; i < risk_.size(); ++i)
            sum += risk_.at(i, dual_.weights(), gradient);
        state_ = {.rounds = state_.rounds + 1,
                  .planes = dual_.planes(),
                  .objective = 0.5 * dot(dual_.weights(), dual_.weights()) + options.cost * sum / n,
                  .risk = sum / n,
                  .bound = dual_.value()};
        if (watch) watch(state_);
    }
    return dual_.weights();
}

}  // namespace gradus::svm
