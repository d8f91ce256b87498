#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gradus {

/// XXH3, 64 bits: guards our files against damage, and names data in checkpoints. Not for secrets.
std::uint64_t checksum(const void* data, std::size_t bytes, std::uint64_t seed = 0);

/// The same value, fed piece by piece.
class ChecksumStream {
  public:
    ChecksumStream();
    void add(const void* data, std::size_t bytes);
    std::uint64_t value() const;

  private:
    struct Free {
        void operator()(void* state) const;
    };
    std::unique_ptr<void, Free> state_;
};

}  // namespace gradus
