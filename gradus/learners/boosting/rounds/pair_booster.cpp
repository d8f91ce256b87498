#include "gradus/learners/boosting/rounds/pair_booster.hpp"

#include <cmath>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"

namespace gradus::boosting {

PairBooster::PairBooster(const Dataset& train, const PairBoosterOptions& options)
    : train_(train),
      threads_(options.threads),
      distribution_(train, options.labels, options.rule, options.threads),
      columns_(train.features, distribution_.documents(), options.thresholds, options.threads),
      scores_(distribution_.documents().size()) {
    if (distribution_.pairs() == 0.0) refuse_without_pairs();
}

std::optional<Round> PairBooster::find() {
    std::vector<Round> best(columns_.features());
    parallel_for(best.size(), 1, threads_, [&](std::size_t feature, std::size_t /*end*/) {
        best[feature] = best_of(feature);
    });
    Round chosen;
    for (const Round& each : best)
        if (std::abs(each.r) > std::abs(chosen.r) + indifference) chosen = each;
    if (chosen.r == 0.0) return std::nullopt;
    chosen.alpha = weight_of(chosen.r);
    return chosen;
}

Round PairBooster::best_of(std::size_t feature) const {
    const std::span<const double> potentials = distribution_.potentials();
    const std::span<const float> thresholds = columns_.thresholds(feature);
    Round best{.feature = static_cast<std::uint32_t>(feature)};
    double most = 0.0;
    double r = 0.0;
    for (std::size_t k = thresholds.size(); k-- > 0;) {
        for (const std::uint32_t place : columns_.step(feature, k)) r += potentials[place];
        if (std::abs(r) < most - indifference) continue;
        most = std::max(most, std::abs(r));
        best.threshold = thresholds[k];
        best.r = r;
    }
    return best;
}

void PairBooster::add(const Round& round) {
    const double before = distribution_.log_mean();
    for (const std::uint32_t place : columns_.above(round)) scores_[place] += round.alpha;
    distribution_.update(scores_);
    z_ = std::exp(distribution_.log_mean() - before);
}

void PairBooster::describe(const Round& newest, Json& line) const {
    line["threshold"] = newest.threshold;
    line["z"] = z_;
    line["bound"] = std::exp(distribution_.log_mean());
}

std::unique_ptr<const Model> PairBooster::model(std::span<const Round> rounds,
                                                const TrainingNotes& notes) const {
    return columns_.model(train_, rounds, notes);
}

void refuse_without_pairs() {
    throw Error({"training data"},
                "no query has documents whose order could be learned",
                "give data with different grades within queries");
}

}  // namespace gradus::boosting
