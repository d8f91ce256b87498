#include "gradus/data/formats/cache/provenance.hpp"

#include <filesystem>

#include <sys/stat.h>

#include "gradus/base/checksum.hpp"
#include "gradus/base/mapped_file.hpp"

namespace gradus::cache {
namespace {

std::int64_t nanoseconds(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// All but the checksum.
SourceFile status_of(const std::string& path) {
    struct stat status {};
    SourceFile file{.name = std::filesystem::path(path).filename().string()};
    if (::stat(path.c_str(), &status) == 0) {
        file.bytes = static_cast<std::uint64_t>(status.st_size);
        file.modified_ns = nanoseconds(status.st_mtim);
        file.changed_ns = nanoseconds(status.st_ctim);
    }
    return file;
}

std::uint64_t checksum_of(const std::string& path) {
    const MappedFile file(path);
    return checksum(file.data(), file.size());
}

}  // namespace

SourceFile SourceFile::of(const std::string& path) {
    SourceFile file = status_of(path);
    file.checksum = checksum_of(path);
    return file;
}

bool unchanged(const SourceFile& source, const std::string& path) {
    const SourceFile now = status_of(path);
    if (now.bytes != source.bytes) return false;
    if (now.modified_ns == source.modified_ns && now.changed_ns == source.changed_ns) return true;
    return checksum_of(path) == source.checksum;
}

}  // namespace gradus::cache
