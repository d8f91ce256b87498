#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/align_features.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/models/model.hpp"

namespace gradus {

/// Scores documents fast: the same bits as Model::score, from whatever form suits the kind of
/// model. Made once, asked many times, by any number of threads at once; it keeps nothing of the
/// model that it was made from.
class Scorer {
  public:
    Scorer(const Scorer&) = delete;
    Scorer& operator=(const Scorer&) = delete;
    Scorer(Scorer&&) = delete;
    Scorer& operator=(Scorer&&) = delete;
    virtual ~Scorer() = default;

    std::size_t features() const { return features_; }
    /// Scores documents whose features stand one document behind the other. Error where these are
    /// more or fewer values than the model has features for so many documents.
    void score_rows(std::span<const float> rows, std::span<float> scores) const;

  protected:
    explicit Scorer(std::size_t features) : features_(features) {}

  private:
    /// As many values as documents times features.
    virtual void score_checked(std::span<const float> rows, std::span<float> scores) const = 0;

    std::size_t features_;
};

std::unique_ptr<const Scorer> make_scorer(const Model& model);

/// Scores every document, with features that were matched already (schema_of the model).
std::vector<float> score_all(const Scorer& scorer,
                             const Dataset& data,
                             const FeatureAlignment& alignment,
                             unsigned threads);

/// Scores every document. Features are matched by FeatureAlignment, with its errors. To score
/// several data sets make a Scorer once.
std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads);

}  // namespace gradus
