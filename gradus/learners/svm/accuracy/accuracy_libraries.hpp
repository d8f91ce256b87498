#pragma once

#include <memory>

#include "gradus/learners/svm/accuracy/accuracy_hinge.hpp"
#include "gradus/learners/svm/problem/risk_plan.hpp"

namespace gradus::svm {

// Both hold the nonzero features in the libraries' form, 16 bytes each, and know costs by class
// only. `unit` is that of the risk. All must outlive them.

/// libsvm's sequential minimal optimisation (Fan, Chen & Lin, JMLR 6, 2005) with a linear kernel,
/// and a cache of kernel values that holds no more than 256 MB (or two documents' worth). Its dual
/// gives a bound.
std::unique_ptr<DirectSolver> libsvm_solver(const FeatureMap& features,
                                            const AccuracyDocuments& documents,
                                            double unit);

/// liblinear's dual coordinate descent (Hsieh et al., ICML 2008). Its b is the weight of a constant
/// feature 1, and as such in ½|w|²: an approximation, good where C times the number of documents
/// is large. It takes at most 1000 passes, and a note says where they did not suffice.
std::unique_ptr<DirectSolver> liblinear_solver(const FeatureMap& features,
                                               const AccuracyDocuments& documents,
                                               double unit);

}  // namespace gradus::svm
