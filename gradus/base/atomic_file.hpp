#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <sys/types.h>

#include "gradus/base/error.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/base/temporary_files.hpp"

namespace gradus {

/// Whoever read standard output has gone, as `head` does when it has seen enough. Not a fault.
class ClosedPipe : public Error {
  public:
    ClosedPipe();
};

/// A file that appears whole or not at all: written beside its place, synced, then renamed. Without
/// commit() the temporary file is removed and what stood there before stays. Every failure (a full
/// disk, no permission) is an Error.
///
/// - While it is written it has no name where the file system can do that (O_TMPFILE), so that even
///   kill -9 leaves nothing behind; elsewhere it is called NAME.PID.tmp.
/// - Links are followed: what they point to is replaced, or made where it is not there.
/// - A file that is replaced keeps its mode and owner; a new one has those that the umask gives.
/// - A file with several names (hard links), with an access control list, of an owner that cannot
///   be kept, in a folder that cannot be written, or that is a mount point is not replaced: when
///   all is in the temporary file, its content is written over. Should that fail half-way, the
///   temporary file stays and the Error names it.
/// - A device, a pipe or a descriptor of this process (/dev/stdout, /dev/fd/N) is written directly,
///   and so is standard output, which is the path "-".
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
    /// Whether write_at() can go back.
    bool can_go_back() const;
    std::size_t written() const { return written_; }
    /// Hands on what was written so far, where it goes to a descriptor, a device or a pipe.
    void flush();
    /// All that may fail for want of room: what was written is complete and on the disk, but what
    /// stood there before still stands. Nothing may be written any more.
    void prepare();
    /// Puts it in its place, after prepare() where that was not called.
    void commit();

  private:
    void open_directly();
    void open_temporary();
    /// A name beside its place for the file without one.
    void give_name();
    void take_room_to_write_over() const;
    bool is_replaceable(const struct stat& old) const;
    void replace_file();
    void write_over(int whole);
    void close();
    [[noreturn]] void fail(const char* action) const;

    std::string path_;
    OutputPlace place_;
    TemporaryName known_;    ///< while the temporary file is there
    std::string temporary_;  ///< its name, "" for one without
    bool is_temporary_ = false;
    bool is_prepared_ = false;
    std::FILE* file_ = nullptr;
    mode_t usual_mode_ = 0;      ///< of a new file, by the umask
    bool is_elsewhere_ = false;  ///< the temporary file is in another folder than the place
    off_t begin_ = 0;            ///< where our part of what is written directly begins
    std::size_t written_ = 0;
};

/// Writes a whole small file atomically.
void write_file(const std::string& path, std::string_view text);

}  // namespace gradus
