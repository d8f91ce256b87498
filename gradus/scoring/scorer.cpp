#include "gradus/scoring/scorer.hpp"

#include "gradus/base/parallel.hpp"
#include "gradus/scoring/engines/engines.hpp"

namespace gradus {

void Scorer::score_rows(std::span<const float> rows, std::span<float> scores) const {
    check_values(rows.size(), scores.size(), features_);
    score_checked(rows, scores);
}

std::unique_ptr<const Scorer> make_scorer(const Model& model) {
    return model.visit([](const auto& kind) { return engines::make_engine(kind); });
}

std::vector<float> score_all(const Scorer& scorer,
                             const Dataset& data,
                             const FeatureAlignment& alignment,
                             unsigned threads) {
    std::vector<float> scores(data.documents());
    parallel_for(scores.size(), 256, threads, [&](std::size_t begin, std::size_t end) {
        const auto part = std::span(scores).subspan(begin, end - begin);
        if (alignment.is_identity()) {
            scorer.score_rows(data.features.rows(begin, end), part);
        } else {
            scorer.score_rows(alignment.rows(data, begin, end), part);
        }
    });
    return scores;
}

std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads) {
    const FeatureAlignment alignment(schema_of(model), data, data_name);
    return score_all(*make_scorer(model), data, alignment, threads);
}

}  // namespace gradus
