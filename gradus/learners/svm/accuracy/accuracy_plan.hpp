#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "gradus/base/params.hpp"
#include "gradus/learners/svm/problem/risk_plan.hpp"

namespace gradus::svm {

/// Who looks for the optimum (docs/explanation/decisions/0012-svm-acc.md).
enum class AccuracySolver : unsigned char { planes, libsvm, liblinear };

/// How relevant documents are told from others.
struct AccuracyParams {
    double threshold = 1.0;
    bool weighted = false;
    AccuracySolver solver = AccuracySolver::planes;
    static constexpr auto fields = std::tuple{
        Field{"threshold",
              &AccuracyParams::threshold,
              0.0,
              1e30,
              "documents of this grade or a higher one are relevant"},
        Flag{"weighted",
             &AccuracyParams::weighted,
             "relevant documents cost as much as the others in all: C times their number over that "
             "of the relevant ones"},
        Choice{"solver",
               &AccuracyParams::solver,
               "planes|libsvm|liblinear",
               "cutting planes, with a certified gap; libsvm's steps over pairs of documents; "
               "liblinear's over documents, which is an approximation"},
    };
};

/// The hinges of all documents with a free b, as a function of the weights.
class AccuracyPlan final : public RiskPlan {
  public:
    AccuracyPlan(std::string labels, const AccuracyParams& params)
        : labels_(std::move(labels)), params_(params) {}

    std::unique_ptr<PlannedRisk> bind(const Dataset& data,
                                      const FeatureMap& features,
                                      unsigned threads) const override;
    std::string text() const override { return "accuracy of " + labels_; }

  private:
    std::string labels_;
    AccuracyParams params_;
};

}  // namespace gradus::svm
