#pragma once

#include <string>

#include "gradus/base/temporary_files.hpp"

namespace gradus {

/// Whether this process is now the one that writes the open file; false while another one is. Ends
/// when the file is closed, however the process ends. A file system without locks grants it.
bool lock_open_file(int descriptor);

/// The same for a file that is replaced rather than written into: the lock is that of a file
/// PATH.lock, which is removed at the end.
class FileLock {
  public:
    FileLock() = default;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    FileLock(FileLock&&) = delete;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock() { release(); }

    /// Whether this process is now the one that writes `path`. Where no lock file can be made
    /// nothing is locked, and the answer is yes.
    bool take(const std::string& path);
    /// Takes it as soon as nobody else has it.
    void wait_for(const std::string& path);

  private:
    bool take(const std::string& path, bool (*lock_file)(int descriptor));
    void release();

    std::string lock_path_;
    TemporaryName name_;
    int descriptor_ = -1;
};

}  // namespace gradus
