#include "gradus/learners/svm/accuracy/accuracy_plan.hpp"

#include <limits>

#include "gradus/base/error.hpp"
#include "gradus/learners/svm/accuracy/accuracy_libraries.hpp"
#include "gradus/learners/svm/accuracy/accuracy_risk.hpp"

namespace gradus::svm {

std::unique_ptr<PlannedRisk> AccuracyPlan::bind(const Dataset& data,
                                                const FeatureMap& features,
                                                unsigned /*threads*/) const {
    if (data.documents() == 0)
        throw Error({"training data"}, "it has no documents", "give data to learn from");
    auto risk = std::make_unique<AccuracyRisk>(
        features,
        accuracy_documents(
            data.label(labels_).values, data.weights, params_.threshold, params_.weighted));
    if (params_.solver == AccuracySolver::planes) return risk;
    const Where where = Where::parameter("solver");
    if (!data.weights.empty())
        throw Error(where, "the libraries don't know weights of documents", "use `solver=planes`");
    if (data.documents() >= std::numeric_limits<int>::max() ||
        features.dimensions() >= std::numeric_limits<int>::max())
        throw Error(where, "the data are too large for the libraries", "use `solver=planes`");
    risk->set_direct(params_.solver == AccuracySolver::libsvm
                         ? libsvm_solver(features, risk->documents(), risk->unit())
                         : liblinear_solver(features, risk->documents(), risk->unit()));
    return risk;
}

}  // namespace gradus::svm
