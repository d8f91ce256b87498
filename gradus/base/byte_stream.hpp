#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace gradus {

/// Bytes in order, from a file, a pipe or memory, decompressed on the way.
class ByteStream {
  public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    ByteStream(ByteStream&&) = delete;
    ByteStream& operator=(ByteStream&&) = delete;
    virtual ~ByteStream() = default;

    /// Fills up to `capacity` bytes and returns how many; 0 only at the end.
    virtual std::size_t read(char* out, std::size_t capacity) = 0;
};

enum class Compression : unsigned char { none, gzip, zstd };

/// Told by the first bytes, whatever the file is called.
Compression compression_of(std::string_view first_bytes);
/// Error where a file begins as those of bzip2 and xz do, which are not read.
void refuse_other_compression(const std::string& name, std::string_view first_bytes);

/// The bytes of an open file; takes over the descriptor.
std::unique_ptr<ByteStream> stream_of_descriptor(std::string name, int descriptor);
/// The bytes of `text`, which must outlive the stream.
std::unique_ptr<ByteStream> stream_of_memory(std::string_view text);

/// The content of a stream that is compressed so. Throws Error, naming `name`, when it is damaged
/// or cut short.
std::unique_ptr<ByteStream> decompressed(std::string name,
                                         std::unique_ptr<ByteStream> raw,
                                         Compression compression);

}  // namespace gradus
