#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

namespace gradus {

/// Zeroed memory for a large array of plain values, backed by huge pages where the system has them.
/// Pages come when they are first touched. Moves, but is not copied.
template <class Value>
class BigArray {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    BigArray() = default;
    explicit BigArray(std::size_t size) : size_(size) {
        if (size == 0) return;
        void* const memory = ::mmap(nullptr,
                                    size * sizeof(Value),
                                    PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                    -1,
                                    0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        ::madvise(memory, size * sizeof(Value), MADV_HUGEPAGE);
        values_ = static_cast<Value*>(memory);
    }
    BigArray(BigArray&& other) noexcept { *this = std::move(other); }
    BigArray& operator=(BigArray&& other) noexcept {
        std::swap(values_, other.values_);
        std::swap(size_, other.size_);
        return *this;
    }
    BigArray(const BigArray&) = delete;
    BigArray& operator=(const BigArray&) = delete;
    ~BigArray() {
        if (values_ != nullptr) ::munmap(values_, size_ * sizeof(Value));
    }

    std::size_t size() const { return size_; }
    Value* data() { return values_; }
    const Value* data() const { return values_; }
    Value& operator[](std::size_t i) { return values_[i]; }
    const Value& operator[](std::size_t i) const { return values_[i]; }
    std::span<Value> span() { return {values_, size_}; }
    std::span<const Value> span() const { return {values_, size_}; }

  private:
    Value* values_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace gradus
