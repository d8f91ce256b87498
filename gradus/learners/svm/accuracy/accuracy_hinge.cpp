#include "gradus/learners/svm/accuracy/accuracy_hinge.hpp"

#include <algorithm>
#include <utility>

namespace gradus::svm {
namespace {

/// Where the hinge of a document is 0 and begins to grow: with falling b for a relevant one, with
/// rising b for another.
double kink_of(double score, bool is_relevant) {
    return is_relevant ? 1.0 - score : -1.0 - score;
}

using KinkAndCost = std::pair<double, double>;

/// The least kink up to which the costs sum to `wanted`: halves the kinks again and again.
double kink_at_cost(std::vector<KinkAndCost>& kinks, double wanted) {
    auto begin = kinks.begin();
    auto end = kinks.end();
    double below = 0.0;
    while (end - begin > 1) {
        const auto middle = begin + (end - begin) / 2;
        std::nth_element(begin, middle, end);
        double left = below;
        for (auto at = begin; at != middle; ++at) left += at->second;
        if (left >= wanted) {
            end = middle;
        } else {
            begin = middle;
            below = left;
        }
    }
    return begin->first;
}

}  // namespace

bool AccuracyDocuments::has_two_classes() const {
    return std::ranges::find(is_relevant, 0) != is_relevant.end() &&
           std::ranges::find(is_relevant, 1) != is_relevant.end();
}

AccuracyDocuments accuracy_documents(std::span<const float> grades,
                                     std::span<const float> weights,
                                     double threshold,
                                     bool balanced) {
    AccuracyDocuments documents;
    std::size_t relevant = 0;
    for (const float grade : grades) {
        const bool is_relevant = static_cast<double>(grade) >= threshold;
        documents.is_relevant.push_back(is_relevant ? 1 : 0);
        relevant += is_relevant ? 1 : 0;
    }
    const double ratio = balanced && relevant > 0 ? static_cast<double>(grades.size() - relevant) /
                                                        static_cast<double>(relevant)
                                                  : 1.0;
    for (std::size_t i = 0; i < grades.size(); ++i)
        documents.costs.push_back((documents.is_relevant[i] != 0 ? ratio : 1.0) *
                                  (weights.empty() ? 1.0 : static_cast<double>(weights[i])));
    return documents;
}

AccuracyHinge hinge_at_best_bias(std::span<const double> scores,
                                 const AccuracyDocuments& documents,
                                 std::span<double> gradients) {
    std::vector<KinkAndCost> kinks(documents.size());
    double wanted = 0.0;
    for (std::size_t i = 0; i < kinks.size(); ++i) {
        kinks[i] = {kink_of(scores[i], documents.is_relevant[i] != 0), documents.costs[i]};
        if (documents.is_relevant[i] != 0) wanted += documents.costs[i];
    }
    // The gradient by b is −Σ of the costs of relevant documents at −∞ and rises by each cost.
    AccuracyHinge hinge{.bias = kink_at_cost(kinks, wanted)};
    double below = 0.0;
    double here = 0.0;
    for (const auto& [kink, cost] : kinks) {
        if (kink < hinge.bias) below += cost;
        if (kink == hinge.bias) here += cost;
    }
    // Documents at their kink take the share of their cost that makes the gradient by b 0.
    const double share = here > 0.0 ? std::clamp((wanted - below) / here, 0.0, 1.0) : 0.0;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const bool is_relevant = documents.is_relevant[i] != 0;
        const double cost = documents.costs[i];
        const double beyond = hinge.bias - kink_of(scores[i], is_relevant);
        const double passed = beyond > 0.0 ? 1.0 : beyond < 0.0 ? 0.0 : share;
        gradients[i] = cost * (is_relevant ? passed - 1.0 : passed);
        hinge.value += cost * std::max(0.0, is_relevant ? -beyond : beyond);
    }
    return hinge;
}

}  // namespace gradus::svm
