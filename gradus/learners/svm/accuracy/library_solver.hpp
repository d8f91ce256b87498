#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>

#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/learners/svm/accuracy/accuracy_hinge.hpp"
#include "gradus/learners/svm/problem/feature_map.hpp"
#include "gradus/learners/svm/problem/risk_plan.hpp"

namespace gradus::svm {

/// A classification as libsvm and liblinear take it: the nonzero features of each document, counted
/// from 1 and ended by −1, and 1 or −1 for its class. `Node` is a library's {index, value}.
template <class Node>
class LibraryRows {
  public:
    /// Behind the features comes a constant one, unless it is 0.
    LibraryRows(const FeatureMap& features, const AccuracyDocuments& documents, double constant) {
        std::vector<double> row;
        std::vector<std::size_t> begins;
        for (const bool counts_only : {true, false}) {  // no room is taken but what is needed
            std::size_t size = 0;
            for (std::size_t i = 0; i < documents.size(); ++i) {
                if (counts_only) begins.push_back(size);
                features.row(i, row);
                row.push_back(constant);
                for (std::size_t j = 0; j < row.size(); ++j) {
                    if (row[j] == 0.0) continue;
                    if (!counts_only) nodes_[size] = {static_cast<int>(j) + 1, row[j]};
                    ++size;
                }
                if (!counts_only) nodes_[size] = {-1, 0.0};
                ++size;
            }
            if (counts_only) nodes_.resize(size);
        }
        for (std::size_t i = 0; i < documents.size(); ++i) {
            rows_.push_back(nodes_.data() + begins[i]);
            classes_.push_back(documents.is_relevant[i] != 0 ? 1.0 : -1.0);
        }
    }

    int size() const { return static_cast<int>(rows_.size()); }
    Node** rows() { return rows_.data(); }
    double* classes() { return classes_.data(); }

  private:
    std::vector<Node> nodes_;
    std::vector<Node*> rows_;
    std::vector<double> classes_;
};

/// Error where so much memory is not to be had: the libraries don't check what they are given, and
/// would crash. Nothing of it is used.
inline void require_memory(const std::string& library,
                           std::size_t documents,
                           std::size_t bytes_a_document,
                           std::size_t fixed_bytes) {
    const std::size_t bytes = documents * bytes_a_document + fixed_bytes;
    void* const room = ::mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room != MAP_FAILED) {
        ::munmap(room, bytes);
        return;
    }
    throw Error({.source = "solver", .is_parameter = true},
                fmt::format("{} needs {} more memory than is to be had: {} bytes for each of {} "
                            "documents and {} besides",
                            library,
                            human_bytes(static_cast<double>(bytes)),
                            bytes_a_document,
                            human_count(documents),
                            human_bytes(static_cast<double>(fixed_bytes))),
                "use `solver=planes`, raise the limit (ulimit -v), or give fewer documents");
}

/// What a document of each class costs.
struct ClassCosts {
    double relevant = 1.0;
    double other = 1.0;
    double sum = 0.0;  ///< over all documents
};
inline ClassCosts class_costs(const AccuracyDocuments& documents) {
    ClassCosts costs;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        (documents.is_relevant[i] != 0 ? costs.relevant : costs.other) = documents.costs[i];
        costs.sum += documents.costs[i];
    }
    return costs;
}

/// What the two libraries have in common: their rows, written when first asked for, and the costs
/// of the classes.
template <class Node>
class LibrarySolver : public DirectSolver {
  public:
    LibrarySolver(const FeatureMap& features,
                  const AccuracyDocuments& documents,
                  double unit,
                  double constant)
        : features_(features),
          documents_(documents),
          unit_(unit),
          constant_(constant),
          costs_(class_costs(documents)) {}

    DirectSolution solve(double cost, double epsilon) final {
        if (cost == 0.0 || !documents_.has_two_classes())
            return {.weights = std::vector<double>(features_.dimensions()), .bound = 0.0};
        if (!rows_) rows_.emplace(features_, documents_, constant_);
        // A violation of the conditions by at most e leaves a gap of at most e·Σ C_i.
        return train({.cost = cost,
                      .tolerance = epsilon * unit_ / costs_.sum,
                      .weights = {costs_.relevant, costs_.other},
                      .rows = *rows_});
    }

  protected:
    struct Task {
        double cost;
        double tolerance;  ///< for the conditions of the optimum
        std::array<int, 2> classes = {1, -1};
        std::array<double, 2> weights;  ///< of the classes' costs
        LibraryRows<Node>& rows;
    };
    virtual DirectSolution train(Task task) const = 0;

    const FeatureMap& features() const { return features_; }

  private:
    const FeatureMap& features_;
    const AccuracyDocuments& documents_;
    double unit_;
    double constant_;
    ClassCosts costs_;
    std::optional<LibraryRows<Node>> rows_;
};

}  // namespace gradus::svm
