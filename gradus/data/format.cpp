#include "gradus/data/format.hpp"

#include <fmt/format.h>

#include "data_formats_catalog.inc"
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

/// A kind in the words of a message.
std::string_view in_words(std::string_view kind) {
    if (kind == "dataset") return "data to rank";
    if (kind == "run") return "runs";
    if (kind == "clicks") return "click logs";
    return kind;
}

}  // namespace

std::span<const FormatEntry* const> all_formats() {
    return data_formats::catalog;
}

std::span<const Synonym> format_synonyms() {
    static constexpr Synonym synonyms[] = {
        {"svmlight", "letor"}, {"svmrank", "letor"}, {"libsvm", "letor"},    {"ranklib", "letor"},
        {"txt", "letor"},      {"text", "letor"},    {"mslr", "letor"},      {"yahoo", "letor"},
        {"xgboost", "letor"},  {"catboost", "tsv"},  {"tab", "tsv"},         {"trec", "run"},
        {"trecrun", "run"},    {"results", "run"},   {"judgments", "qrels"}, {"qrel", "qrels"},
        {"gradus", "cache"},   {"binary", "cache"},  {"jsonl", "clicks"},    {"log", "clicks"},
    };
    return synonyms;
}

const FormatEntry& format_named(std::string_view name, std::string_view setting) {
    std::vector<std::string> known;
    for (const FormatEntry* entry : all_formats()) {
        if (entry->name == name) return *entry;
        known.emplace_back(entry->name);
    }
    throw UnknownName(Where::parameter(std::string(setting)),
                      "format",
                      name,
                      known,
                      Topic::formats,
                      meaning_of(name, format_synonyms(), known));
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

const FormatEntry& format_to_read(std::string_view path,
                                  std::string_view name,
                                  std::string_view standard) {
    if (!name.empty()) return format_named(name);
    const FormatEntry* const entry = format_of_path(path);
    return entry == nullptr ? format_named(standard) : *entry;
}

const FormatEntry& format_to_read(std::string_view path,
                                  const ReadOptions& options,
                                  std::string_view name) {
    if (options.column_description.empty()) return format_to_read(path, name);
    const FormatEntry* const entry = name.empty() ? format_of_path(path) : &format_named(name);
    const bool separated = entry != nullptr && (entry->name == "csv" || entry->name == "tsv");
    if (separated) return *entry;
    if (name.empty() && (entry == nullptr || entry->name != "cache")) return format_named("tsv");
    throw Error(
        Where::parameter("column_description", options.column_description),
        fmt::format("a column description belongs to separated values, but {} is read as {}",
                    path,
                    entry->name),
        "leave out `column_description`, or say `format=csv` or `format=tsv`");
}

const FormatEntry& format_to_write(const std::string& path,
                                   std::string_view name,
                                   std::string_view kind) {
    const FormatEntry* entry =
        name.empty() ? format_of_path(path) : &format_named(name, "output_format");
    if (entry == nullptr && path == "-") entry = &format_named("letor");
    if (entry == nullptr) {
        throw Error({path},
                    "its name does not tell the format",
                    "name the format with `output_format`",
                    Topic::formats);
    }
    if (entry->kind != kind) {
        throw Error({path},
                    fmt::format("{} is a format for {}, not for {}",
                                entry->name,
                                in_words(entry->kind),
                                in_words(kind)),
                    fmt::format("choose a format for {}", in_words(kind)),
                    Topic::formats);
    }
    if (entry->write == nullptr) {
        throw Error(
            {path}, fmt::format("the format {} is only read", entry->name), "choose another");
    }
    return *entry;
}

Content read_content(const std::string& path,
                     const ReadOptions& options,
                     const FormatEntry& format) {
    const bool through_cache =
        options.cache && format.kind == "dataset" && format.name != "cache" && path != "-";
    return through_cache ? read_through_cache(path, options, format) : format.read(path, options);
}

Dataset read_dataset(const std::string& path, const ReadOptions& options, std::string_view format) {
    const FormatEntry& entry = format_to_read(path, options, format);
    if (entry.kind != "dataset") {
        throw Error(
            {path},
            fmt::format("{} files hold {}, not data to rank", entry.name, in_words(entry.kind)),
            "give data to rank, or name its format with `format`");
    }
    return std::get<Dataset>(read_content(path, options, entry));
}

}  // namespace gradus
