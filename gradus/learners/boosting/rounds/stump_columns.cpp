#include "gradus/learners/boosting/rounds/stump_columns.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "gradus/base/parallel.hpp"
#include "gradus/data/transforms/thresholds.hpp"

namespace gradus::boosting {
namespace {

struct Valued {
    float value;
    std::uint32_t place;

    friend bool operator<(const Valued& a, const Valued& b) {
        return a.value != b.value ? a.value > b.value : a.place < b.place;
    }
};

/// All values but the highest, which nothing is above; or quantiles, of which the same holds.
std::vector<float> thresholds_of(std::span<const Valued> falling, std::size_t most_thresholds) {
    std::vector<float> values;
    values.reserve(falling.size());
    for (std::size_t i = falling.size(); i-- > 0;) values.push_back(falling[i].value);
    if (values.empty()) return values;
    const float highest = values.back();
    if (most_thresholds > 0)
        values = choose_thresholds(values, most_thresholds, ThresholdSpacing::quantile);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.back() == highest) values.pop_back();
    return values;
}

/// Below every value: it tells documents that have one from those that have none.
constexpr float below_all = std::numeric_limits<float>::lowest();

}  // namespace

StumpColumns::StumpColumns(const FeatureMatrix& features,
                           std::span<const std::uint32_t> documents,
                           std::size_t most_thresholds,
                           unsigned threads)
    : documents_(documents.size()), columns_(features.columns()) {
    parallel_for(columns_.size(), 1, threads, [&](std::size_t feature, std::size_t /*end*/) {
        columns_[feature] = sorted(features, feature, documents, most_thresholds);
    });
}

StumpColumns::Column StumpColumns::sorted(const FeatureMatrix& features,
                                          std::size_t feature,
                                          std::span<const std::uint32_t> documents,
                                          std::size_t most_thresholds) {
    std::vector<Valued> falling;
    falling.reserve(documents.size());
    for (std::size_t place = 0; place < documents.size(); ++place) {
        const float value = features.row(documents[place])[feature];
        if (!std::isnan(value)) falling.push_back({value, static_cast<std::uint32_t>(place)});
    }
    std::ranges::sort(falling, std::less());
    Column column;
    column.thresholds = thresholds_of(falling, most_thresholds);
    if (!falling.empty() && falling.size() < documents.size() && falling.back().value > below_all)
        column.thresholds.insert(column.thresholds.begin(), below_all);
    if (column.thresholds.empty()) return column;
    for (const float threshold : column.thresholds) {
        const auto end = std::ranges::partition_point(
            falling, [&](const Valued& each) { return each.value > threshold; });
        column.ends.push_back(static_cast<std::uint32_t>(end - falling.begin()));
    }
    // Those above no threshold, often half of all, are never asked for.
    for (std::size_t i = 0; i < column.ends.front(); ++i) column.places.push_back(falling[i].place);
    return column;
}

std::span<const std::uint32_t> StumpColumns::above(const Round& round) const {
    const std::vector<float>& thresholds = columns_[round.feature].thresholds;
    const auto found = std::ranges::lower_bound(thresholds, round.threshold);
    if (found == thresholds.end()) return {};
    return above(round.feature, static_cast<std::size_t>(found - thresholds.begin()));
}

std::unique_ptr<const TreeEnsemble> StumpColumns::model(const Dataset& train,
                                                        std::span<const Round> rounds,
                                                        TrainingNotes notes) const {
    std::vector<std::string> names;
    names.reserve(features());
    for (std::size_t j = 0; j < features(); ++j) names.push_back(train.feature_name(j));
    std::vector<Tree> trees;
    trees.reserve(rounds.size());
    for (const Round& round : rounds) {
        const std::size_t right = above(round).size();
        Tree& tree = trees.emplace_back();
        tree.splits.push_back({.feature = round.feature,
                               .threshold = round.threshold,
                               .missing_left = true,
                               .left = -1,
                               .right = -2,
                               .gain = std::abs(round.r),
                               .documents = documents_});
        tree.leaves = {{.value = 0.0, .documents = documents_ - right},
                       {.value = round.alpha, .documents = right}};
    }
    return std::make_unique<TreeEnsemble>(
        std::move(names), 0.0, std::move(trees), std::move(notes));
}

void add_stump(const Round& round, const Dataset& data, std::span<double> scores) {
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (data.features.row(i)[round.feature] > round.threshold) scores[i] += round.alpha;
}

}  // namespace gradus::boosting
