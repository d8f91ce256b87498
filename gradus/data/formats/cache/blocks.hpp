#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gradus/base/atomic_file.hpp"
#include "gradus/base/mapped_file.hpp"
#include "gradus/data/checked_memory.hpp"

namespace gradus::cache {

/// The file is cut into blocks of this size, each with a checksum. 1 MiB: a block is checked in a
/// tenth of a millisecond, and the checksums of 10 GB take 80 kB.
constexpr std::size_t block_bytes = std::size_t{1} << 20;

/// The fixed start of a cache file, all little-endian. The blocks begin behind it, at byte
/// `alignment`; behind them stand the blocks' checksums, then the manifest (JSON).
struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byte_order;
    std::uint64_t file_bytes;
    std::uint64_t body_bytes;
    std::uint64_t table_checksum;
    std::uint64_t manifest_bytes;
    std::uint64_t manifest_checksum;
    std::uint64_t header_checksum;  // of all of the above
};
constexpr std::size_t alignment = 64;
static_assert(sizeof(Header) == alignment);

/// Whether a file begins as a cache does, be it damaged or cut short; an empty one may become one.
bool begins_as_cache(const std::string& path);

/// A mapped cache file whose blocks are checked when they are first touched.
class Blocks final : public CheckedMemory {
  public:
    /// Checks header, table and manifest; the blocks not yet.
    explicit Blocks(const std::string& path);

    const std::string& manifest() const { return manifest_; }
    /// Bytes [offset, offset + bytes) of the body, unchecked; Error where the body is shorter.
    const std::byte* at(std::uint64_t offset, std::uint64_t bytes) const;
    void check(const void* begin, const void* end) const override;
    /// All blocks of the body.
    void check_all(unsigned threads) const;

  private:
    std::string path_;
    MappedFile file_;
    std::uint64_t body_bytes_ = 0;
    std::vector<std::uint64_t> table_;
    mutable std::unique_ptr<std::atomic<bool>[]> checked_;
    std::string manifest_;
};

/// Writes a cache file: sections one after the other, each aligned; then the table, the manifest
/// and the header.
class BlockWriter {
  public:
    explicit BlockWriter(const std::string& path);
    /// Returns the offset of the section in the body.
    std::uint64_t add_section(const void* data, std::size_t bytes);
    void finish(const std::string& manifest);

  private:
    void append(const void* data, std::size_t bytes);

    AtomicFile file_;
    std::uint64_t body_bytes_ = 0;
    std::vector<char> block_;  // the block being filled
    std::vector<std::uint64_t> table_;
};

}  // namespace gradus::cache
