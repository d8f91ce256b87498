#include "gradus/data/format.hpp"

#include <utility>

#include <fmt/format.h>

#include "data_catalog.inc"
#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/data/formats/cache.hpp"

namespace gradus {
namespace {

bool has_suffix(std::string_view suffixes, std::string_view path) {
    while (!suffixes.empty()) {
        const std::size_t end = std::min(suffixes.find(' '), suffixes.size());
        const std::string_view suffix = suffixes.substr(0, end);
        if (!suffix.empty() && path.ends_with(suffix)) return true;
        suffixes.remove_prefix(std::min(end + 1, suffixes.size()));
    }
    return false;
}

}  // namespace

std::span<const FormatEntry* const> all_formats() {
    return data_catalog;
}

const FormatEntry& format_named(std::string_view name) {
    std::vector<std::string> known;
    for (const FormatEntry* entry : all_formats()) {
        if (entry->name == name) return *entry;
        known.emplace_back(entry->name);
    }
    throw Error({"option --format"},
                fmt::format("unknown format '{}'", excerpt(name)),
                name_remedy(name, known));
}

const FormatEntry* format_of_path(std::string_view path) {
    for (const std::string_view packed : {".gz", ".zst"}) {
        if (path.ends_with(packed)) path.remove_suffix(packed.size());
    }
    for (const FormatEntry* entry : all_formats()) {
        if (has_suffix(entry->suffixes, path)) return entry;
    }
    return nullptr;
}

Dataset read_dataset(const std::string& path, const ReadOptions& options, std::string_view format) {
    const FormatEntry* entry = format.empty() ? format_of_path(path) : &format_named(format);
    if (entry == nullptr) entry = &format_named("letor");
    if (entry->kind != "dataset") {
        throw Error(
            {path},
            fmt::format("{} files hold {}, not documents with features", entry->name, entry->kind),
            "give data to rank, or name its format with --format");
    }
    if (options.cache && entry->name != "cache" && path != "-")
        return read_through_cache(path, options, *entry);
    return std::get<Dataset>(entry->read(path, options));
}

}  // namespace gradus
