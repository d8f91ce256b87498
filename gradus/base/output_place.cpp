#include "gradus/base/output_place.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, int reason, const char* remedy) {
    throw Error({path},
                fmt::format("cannot be written: {}", std::generic_category().message(reason)),
                remedy);
}

constexpr const char* record_folder = "check the folder and its permissions";

std::string folder_of(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

/// N where the path is /dev/fd/N or /proc/self/fd/N, however spelled. Such a link is not followed:
/// a file that the shell opened to append to would be replaced.
std::optional<int> own_descriptor(const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    if (name.empty() || name.size() > 9 ||
        !std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; }))
        return {};
    std::error_code missing;
    const fs::path folder = fs::canonical(folder_of(path), missing);
    if (missing || folder != fs::canonical("/proc/self/fd", missing) || missing) return {};
    const auto number = integer_from(name);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

void check_descriptor(const std::string& path, int descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFL);  // NOLINT: variadic by POSIX
    if (flags < 0) refuse(path, errno, "open it, as in 3>FILE");
    if ((flags & O_ACCMODE) == O_RDONLY)
        throw Error({path}, "it is open for reading only", "choose another place");
}

/// The permission that opening it would ask for.
void check_access(const std::string& path, const std::string& named, int mode, const char* remedy) {
    if (::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) != 0) refuse(named, errno, remedy);
}

std::string link_target(const std::string& path, const std::string& named) {
    std::error_code unreadable;
    const fs::path target = fs::read_symlink(path, unreadable);
    if (unreadable) refuse(named, unreadable.value(), record_folder);
    return (fs::path(path).parent_path() / target).string();  // an absolute target stays as it is
}

std::optional<FileIdentity> identity_of(const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return {};
    return FileIdentity{.device = status.st_dev, .inode = status.st_ino};
}

}  // namespace

OutputPlace OutputPlace::of(const std::string& path) {
    if (path == "-") return {Kind::descriptor, path, STDOUT_FILENO};
    if (path.empty()) throw Error({}, "the name of the output is empty", "name a file");
    constexpr int most_links = 40;  // as the kernel allows
    std::string at = path;
    for (int links = 0; links <= most_links; ++links) {
        if (const auto descriptor = own_descriptor(at)) {
            check_descriptor(path, *descriptor);
            return {Kind::descriptor, path, *descriptor};
        }
        struct stat status {};
        if (::lstat(at.c_str(), &status) != 0) {
            if (errno != ENOENT || at.ends_with('/')) refuse(path, errno, record_folder);
            std::error_code unreadable;
            if (!fs::exists(folder_of(at), unreadable))
                throw Error({path}, "its folder does not exist", "create the folder first");
            check_access(folder_of(at), path, W_OK | X_OK, record_folder);
            return {Kind::fresh, at, -1};
        }
        if (S_ISLNK(status.st_mode)) {
            at = link_target(at, path);
            continue;
        }
        if (S_ISDIR(status.st_mode)) throw Error({path}, "is a directory", "name a file in it");
        check_access(at, path, W_OK, "make it writable or choose another name");
        return {S_ISREG(status.st_mode) ? Kind::file : Kind::stream, at, -1};
    }
    refuse(path, ELOOP, "repair the links or choose another name");
}

std::optional<FileIdentity> identity_of_input(const std::string& path) {
    struct stat status {};
    const int found = path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
    return found == 0 ? identity_of(status) : std::nullopt;
}

std::optional<FileIdentity> identity_of_output(const std::string& path) {
    OutputPlace place;
    try {
        place = OutputPlace::of(path);
    } catch (const Error&) {
        return {};
    }
    struct stat status {};
    switch (place.kind) {
        case OutputPlace::Kind::stream:
            return {};
        case OutputPlace::Kind::descriptor:
            return ::fstat(place.descriptor, &status) == 0 ? identity_of(status) : std::nullopt;
        case OutputPlace::Kind::file:
            return ::stat(place.path.c_str(), &status) == 0 ? identity_of(status) : std::nullopt;
        case OutputPlace::Kind::fresh:
            if (::stat(folder_of(place.path).c_str(), &status) != 0) return {};
            return FileIdentity{.device = status.st_dev,
                                .inode = status.st_ino,
                                .name = fs::path(place.path).filename().string()};
    }
    return {};
}

bool is_same_output(const std::string& one, const std::string& other) {
    const auto identity = identity_of_output(one);
    return identity && identity == identity_of_output(other);
}

bool would_overwrite(const std::string& output, const std::string& input) {
    const auto identity = identity_of_output(output);
    return identity && identity == identity_of_input(input);
}

}  // namespace gradus
