#pragma once

#include <cstddef>

namespace gradus {

/// Memory that someone else keeps (a mapped file) and checks when it is first touched.
class CheckedMemory {
  public:
    CheckedMemory() = default;
    CheckedMemory(const CheckedMemory&) = delete;
    CheckedMemory& operator=(const CheckedMemory&) = delete;
    CheckedMemory(CheckedMemory&&) = delete;
    CheckedMemory& operator=(CheckedMemory&&) = delete;
    virtual ~CheckedMemory() = default;
    /// Throws Error unless the bytes [begin, end) are what was once written. Safe from several
    /// threads.
    virtual void check(const void* begin, const void* end) const = 0;
};

}  // namespace gradus
