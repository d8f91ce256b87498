#include "gradus/learners/boosting/rounds/focused_booster.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/data/transforms/thresholds.hpp"
#include "gradus/learners/boosting/rounds/pair_booster.hpp"

namespace gradus::boosting {
namespace {

constexpr std::size_t lists_a_slice = 32;

/// What of beta is left where one of the parts is missing.
double possible_beta(const FocusedData& data, double beta) {
    const bool is_informative = data.pairs().pairs() > 0.0;
    const bool has_lists = data.lists().size() > 0;
    if (!is_informative && !has_lists) refuse_without_pairs();
    if (!has_lists && beta == 1.0)
        throw Error({"training data"},
                    "in no query does the measure tell orders of the documents with a grade above "
                    "0 apart",
                    "give such documents different grades, or beta below 1");
    if (!is_informative && beta == 0.0)
        throw Error({"training data"},
                    "no query has documents with a grade above 0 and others",
                    "give data with both, or beta above 0");
    return !has_lists ? 0.0 : !is_informative ? 1.0 : beta;
}

}  // namespace

FocusedData::FocusedData(const Dataset& train,
                         const NamedMeasure& target,
                         std::size_t most_thresholds,
                         unsigned threads,
                         Progress& progress,
                         const StopRequest* stop)
    : train_(train),
      lists_(train, target),
      pairs_(train, target.labels, PairRule::top, threads),
      documents_(documents_of_all()),
      columns_(train.features, documents_, most_thresholds, threads),
      steps_(train.features.columns()) {
    std::vector<std::uint32_t> place_of(train.documents());
    for (std::size_t place = 0; place < documents_.size(); ++place)
        place_of[documents_[place]] = static_cast<std::uint32_t>(place);
    for (std::size_t list = 0; list < lists_.size(); ++list) {
        auto& places = list_places_.emplace_back();
        for (const std::uint32_t document : lists_.documents(list))
            places.push_back(place_of[document]);
    }
    ProgressState state{
        .task = "preparing focusedboost", .total = steps_.size(), .unit = "features"};
    std::mutex guard;
    const auto is_stop_wanted = [&] { return stop != nullptr && stop->is_wanted; };
    parallel_for(steps_.size(), 1, threads, [&](std::size_t feature, std::size_t /*end*/) {
        if (is_stop_wanted()) return;
        steps_[feature] = steps_of(feature);
        const std::scoped_lock lock(guard);
        ++state.done;
        progress.update(state);
    });
    is_complete_ = state.done == steps_.size();
}

std::vector<std::uint32_t> FocusedData::documents_of_all() const {
    std::vector<std::uint32_t> all(pairs_.documents().begin(), pairs_.documents().end());
    std::vector<bool> is_there(train_.documents());
    for (const std::uint32_t document : all) is_there[document] = true;
    for (std::size_t list = 0; list < lists_.size(); ++list)
        for (const std::uint32_t document : lists_.documents(list))
            if (!is_there[document]) all.push_back(document);
    return all;
}

std::vector<FocusedData::ListStep> FocusedData::steps_of(std::size_t feature) const {
    const std::span<const float> thresholds = columns_.thresholds(feature);
    std::vector<ListStep> steps;
    std::vector<std::size_t> bins;  // thresholds that a document is above
    std::vector<std::size_t> falling;
    std::vector<double> scores;
    for (std::size_t list = 0; list < lists_.size(); ++list) {
        bins.clear();
        for (const std::uint32_t document : lists_.documents(list))
            bins.push_back(threshold_bin(
                thresholds, train_.features.row(document)[feature], ThresholdRule::strict));
        falling = bins;
        std::ranges::sort(falling, std::greater());
        falling.erase(std::unique(falling.begin(), falling.end()), falling.end());
        scores.assign(bins.size(), 0.0);
        double first = lists_.value(list, scores);
        double last = first;
        for (const std::size_t bin : falling) {
            if (bin == 0) break;
            const auto value = [&](double of_those_above) {
                for (std::size_t i = 0; i < bins.size(); ++i)
                    scores[i] = bins[i] >= bin ? of_those_above : 0.0;
                return lists_.value(list, scores);
            };
            const double now_first = value(1.0);
            const double now_last = value(-1.0);
            steps.push_back({static_cast<std::uint32_t>(bin - 1),
                             static_cast<std::uint32_t>(list),
                             now_first - first,
                             now_last - last});
            first = now_first;
            last = now_last;
        }
    }
    std::ranges::stable_sort(steps, std::greater(), &ListStep::threshold);
    return steps;
}

FocusedBooster::FocusedBooster(std::shared_ptr<const FocusedData> data,
                               const FocusedBoosterOptions& options)
    : data_(std::move(data)),
      options_(options),
      beta_(possible_beta(*data_, options.beta)),
      distribution_(data_->pairs()),
      potentials_(data_->places()),
      scores_(data_->places()),
      list_values_(data_->lists().size()),
      list_weights_(list_values_.size()) {
    measure_lists();
    tied_values_ = list_values_;
    list_weights_.assign(list_values_.size(), 1.0 / static_cast<double>(list_values_.size()));
    std::ranges::copy(distribution_.potentials(), potentials_.begin());
}

std::optional<Round> FocusedBooster::find() {
    std::vector<Found> best(data_->columns().features());
    parallel_for(best.size(), 1, options_.threads, [&](std::size_t feature, std::size_t /*end*/) {
        best[feature] = best_of(feature);
    });
    Found chosen;
    for (const Found& each : best)
        if (each.most > chosen.most + indifference) chosen = each;
    if (chosen.most == 0.0) return std::nullopt;
    parts_ = chosen.parts;
    chosen.round.alpha = weight_of(chosen.round.r);
    return chosen.round;
}

FocusedBooster::Found FocusedBooster::best_of(std::size_t feature) const {
    const std::span<const float> thresholds = data_->columns().thresholds(feature);
    const std::span<const FocusedData::ListStep> steps = data_->steps(feature);
    Found best;
    best.round.feature = static_cast<std::uint32_t>(feature);
    const auto consider = [&](std::size_t threshold, double sign, const Parts& parts) {
        const double r = beta_ * parts.list + (1.0 - beta_) * parts.pair;
        if (r < best.most - indifference || r <= 0.0) return;
        best.most = std::max(best.most, r);
        best.round.threshold = thresholds[threshold];
        best.round.r = sign * r;
        best.parts = parts;
    };
    double first = 0.0;
    for (std::size_t list = 0; list < tied_values_.size(); ++list)
        first += list_weights_[list] * tied_values_[list];
    double last = first;
    double pair = 0.0;
    std::size_t next = 0;
    for (std::size_t k = thresholds.size(); k-- > 0;) {
        for (const std::uint32_t place : data_->columns().step(feature, k))
            pair += potentials_[place];
        for (; next < steps.size() && steps[next].threshold == k; ++next) {
            const double weight = list_weights_[steps[next].list];
            first += weight * steps[next].first;
            last += weight * steps[next].last;
        }
        // Of equals the later one is taken.
        if (options_.directions == Directions::both) consider(k, -1.0, {last, -pair});
        consider(k, 1.0, {first, pair});
    }
    return best;
}

void FocusedBooster::add(const Round& round) {
    for (const std::uint32_t place : data_->columns().above(round)) scores_[place] += round.alpha;
    const std::vector<double> before = list_weights_;
    measure_lists();
    double total = 0.0;
    for (std::size_t list = 0; list < list_weights_.size(); ++list) {
        list_weights_[list] =
            std::exp(-list_values_[list]) * (options_.literal ? before[list] : 1.0);
        total += list_weights_[list];
    }
    for (double& weight : list_weights_) weight /= total;
    distribution_.update(std::span<const double>(scores_).first(distribution_.documents().size()));
    std::ranges::copy(distribution_.potentials(), potentials_.begin());
}

void FocusedBooster::measure_lists() {
    parallel_for(list_values_.size(),
                 lists_a_slice,
                 options_.threads,
                 [&](std::size_t begin, std::size_t end) {
                     std::vector<double> scores;
                     for (std::size_t list = begin; list < end; ++list) {
                         scores.clear();
                         for (const std::uint32_t place : data_->places(list))
                             scores.push_back(scores_[place]);
                         list_values_[list] = data_->lists().value(list, scores);
                     }
                 });
}

void FocusedBooster::describe(const Round& newest, Json& line) const {
    line["threshold"] = newest.threshold;
    line["list"] = parts_.list;
    line["pair"] = parts_.pair;
}

std::unique_ptr<const Model> FocusedBooster::model(std::span<const Round> rounds,
                                                   const TrainingNotes& notes) const {
    return data_->columns().model(data_->train(), rounds, notes);
}

}  // namespace gradus::boosting
