#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/data/judgments.hpp"
#include "gradus/data/run.hpp"
#include "gradus/evaluation/evaluation.hpp"
#include "gradus/evaluation/graded_labels.hpp"
#include "gradus/evaluation/judgment_index.hpp"
#include "gradus/evaluation/profile.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus {

/// One measure's values over the queries of a data set.
struct QueryValues {
    std::vector<double> values;  ///< by query; NaN = undefined
    std::size_t undefined = 0;
    double mean = 0.0;  ///< undefined values count what the profile says
};

/// Measures rankings of one data set. What does not depend on the scores is prepared once, however
/// many rankings there are. Everything is the same to the last bit for any number of threads.
class Evaluator {
  public:
    /// Each measure looks at its own label column; Error where the data does not have it, or has a
    /// grade there that the measure cannot take (check_grades(), which can name the data). The data
    /// must outlive the evaluator.
    Evaluator(const Dataset& data,
              std::vector<NamedMeasure> measures,
              unsigned threads,
              const Profile& profile = profile_named("gradus"));
    /// With copies of the measures.
    Evaluator(const Dataset& data, std::span<const NamedMeasure> measures, unsigned threads)
        : Evaluator(data, std::vector(measures.begin(), measures.end()), threads) {}

    std::span<const NamedMeasure> measures() const { return measures_; }

    /// By measure: each query is ranked by the scores (one a document) and measured. A document
    /// that is not judged counts as grade 0.
    std::vector<QueryValues> values(std::span<const float> scores) const;
    /// By measure: the means alone.
    std::vector<double> means(std::span<const float> scores) const;

    /// The same with what a reader must know besides, and ties as told.
    Evaluation evaluate(std::span<const double> scores, const TieRule& ties = {}) const;

  private:
    /// A label column and the measures that look at it.
    struct Labels {
        GradedLabels labels;
        std::vector<std::size_t> measures;
    };

    const Dataset& data_;
    std::vector<NamedMeasure> measures_;
    Profile profile_;
    unsigned threads_;
    std::vector<Labels> columns_;
};

/// Measures runs by one set of judgments, which are prepared once.
class RunEvaluator {
  public:
    /// Error where a measure looks at a label column: judgments have none. The judgments must
    /// outlive the evaluator; `name` stands in messages.
    RunEvaluator(const Judgments& judgments,
                 std::string name,
                 std::vector<NamedMeasure> measures,
                 unsigned threads,
                 const Profile& profile);

    const JudgmentIndex& judgments() const { return index_; }

    /// `name` stands in messages, which those of judge() are.
    Evaluation evaluate(const Run& run, const std::string& name, const TieRule& ties = {}) const;

  private:
    std::vector<NamedMeasure> measures_;
    Profile profile_;
    unsigned threads_;
    JudgmentIndex index_;
};

}  // namespace gradus
