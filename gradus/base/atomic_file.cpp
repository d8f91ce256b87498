#include "gradus/base/atomic_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace gradus {
namespace {

namespace fs = std::filesystem;

std::string reason_now() {
    return std::generic_category().message(errno);
}

const char* remedy_now() {
    switch (errno) {
        case ENOENT:
        case ENOTDIR:
            return "its folder was removed: create it again";
        case EPIPE:
            return "its reader has ended: start it again";
        default:
            return "free some space or choose another place";
    }
}

fs::path folder_of(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// The file's name, short enough to be made longer; whole characters of UTF-8.
std::string short_name(const std::string& path) {
    constexpr std::size_t longest = 100;
    std::string name = fs::path(path).filename().string();
    if (name.size() <= longest) return name;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
    return name.substr(0, end);
}

/// A name for a temporary file; further attempts have a number.
std::string temporary_path(const fs::path& folder, const std::string& name, int attempt) {
    const std::string number = attempt == 0 ? std::string() : fmt::format("-{}", attempt);
    return (folder / fmt::format("{}.{}{}.tmp", name, ::getpid(), number)).string();
}

struct NewFile {
    std::string path;
    int descriptor = -1;
};

/// A file of a name that nobody has; none where the folder allows none, and errno says why.
NewFile make_file(const fs::path& folder, const std::string& name) {
    constexpr int attempts = 1000;
    for (int i = 0; i < attempts; ++i) {
        const std::string path = temporary_path(folder, name, i);
        const int descriptor = ::open(path.c_str(),  // NOLINT: variadic by POSIX
                                      O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                                      0666);
        if (descriptor >= 0) return {path, descriptor};
        if (errno != EEXIST) break;
    }
    return {};
}

std::string descriptor_path(int descriptor) {
    return fmt::format("/proc/self/fd/{}", descriptor);
}

/// A file without a name, which can be given one later; -1 where the file system has no such files.
int make_nameless_file(const fs::path& folder) {
#ifdef O_TMPFILE
    const int descriptor =
        ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);  // NOLINT: variadic
    if (descriptor < 0) return -1;
    if (::access(descriptor_path(descriptor).c_str(), F_OK) == 0) return descriptor;
    ::close(descriptor);  // without /proc it would never get a name
#else
    static_cast<void>(folder);
#endif
    return -1;
}

/// The name that the nameless file has got; "" where there was none to be had, and errno says why.
std::string name_file(int descriptor, const fs::path& folder, const std::string& name) {
    constexpr int attempts = 1000;
    for (int i = 0; i < attempts; ++i) {
        std::string path = temporary_path(folder, name, i);
        if (::linkat(AT_FDCWD,
                     descriptor_path(descriptor).c_str(),
                     AT_FDCWD,
                     path.c_str(),
                     AT_SYMLINK_FOLLOW) == 0)
            return path;
        if (errno != EEXIST) break;
    }
    return {};
}

std::optional<struct stat> status_of(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return {};
    return status;
}

/// A replaced file would lose them.
bool has_access_list(const std::string& path) {
    return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

/// Gives the new file the owner and mode of the old one.
bool take_after(int descriptor, const struct stat& old) {
    struct stat now {};
    if (::fstat(descriptor, &now) != 0) return false;
    const bool same_owner = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
    return (same_owner || ::fchown(descriptor, old.st_uid, old.st_gid) == 0) &&
           ::fchmod(descriptor, old.st_mode & 07777U) == 0;
}

bool write_whole(int descriptor, const char* data, std::size_t bytes) {
    while (bytes > 0) {
        const ssize_t count = ::write(descriptor, data, bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        data += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

/// Copies a file over the content of another, whose old size is known. The room is taken first, so
/// that a full disk leaves the old content.
bool copy_over(int from, int to, off_t old_size) {
    struct stat source {};
    if (::fstat(from, &source) != 0) return false;
    if (source.st_size > old_size && ::fallocate(to, 0, 0, source.st_size) != 0 &&
        errno != EOPNOTSUPP && errno != EINVAL && errno != ENOSYS) {
        const int reason = errno;
        [[maybe_unused]] const int restored = ::ftruncate(to, old_size);
        errno = reason;
        return false;
    }
    std::array<char, std::size_t{1} << 16> part{};
    for (off_t at = 0; at < source.st_size;) {
        const ssize_t count = ::pread(from, part.data(), part.size(), at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        if (!write_whole(to, part.data(), static_cast<std::size_t>(count))) return false;
        at += count;
    }
    return ::ftruncate(to, source.st_size) == 0 && ::fsync(to) == 0;
}

/// A file of ours, open to be read.
class OpenFile {
  public:
    explicit OpenFile(const std::string& path)
        : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}  // NOLINT: variadic by POSIX
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    OpenFile(OpenFile&&) = delete;
    OpenFile& operator=(OpenFile&&) = delete;
    ~OpenFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
};

/// A new name must survive a power cut too.
void sync_folder_of(const std::string& path) {
    const int descriptor =
        ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);  // NOLINT: variadic
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

}  // namespace

ClosedPipe::ClosedPipe() : Error({"<stdout>"}, "its reader has ended", "read to the end") {}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), place_(OutputPlace::of(path_)) {
    using Kind = OutputPlace::Kind;
    if (place_.kind == Kind::descriptor || place_.kind == Kind::stream) {
        open_directly();
    } else {
        open_temporary();
    }
}

void AtomicFile::open_directly() {
    if (place_.descriptor == STDOUT_FILENO) {
        file_ = stdout;
    } else {
        const int descriptor =
            place_.descriptor >= 0
                ? ::fcntl(place_.descriptor, F_DUPFD_CLOEXEC, 0)                 // NOLINT
                : ::open(place_.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);  // NOLINT
        file_ = descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb");
        if (file_ == nullptr) {
            throw Error({path_},
                        fmt::format("cannot be written: {}", reason_now()),
                        "choose another place");
        }
    }
    begin_ = std::max<off_t>(::lseek(::fileno(file_), 0, SEEK_CUR), 0);
}

void AtomicFile::open_temporary() {
    NewFile made{.path = {}, .descriptor = make_nameless_file(folder_of(place_.path))};
    if (made.descriptor < 0) made = make_file(folder_of(place_.path), short_name(place_.path));
    const bool is_there = place_.kind == OutputPlace::Kind::file;
    if (made.descriptor < 0 && is_there && (errno == EACCES || errno == EPERM)) {
        const int reason = errno;
        std::error_code none;
        const fs::path folder = fs::temp_directory_path(none);
        if (!none) made = make_file(folder, short_name(place_.path));
        is_elsewhere_ = made.descriptor >= 0;
        if (!is_elsewhere_) errno = reason;
    }
    if (made.descriptor < 0) {
        throw Error({path_},
                    fmt::format("cannot be written: {}", reason_now()),
                    "check the folder and its permissions");
    }
    is_temporary_ = true;
    temporary_ = made.path;
    known_ = TemporaryName(temporary_);
    struct stat status {};
    ::fstat(made.descriptor, &status);
    usual_mode_ = status.st_mode & 07777U;
    if (is_there) ::fchmod(made.descriptor, 0600);  // what is private stays so meanwhile
    file_ = ::fdopen(made.descriptor, "w+b");
}

void AtomicFile::give_name() {
    const fs::path folder = folder_of(place_.path);
    temporary_ = name_file(::fileno(file_), folder, short_name(place_.path));
    if (!temporary_.empty()) {
        known_ = TemporaryName(temporary_);
        return;
    }
    if (errno == ENOENT || errno == ENOTDIR || errno == ENOSPC || errno == EDQUOT) fail("renaming");
    // Forbidden, as some sandboxes do: a copy has a name from the beginning.
    const NewFile copy = make_file(folder, short_name(place_.path));
    if (copy.descriptor < 0) fail("renaming");
    temporary_ = copy.path;
    known_ = TemporaryName(temporary_);
    if (!copy_over(::fileno(file_), copy.descriptor, 0)) {
        const int reason = errno;
        ::close(copy.descriptor);
        errno = reason;
        fail("writing");
    }
    std::fclose(file_);
    file_ = ::fdopen(copy.descriptor, "r+b");
}

AtomicFile::~AtomicFile() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void AtomicFile::fail(const char* action) const {
    if (errno == EPIPE && place_.kind == OutputPlace::Kind::descriptor) throw ClosedPipe();
    throw Error({path_ == "-" ? "<stdout>" : path_},
                fmt::format("{} failed: {}", action, reason_now()),
                remedy_now());
}

void AtomicFile::write(std::string_view text) {
    write(text.data(), text.size());
}

void AtomicFile::write(const void* data, std::size_t bytes) {
    if (bytes > 0 && std::fwrite(data, 1, bytes, file_) != bytes) fail("writing");
    written_ += bytes;
}

void AtomicFile::write_at(std::size_t offset, const void* data, std::size_t bytes) {
    if (::fseeko(file_, begin_ + static_cast<off_t>(offset), SEEK_SET) != 0) fail("seeking");
    if (std::fwrite(data, 1, bytes, file_) != bytes) fail("writing");
    if (std::fseek(file_, 0, SEEK_END) != 0) fail("seeking");
}

bool AtomicFile::can_go_back() const {
    if (is_temporary_) return true;
    const int descriptor = ::fileno(file_);
    const int flags = ::fcntl(descriptor, F_GETFL);  // NOLINT: variadic by POSIX
    return flags >= 0 && (flags & O_APPEND) == 0 && ::lseek(descriptor, 0, SEEK_CUR) >= 0;
}

void AtomicFile::flush() {
    if (!is_temporary_ && std::fflush(file_) != 0) fail("writing");
}

void AtomicFile::prepare() {
    if (is_prepared_) return;
    if (std::fflush(file_) != 0) fail("writing");
    if (is_temporary_) {
        if (::fsync(::fileno(file_)) != 0) fail("syncing");
        if (temporary_.empty()) give_name();
        take_room_to_write_over();
        close();  // many files may be prepared at once
    }
    is_prepared_ = true;
}

void AtomicFile::commit() {
    prepare();
    if (is_temporary_) {
        replace_file();
        temporary_.clear();
    } else if (file_ != stdout) {
        close();
    }
}

void AtomicFile::close() {
    if (std::fclose(std::exchange(file_, nullptr)) != 0) fail("closing");
}

/// A file that cannot be replaced is written over: the room for that is taken while its content can
/// still be kept.
void AtomicFile::take_room_to_write_over() const {
    const auto old = status_of(place_.path);
    if (!old || !S_ISREG(old->st_mode) || is_replaceable(*old)) return;
    struct stat now {};
    if (::fstat(::fileno(file_), &now) != 0 || now.st_size <= old->st_size) return;
    const int to = ::open(place_.path.c_str(), O_WRONLY | O_CLOEXEC);  // NOLINT: variadic by POSIX
    if (to < 0) fail("writing");
    const int taken = ::fallocate(to, FALLOC_FL_KEEP_SIZE, 0, now.st_size);
    const int reason = errno;
    if (taken != 0) {  // what was taken of it is given back
        [[maybe_unused]] const int restored = ::ftruncate(to, old->st_size);
    }
    ::close(to);
    errno = reason;
    if (taken != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) fail("writing");
}

bool AtomicFile::is_replaceable(const struct stat& old) const {
    return !is_elsewhere_ && old.st_nlink == 1 && !has_access_list(place_.path);
}

void AtomicFile::replace_file() {
    const auto old = status_of(place_.path);
    if (old && !S_ISREG(old->st_mode)) {
        throw Error(
            {path_}, "it is no longer an ordinary file", "remove it or choose another place");
    }
    const OpenFile whole(temporary_);
    if (whole.descriptor() < 0) fail("renaming");
    const bool is_replaced = old ? is_replaceable(*old) && take_after(whole.descriptor(), *old)
                                 : !is_elsewhere_ && ::fchmod(whole.descriptor(), usual_mode_) == 0;
    if (is_replaced) {
        if (std::rename(temporary_.c_str(), place_.path.c_str()) == 0) {
            sync_folder_of(place_.path);
            return;
        }
        const bool may_be_written_over =
            old && (errno == EBUSY || errno == EPERM || errno == EACCES || errno == EXDEV);
        if (!may_be_written_over) fail("renaming");
    }
    write_over(whole.descriptor());
}

void AtomicFile::write_over(int whole) {
    const int to = ::open(place_.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);  // NOLINT
    if (to < 0) fail("writing");
    struct stat old {};
    const bool is_done =
        ::flock(to, LOCK_EX) == 0 && ::fstat(to, &old) == 0 && copy_over(whole, to, old.st_size);
    const int reason = errno;
    ::close(to);
    if (is_done) {
        std::remove(temporary_.c_str());
        return;
    }
    errno = reason;
    const std::string kept = std::exchange(temporary_, std::string());
    throw Error({path_},
                fmt::format("writing failed: {}; the whole output is in {}", reason_now(), kept),
                "free some space and move it there");
}

void write_file(const std::string& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace gradus
