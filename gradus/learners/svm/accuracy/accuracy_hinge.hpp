#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gradus::svm {

/// Documents to be told apart, those of all queries together.
struct AccuracyDocuments {
    std::vector<unsigned char> is_relevant;
    std::vector<double> costs;  ///< C_i / C

    std::size_t size() const { return costs.size(); }
    bool has_two_classes() const;
};

/// Documents are relevant from a grade on; a missing grade is none. Their weights, where there are
/// any, are costs; where `balanced`, a relevant document costs n₋/n₊ times as much as another.
AccuracyDocuments accuracy_documents(std::span<const float> grades,
                                     std::span<const float> weights,
                                     double threshold,
                                     bool balanced);

/// Where the best b is, and what the hinges come to there.
struct AccuracyHinge {
    double bias = 0.0;
    double value = 0.0;
};

/// min over b of Σ_i c_i·max(0, 1 − y_i(s_i + b)), in time linear in the documents. `gradients` are
/// those by score of one element of the subdifferential whose gradient by b is 0: they sum to 0,
/// and with them the gradients by w are gradients of the minimum.
AccuracyHinge hinge_at_best_bias(std::span<const double> scores,
                                 const AccuracyDocuments& documents,
                                 std::span<double> gradients);

}  // namespace gradus::svm
