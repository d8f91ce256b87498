#include "gradus/base/file_lock.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gradus {
namespace {

/// The one who held the lock before may have removed the file in the meantime.
bool is_still_there(const std::string& path, int descriptor) {
    struct stat there {};
    struct stat open {};
    return ::stat(path.c_str(), &there) == 0 && ::fstat(descriptor, &open) == 0 &&
           there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

bool lock(int descriptor, int whether_to_wait) {
    while (::flock(descriptor, LOCK_EX | whether_to_wait) != 0) {
        if (errno == EINTR) continue;
        return errno != EWOULDBLOCK;
    }
    return true;
}

}  // namespace

bool lock_open_file(int descriptor) {
    return lock(descriptor, LOCK_NB);
}

bool FileLock::take(const std::string& path) {
    return take(path, lock_open_file);
}

void FileLock::wait_for(const std::string& path) {
    take(path, [](int descriptor) { return lock(descriptor, 0); });
}

bool FileLock::take(const std::string& path, bool (*lock_file)(int descriptor)) {
    release();
    lock_path_ = path + ".lock";
    while (true) {
        descriptor_ = ::open(lock_path_.c_str(),  // NOLINT: variadic by POSIX
                             O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                             0666);
        if (descriptor_ < 0) return true;
        if (!lock_file(descriptor_)) {
            ::close(std::exchange(descriptor_, -1));
            return false;
        }
        if (is_still_there(lock_path_, descriptor_)) break;
        ::close(descriptor_);
    }
    name_ = TemporaryName(lock_path_);
    return true;
}

void FileLock::release() {
    if (descriptor_ < 0) return;
    name_ = TemporaryName();
    ::unlink(lock_path_.c_str());
    ::close(std::exchange(descriptor_, -1));
}

}  // namespace gradus
