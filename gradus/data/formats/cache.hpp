#pragma once

#include <string>

#include "gradus/data/format.hpp"

namespace gradus {

/// Opens a cache file. Its content is mapped, not read: the time does not depend on the size. Each
/// block is checked against its checksum when it is first touched. Error when the file is damaged,
/// cut short, of another version, or when a file it was made from stands beside it and has changed.
Dataset open_cache(const std::string& path);

/// Writes a data set as a cache of its own, made from no other file.
void write_cache(const Dataset& data, const std::string& path);

/// Reads `path` from FILE.gradus beside it, where that was made from the very same files with the
/// same options and is whole, every block of it; else reads `path` itself and writes the cache for
/// the next time. A cache that is damaged, or cannot be written, costs a note.
Dataset read_through_cache(const std::string& path,
                           const ReadOptions& options,
                           const FormatEntry& format);

}  // namespace gradus
