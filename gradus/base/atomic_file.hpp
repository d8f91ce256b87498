#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace gradus {

/// A file that appears whole or not at all: written under a temporary name beside its place,
/// synced, then renamed. Without commit() the temporary file is removed and what stood there before
/// stays. Every failure (a full disk, no permission) is an Error. The path "-" writes to standard
/// output.
class AtomicFile {
  public:
    explicit AtomicFile(std::string path);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    AtomicFile(AtomicFile&&) = delete;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    void write(std::string_view text);
    void write(const void* data, std::size_t bytes);
    /// Writes over earlier bytes, for a header that is known last.
    void write_at(std::size_t offset, const void* data, std::size_t bytes);
    std::size_t written() const { return written_; }
    void commit();

  private:
    [[noreturn]] void fail(const char* action);

    std::string path_;
    std::string temporary_;
    std::FILE* file_ = nullptr;
    std::size_t written_ = 0;
};

/// Writes a whole small file atomically.
void write_file(const std::string& path, std::string_view text);

}  // namespace gradus
