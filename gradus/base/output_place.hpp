#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace gradus {

/// Where output goes when the user names a path: the links are followed and it is known what stands
/// at their end.
struct OutputPlace {
    enum class Kind : unsigned char {
        descriptor,  ///< one that this process has open: "-", /dev/stdout, /dev/fd/N
        stream,      ///< a device or a named pipe: what is written is gone at once
        fresh,       ///< nothing stands there
        file,        ///< a regular file
    };

    Kind kind = Kind::fresh;
    std::string path;     ///< with every link of its last part followed
    int descriptor = -1;  ///< of Kind::descriptor

    /// What is written can be read again.
    bool stays() const { return kind == Kind::fresh || kind == Kind::file; }

    /// Error where nothing can be written: a directory, a missing folder, no permission, a ring of
    /// links. Nothing is opened or made.
    static OutputPlace of(const std::string& path);
};

/// Which file on which device; for one that is not there yet, its name and its folder.
struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;
    std::string name = {};  ///< "" for a file that is there

    bool operator==(const FileIdentity&) const = default;
};

/// Of a regular file that is read; "-" is standard input. Nothing where there is no regular file.
std::optional<FileIdentity> identity_of_input(const std::string& path);
/// Of the regular file that is, or would be, written; "-" is standard output. Nothing where what is
/// written is kept nowhere (a device, a pipe) or the path cannot be written at all.
std::optional<FileIdentity> identity_of_output(const std::string& path);

/// Whether writing to one path would change what the other reads or writes.
bool is_same_output(const std::string& one, const std::string& other);
bool would_overwrite(const std::string& output, const std::string& input);

}  // namespace gradus
