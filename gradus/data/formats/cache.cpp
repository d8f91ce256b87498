// Our binary form of a data set: memory-mapped, versioned, with a checksum for each block
// (docs/reference/formats.md).
//
// File = header | body | checksums of the body's blocks | manifest. The body holds the sections,
// each 64-byte aligned: features (rows of floats), label columns, ends of queries, texts. The
// manifest is JSON: sizes, names, where each section lies, and what the cache was made from. See
// cache/blocks.hpp for the frame.

#include "gradus/data/formats/cache.hpp"

#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/base/utf8.hpp"
#include "gradus/data/csv_table.hpp"
#include "gradus/data/formats/cache/blocks.hpp"
#include "gradus/data/formats/cache/provenance.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

using cache::Blocks;
using cache::BlockWriter;
using cache::Provenance;
using cache::SourceFile;

static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));

// ---- writing

template <class Value>
Json section(BlockWriter& writer, std::span<const Value> values) {
    const std::uint64_t offset = writer.add_section(values.data(), values.size_bytes());
    return {{"offset", offset}, {"count", values.size()}};
}

Json section(BlockWriter& writer, const StringColumn& texts) {
    Json json;
    json["bytes"] = section(writer, std::span<const char>(texts.bytes()));
    json["ends"] = section(writer, std::span<const std::uint64_t>(texts.ends()));
    return json;
}

/// Names may be any bytes.
Provenance in_utf8(Provenance provenance) {
    for (SourceFile& source : provenance.sources) source.name = utf8_or_latin1(source.name);
    provenance.options = utf8_or_latin1(provenance.options);
    return provenance;
}

void write(const Dataset& data, const std::string& path, const Provenance& provenance) {
    BlockWriter writer(path);
    Json manifest;
    manifest["documents"] = data.documents();
    manifest["features"] = data.features.columns();
    manifest["feature_names"] = data.feature_names;
    if (data.gaps) manifest["gaps"] = gaps_name(*data.gaps);
    manifest["made_from"] = in_utf8(provenance);
    manifest["labels"] = Json::array();
    for (const LabelColumn& column : data.labels) {
        manifest["labels"].push_back(
            {{"name", column.name},
             {"values", section(writer, std::span<const float>(column.values))}});
    }
    manifest["query_begins"] = section(writer, std::span<const std::size_t>(data.query_begins));
    manifest["query_ids"] = section(writer, data.query_ids);
    manifest["document_ids"] = section(writer, data.document_ids);
    manifest["comments"] = section(writer, data.comments);
    manifest["weights"] = section(writer, std::span<const float>(data.weights));
    manifest["positions"] = section(writer, std::span<const std::uint32_t>(data.positions));
    manifest["matrix"] = section(writer, data.features.rows(0, data.documents()));
    writer.finish(manifest.dump());
}

// ---- opening

/// Turns the manifest's sections into columns over the mapped file.
class Opener {
  public:
    explicit Opener(const std::string& path)
        : path_(path), blocks_(std::make_shared<Blocks>(path)) {
        std::optional<Json> manifest = Json::parse_if(blocks_->manifest());
        if (!manifest) damaged();
        manifest_ = *std::move(manifest);
    }

    /// Error where any block is damaged, which else is told when it is first touched.
    void check_all(unsigned threads) const { blocks_->check_all(threads); }

    Provenance provenance() const { return manifest_.at("made_from").as<Provenance>(); }

    Dataset dataset() const {
        const auto documents = manifest_.at("documents").as<std::size_t>();
        const auto columns = manifest_.at("features").as<std::size_t>();
        Dataset data;
        const std::span<const float> matrix = view<float>(manifest_.at("matrix"));
        if (columns == 0 ? !matrix.empty()
                         : matrix.size() % columns != 0 || matrix.size() / columns != documents)
            damaged();
        data.features = FeatureMatrix(documents, columns, matrix.data(), blocks_);
        data.feature_names = manifest_.at("feature_names").as<std::vector<std::string>>();
        data.gaps = gaps();
        for (const Json& label : manifest_.at("labels").items()) {
            data.labels.push_back(
                {label.at("name").as<std::string>(), column<float>(label.at("values"))});
        }
        data.query_begins = column<std::size_t>(manifest_.at("query_begins"));
        data.query_ids = texts(manifest_.at("query_ids"));
        data.document_ids = texts(manifest_.at("document_ids"));
        data.comments = texts(manifest_.at("comments"));
        data.weights = column<float>(manifest_.at("weights"));
        data.positions = column<std::uint32_t>(manifest_.at("positions"));
        if (!sizes_agree(data)) damaged();
        return data;
    }

