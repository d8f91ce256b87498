#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gradus {

/// A file's bytes, mapped into memory and read only. Throws Error for what cannot be read: a
/// missing file, a directory, a file without permission.
class MappedFile {
  public:
    MappedFile() = default;
    explicit MappedFile(const std::string& path);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    const std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }
    /// Hints that the bytes will be read from front to back.
    void read_in_order() const;

  private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Opens a file for reading, or throws Error with the reason in words. The caller closes the
/// descriptor.
int open_for_reading(const std::string& path);

}  // namespace gradus
