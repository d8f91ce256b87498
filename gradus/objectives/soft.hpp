#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// What the standard deviation of scores is.
enum class SoftSpread : unsigned char {
    fixed,    ///< a number
    relative  ///< times the standard deviation of the query's scores
};

struct SoftParams {
    double sigma = 0.1;
    SoftSpread spread = SoftSpread::fixed;
    double anneal = 1.0;
    double least_sigma = 1e-3;
    bool exact = false;
    static constexpr auto fields = std::tuple{
        Field{"sigma", &SoftParams::sigma, 1e-6, 1e6, "standard deviation of scores"},
        Choice{"spread",
               &SoftParams::spread,
               "fixed|relative",
               "whether sigma is a score, or a share of the deviation of the query's scores"},
        Field{"anneal",
              &SoftParams::anneal,
              1e-3,
              1,
              "sigma is multiplied by it from one iteration to the next"},
        Field{"least_sigma", &SoftParams::least_sigma, 1e-6, 1e6, "annealing ends here"},
        Flag{"exact",
             &SoftParams::exact,
             "without the assumption that contests are independent; forty times as slow"},
    };
};

/// Minus the smooth expectation of a measure when scores are uncertain: SoftRank (Taylor et al.,
/// WSDM 2008) for every measure that has one. Documents without a grade keep their places and gain
/// nothing. A query counts by the mean weight of its documents.
class Soft final : public Objective {
  public:
    /// Error where the measure has no smooth form.
    explicit Soft(NamedMeasure target, SoftParams params = {});

    std::string text() const override;
    /// A relative spread is taken for a number as it is, not for a function of the scores.
    Traits traits() const override {
        return {.derivative = params_.spread == SoftSpread::fixed, .hessian = false};
    }
    std::vector<std::string> label_columns() const override { return {target_.labels}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    NamedMeasure target_;
    SoftParams params_;
};

}  // namespace gradus