  private:
    /// Caches of earlier versions tell it, if at all, by the options they were made with.
    std::optional<Gaps> gaps() const {
        if (const Json* const found = manifest_.find("gaps")) {
            for (const Gaps known : {Gaps::zero, Gaps::missing})
                if (*found == gaps_name(known)) return known;
            damaged();
        }
        const auto options = manifest_.at("made_from").at("options").as<std::string>();
        if (!options.starts_with("format=letor ") && !options.starts_with("format=lightgbm "))
            return std::nullopt;
        return options.find(" gaps=1 ") == std::string::npos ? Gaps::zero : Gaps::missing;
    }

    [[noreturn]] void damaged() const {
        throw Error(
            {path_}, "the cache is damaged: table of contents", "delete it and create it again");
    }

    static bool sizes_agree(const Dataset& data) {
        const std::size_t documents = data.documents();
        const auto optional = [&](std::size_t size) { return size == 0 || size == documents; };
        bool agree = !data.labels.empty() && data.query_begins.size() == data.queries() + 1 &&
                     optional(data.document_ids.size()) && optional(data.comments.size()) &&
                     optional(data.weights.size()) && optional(data.positions.size());
        for (const LabelColumn& column : data.labels)
            agree = agree && column.values.size() == documents;
        return agree;
    }

    template <class Value>
    std::span<const Value> view(const Json& json) const {
        const auto count = json.at("count").as<std::uint64_t>();
        const auto offset = json.at("offset").as<std::uint64_t>();
        if (count > std::numeric_limits<std::uint64_t>::max() / sizeof(Value) ||
            offset % cache::alignment != 0)
            damaged();
        const std::byte* const begin = blocks_->at(offset, count * sizeof(Value));
        return {reinterpret_cast<const Value*>(begin), count};
    }
    template <class Value>
    Column<Value> column(const Json& json) const {
        return {view<Value>(json), blocks_};
    }
    StringColumn texts(const Json& json) const {
        return {column<char>(json.at("bytes")), column<std::uint64_t>(json.at("ends"))};
    }

    std::string path_;
    std::shared_ptr<const Blocks> blocks_;
    Json manifest_;
};

/// The name of the first source that is there and has changed; empty where none has.
std::string changed_source(const Provenance& provenance, const std::string& cache_path) {
    const std::filesystem::path folder = std::filesystem::path(cache_path).parent_path();
    for (const SourceFile& source : provenance.sources) {
        const std::string path = (folder / source.name).string();
        if (std::filesystem::exists(path) && !cache::unchanged(source, path)) return source.name;
    }
    return {};
}

/// The data file and the side files that reading it would take up.
std::vector<std::string> source_paths(const std::string& path, const ReadOptions& options) {
    std::vector<std::string> paths = {path};
    std::vector<std::string> names = options.columns;
    for (const char* name : {"query", "group", "weight", "query_weight", "position"})
        names.emplace_back(name);
    for (const std::string& name : names) {
        if (std::string file = find_side_file(path, name); !file.empty())
            paths.push_back(std::move(file));
    }
    return paths;
}

std::string options_text(const ReadOptions& options, const FormatEntry& format) {
    return fmt::format(
        "format={} gaps={} queries={} order={} missing={} columns={} grade={} query={} document={} "
        "weight={} query_weight={} ignored={} cd={}{}{}{}{}{}{}",
        format.name,
        static_cast<int>(options.gaps),
        static_cast<int>(options.queries),
        static_cast<int>(options.feature_order),
        fmt::join(options.missing_words, ","),
        list_text(options.columns),
        options.grade_column,
        options.query_column,
        options.document_column,
        options.weight_column,
        options.query_weight_column,
        list_text(options.ignored_columns),
        // What it says, as it may stand in another folder than the sources.
        options.column_description.empty() ? "" : read_text(options.column_description),
        options.no_weight_column ? " no_weight" : "",
        options.no_query_weight_column ? " no_query_weight" : "",
        options.wanted_features.empty()
            ? ""
            : fmt::format(" wanted={}", list_text(options.wanted_features)),
        options.leave_out_text ? " no_text" : "",
        options.scattered ? " scattered" : "",
        options.needs_grades ? "" : " ungraded");
}

