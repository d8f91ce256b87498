#include "gradus/base/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gradus/base/error.hpp"

namespace gradus {

int open_for_reading(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT: variadic by POSIX
    if (descriptor < 0) {
        const int reason = errno;
        throw Error({path},
                    fmt::format("cannot be opened: {}", std::generic_category().message(reason)),
                    reason == EACCES ? "change its permissions" : "check the name");
    }
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        ::close(descriptor);
        throw Error({path}, "is a directory", "name a file in it");
    }
    return descriptor;
}

MappedFile::MappedFile(const std::string& path) {
    const int descriptor = open_for_reading(path);
    struct stat status {};
    const void* mapped = nullptr;
    int reason = 0;
    if (::fstat(descriptor, &status) != 0) {
        reason = errno;
    } else if (!S_ISREG(status.st_mode)) {
        reason = ENODEV;
    } else if (status.st_size > 0) {
        size_ = static_cast<std::size_t>(status.st_size);
        mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (mapped == MAP_FAILED) reason = errno;
    }
    ::close(descriptor);
    if (reason == ENODEV) {
        throw Error({path},
                    "it is a pipe or a device, and a cache belongs to an ordinary file",
                    "copy it to one");
    }
    if (reason != 0) {
        throw Error({path},
                    fmt::format("cannot be mapped into memory: {}",
                                std::generic_category().message(reason)),
                    "copy it to an ordinary file");
    }
    data_ = static_cast<const std::byte*>(mapped);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::read_in_order() const {
    if (data_ != nullptr) ::madvise(const_cast<std::byte*>(data_), size_, MADV_SEQUENTIAL);
}

}  // namespace gradus
