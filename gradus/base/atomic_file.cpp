#include "gradus/base/atomic_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "gradus/base/error.hpp"

namespace gradus {

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
        file_ = stdout;
        return;
    }
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored))
        throw Error({path_}, "is a directory", "name a file in it");
    temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
    file_ = std::fopen(temporary_.c_str(), "wb");
    if (file_ == nullptr) {
        const std::string reason = std::generic_category().message(errno);
        temporary_.clear();
        throw Error({path_},
                    fmt::format("cannot be written: {}", reason),
                    "check the folder and its permissions");
    }
}

AtomicFile::~AtomicFile() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void AtomicFile::fail(const char* action) {
    const std::string reason = std::generic_category().message(errno);
    throw Error(
        {path_}, fmt::format("{} failed: {}", action, reason), "make room or choose another place");
}

void AtomicFile::write(std::string_view text) {
    write(text.data(), text.size());
}

void AtomicFile::write(const void* data, std::size_t bytes) {
    if (bytes > 0 && std::fwrite(data, 1, bytes, file_) != bytes) fail("writing");
    written_ += bytes;
}

void AtomicFile::write_at(std::size_t offset, const void* data, std::size_t bytes) {
    if (std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0) fail("seeking");
    if (std::fwrite(data, 1, bytes, file_) != bytes) fail("writing");
    if (std::fseek(file_, 0, SEEK_END) != 0) fail("seeking");
}

void AtomicFile::commit() {
    if (std::fflush(file_) != 0) fail("writing");
    if (file_ == stdout) return;
    if (::fsync(::fileno(file_)) != 0) fail("syncing");
    const int closed = std::fclose(file_);
    file_ = nullptr;
    if (closed != 0) fail("closing");
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("renaming");
    temporary_.clear();
    // The new name must survive a power cut too.
    const std::string folder = std::filesystem::path(path_).parent_path().string();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(),
                                  O_RDONLY | O_DIRECTORY | O_CLOEXEC);  // NOLINT
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

void write_file(const std::string& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace gradus