/// True when the cache was made from just these files, unchanged, with these options.
bool fits(const Provenance& made_from,
          const std::vector<std::string>& paths,
          const std::string& options) {
    if (made_from.options != utf8_or_latin1(options) || made_from.sources.size() != paths.size())
        return false;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const bool same_name = made_from.sources[i].name ==
                               utf8_or_latin1(std::filesystem::path(paths[i]).filename().string());
        if (!same_name || !cache::unchanged(made_from.sources[i], paths[i])) return false;
    }
    return true;
}

/// Error where a cache would be written over something else that the user keeps there.
void refuse_other_content(const std::string& cache_path) {
    if (!cache::begins_as_cache(cache_path)) {
        throw Error({cache_path},
                    "this is not a Gradus cache, and one would be written over it",
                    "move it away, or leave out `cache`");
    }
    bool is_data_of_its_own = false;
    try {
        is_data_of_its_own = Opener(cache_path).provenance().sources.empty();
    } catch (const Error&) {
        return;  // a damaged cache is made again
    }
    if (!is_data_of_its_own) return;
    throw Error({cache_path},
                "it holds data, not the cache of a file, and would be overwritten",
                "read it by its own name, move it away, or leave out `cache`");
}

}  // namespace

Dataset open_cache(const std::string& path) {
    try {
        const Opener opener(path);
        if (const std::string changed = changed_source(opener.provenance(), path);
            !changed.empty()) {
            throw Error({path},
                        fmt::format("{}, which the cache was made from, has changed", changed),
                        "remove the cache, or make it again by reading the file with `cache`");
        }
        return opener.dataset();
    } catch (const JsonError&) {
        throw Error(
            {path}, "the cache is damaged: table of contents", "delete it and create it again");
    }
}

void write_cache(const Dataset& data, const std::string& path) {
    write(data, path, {});
}

Dataset read_through_cache(const std::string& path,
                           const ReadOptions& options,
                           const FormatEntry& format) {
    const std::string cache_path = path + ".gradus";
    const std::vector<std::string> paths = source_paths(path, options);
    const std::string how = options_text(options, format);
    if (std::filesystem::exists(path) && std::filesystem::exists(cache_path)) {
        refuse_other_content(cache_path);
        try {
            const Opener opener(cache_path);
            if (fits(opener.provenance(), paths, how)) {
                opener.check_all(options.threads);
                return opener.dataset();
            }
            options.progress.get().note(fmt::format(
                "{} was made from other data or with other options and is made again", cache_path));
        } catch (const Error& error) {
            options.progress.get().note(error.message());
        }
    }
    Provenance provenance{.sources = {}, .options = how};
    for (const std::string& file : paths) provenance.sources.push_back(SourceFile::of(file));
    {
        Dataset data = std::get<Dataset>(format.read(path, options));
        try {
            write(data, cache_path, provenance);
        } catch (const Error& error) {  // it would only have saved time
            options.progress.get().note(fmt::format("no cache was kept: {}", error.message()));
            return data;
        }
    }
    options.progress.get().note(fmt::format("kept as {} for the next time", cache_path));
    return open_cache(cache_path);
}

namespace data_formats {
extern const FormatEntry cache_entry{
    .name = "cache",
    .kind = "dataset",
    .summary = "Gradus's binary format: memory-mapped, checksummed, opens instantly",
    .suffixes = ".gradus",
    .read = [](const std::string& path, const ReadOptions&) -> Content { return open_cache(path); },
    .write = [](const Content& content,
                const std::string& path,
                const WriteOptions&) { write_cache(std::get<Dataset>(content), path); },
};
}  // namespace data_formats

}  // namespace gradus
