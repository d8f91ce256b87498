#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"

namespace gradus::cache {

/// A file that a cache was made from, as it was then.
struct SourceFile {
    std::string name;  ///< without its folder: a source stands beside its cache
    std::uint64_t bytes = 0;
    std::int64_t modified_ns = 0;
    std::int64_t changed_ns =
        0;  ///< when the file system last noted a change; cannot be set by hand
    std::uint64_t checksum = 0;

    static SourceFile of(const std::string& path);

    static constexpr auto json_fields =
        std::tuple{JsonField{"name", &SourceFile::name},
                   JsonField{"bytes", &SourceFile::bytes},
                   JsonField{"modified_ns", &SourceFile::modified_ns},
                   JsonField{"changed_ns", &SourceFile::changed_ns},
                   JsonField{"checksum", &SourceFile::checksum}};
};

/// What a cache was made from. Empty for a data set written as a cache of its own.
struct Provenance {
    std::vector<SourceFile> sources;
    std::string options;  ///< how they were read

    static constexpr auto json_fields = std::tuple{JsonField{"sources", &Provenance::sources},
                                                   JsonField{"options", &Provenance::options}};
};

/// True when the file at `path` still is what it was. Quick where nobody touched it; else its
/// checksum decides.
bool unchanged(const SourceFile& source, const std::string& path);

}  // namespace gradus::cache
