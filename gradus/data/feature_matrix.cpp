#include "gradus/data/feature_matrix.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"

namespace gradus {
namespace {

// Anonymous maps instead of new: pages come zeroed and only when touched, a map grows by moving
// page tables instead of copying, and large ones are backed by huge pages.
float* map_bytes(std::size_t bytes) {
    void* memory = ::mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<float*>(memory);
}

}  // namespace

std::size_t memory_of_machine() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

FeatureMatrix::FeatureMatrix(std::size_t rows, std::size_t columns) {
    grow(rows, columns, 0.0F, memory_of_machine());
}

FeatureMatrix::FeatureMatrix(std::size_t rows,
                             std::size_t columns,
                             const float* values,
                             std::shared_ptr<const CheckedMemory> memory)
    : rows_(rows), columns_(columns), values_(values), memory_(std::move(memory)) {}

FeatureMatrix::FeatureMatrix(FeatureMatrix&& other) noexcept {
    *this = std::move(other);
}

FeatureMatrix& FeatureMatrix::operator=(FeatureMatrix&& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(columns_, other.columns_);
    std::swap(values_, other.values_);
    std::swap(owned_, other.owned_);
    std::swap(capacity_bytes_, other.capacity_bytes_);
    std::swap(memory_, other.memory_);
    return *this;
}

FeatureMatrix::~FeatureMatrix() {
    if (owned_ != nullptr) ::munmap(owned_, capacity_bytes_);
}

void FeatureMatrix::grow(std::size_t rows,
                         std::size_t columns,
                         float fill,
                         std::size_t most_bytes) {
    if (columns > 0 && rows > most_bytes / sizeof(float) / columns) {
        throw Error(
            {},
            fmt::format("{} documents of {} features need {} of memory, more than the {} allowed",
                        human_count(rows),
                        human_count(columns),
                        human_bytes(4.0 * static_cast<double>(rows) * static_cast<double>(columns)),
                        human_bytes(static_cast<double>(most_bytes))),
            "split the file or leave out features");
    }
    const std::size_t bytes = rows * columns * sizeof(float);
    if (bytes > capacity_bytes_) {
        const std::size_t capacity = std::max({bytes, capacity_bytes_ * 2, std::size_t{1} << 16});
        if (owned_ == nullptr) {
            owned_ = map_bytes(capacity);
        } else {
            void* moved =
                ::mremap(owned_, capacity_bytes_, capacity, MREMAP_MAYMOVE);  // NOLINT: variadic
            if (moved == MAP_FAILED) throw std::bad_alloc();
            owned_ = static_cast<float*>(moved);
            ::madvise(owned_, capacity, MADV_HUGEPAGE);
        }
        capacity_bytes_ = capacity;
        values_ = owned_;
    }
    if (columns >
        columns_) {  // spread the old rows, last first so that none is overwritten before it moved
        for (std::size_t i = rows_; i-- > 0;) {
            float* const target = owned_ + i * columns;
            std::memmove(target, owned_ + i * columns_, columns_ * sizeof(float));
            std::fill(target + columns_, target + columns, fill);
        }
    }
    rows_ = rows;
    columns_ = columns;
}

FeatureMatrix FeatureMatrix::clone() const {
    FeatureMatrix copy(rows_, columns_);
    std::ranges::copy(rows(0, rows_), copy.owned_);
    return copy;
}

}  // namespace gradus
