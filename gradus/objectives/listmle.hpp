#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// The order of documents with equal grades.
enum class TiedGrades : unsigned char {
    drawn,  ///< anew for each iteration
    fixed   ///< drawn once
};

struct ListMleParams {
    int draws = 0;
    TiedGrades tied = TiedGrades::drawn;
    static constexpr auto fields = std::tuple{
        Field{"draws", &ListMleParams::draws, 0, 1'000'000, "ranks that count; 0 = all"},
        Choice{"tied",
               &ListMleParams::tied,
               "drawn|fixed",
               "order of documents with equal grades: drawn for each iteration, or once"},
    };
};

/// −log of the chance that documents are drawn in the order of their grades (Xia et al., ICML
/// 2008), or the first few of them (Xia, Liu & Li, NIPS 2009).
class ListMle final : public Objective {
  public:
    explicit ListMle(std::string labels = "grade",
                     ListMleParams params = {},
                     std::uint64_t seed = 1)
        : labels_(std::move(labels)), params_(params), seed_(seed) {}

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {labels_}; }
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    std::string labels_;
    ListMleParams params_;
    std::uint64_t seed_;
};

}  // namespace gradus
