#include "gradus/base/checksum.hpp"

#include <new>

#include <xxhash.h>

namespace gradus {

std::uint64_t checksum(const void* data, std::size_t bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(data, bytes, seed);
}

void ChecksumStream::Free::operator()(void* state) const {
    XXH3_freeState(static_cast<XXH3_state_t*>(state));
}

ChecksumStream::ChecksumStream() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_.get()));
}

void ChecksumStream::add(const void* data, std::size_t bytes) {
    XXH3_64bits_update(static_cast<XXH3_state_t*>(state_.get()), data, bytes);
}

std::uint64_t ChecksumStream::value() const {
    return XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_.get()));
}

}  // namespace gradus
