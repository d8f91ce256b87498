#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "gradus/data/checked_memory.hpp"

namespace gradus {

/// Documents × features, row by row, one float each; NaN is a missing value. Either owns its
/// memory, and can grow without ever holding two copies, or reads someone else's. Moves, but is
/// copied only by clone().
class FeatureMatrix {
  public:
    FeatureMatrix() = default;
    /// All zero.
    FeatureMatrix(std::size_t rows, std::size_t columns);
    /// Reads `values` (row by row), which `memory` keeps alive and checks.
    FeatureMatrix(std::size_t rows,
                  std::size_t columns,
                  const float* values,
                  std::shared_ptr<const CheckedMemory> memory);
    FeatureMatrix(FeatureMatrix&& other) noexcept;
    FeatureMatrix& operator=(FeatureMatrix&& other) noexcept;
    FeatureMatrix(const FeatureMatrix&) = delete;
    FeatureMatrix& operator=(const FeatureMatrix&) = delete;
    ~FeatureMatrix();

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::span<const float> row(std::size_t i) const { return rows(i, i + 1); }
    /// Rows [begin, end) one behind the other.
    std::span<const float> rows(std::size_t begin, std::size_t end) const {
        const float* const first = values_ + begin * columns_;
        const float* const last = values_ + end * columns_;
        if (memory_ != nullptr) memory_->check(first, last);
        return {first, last};
    }
    /// Only of a matrix that owns its memory.
    std::span<float> mutable_row(std::size_t i) { return {owned_ + i * columns_, columns_}; }

    /// Makes the matrix larger in place; `columns` may not shrink. New rows hold anything; new
    /// columns of old rows hold `fill`. Throws Error when more than `most_bytes` would be needed.
    void grow(std::size_t rows, std::size_t columns, float fill, std::size_t most_bytes);

    FeatureMatrix clone() const;

  private:
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    const float* values_ = nullptr;
    float* owned_ = nullptr;
    std::size_t capacity_bytes_ = 0;
    std::shared_ptr<const CheckedMemory> memory_;
};

/// The memory of this machine in bytes: the default limit of a matrix.
std::size_t memory_of_machine();

}  // namespace gradus
