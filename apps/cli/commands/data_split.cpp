#include <cstdlib>
#include <deque>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/overlap_notes.hpp"
#include "apps/cli/notes/side_file_note.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "apps/cli/signals.hpp"
#include "gradus/base/atomic_file.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/interruption.hpp"
#include "gradus/base/mapped_file.hpp"
#include "gradus/base/temporary_files.hpp"
#include "gradus/data/transforms/split.hpp"

namespace gradus::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::string input;
    std::string output;
    std::string to;
    std::size_t folds = 0;
    std::vector<double> shares;
    std::vector<std::string> ready_parts;
    QueryOrder order = QueryOrder::shuffled;
    bool no_vali = false;
    bool force = false;
    ReadFlags read;
    WriteOptions write;

    std::size_t parts() const { return std::max(folds, ready_parts.size()); }
    /// Two parts that take turns leave none to validate on.
    bool with_vali() const { return !no_vali && (!shares.empty() || parts() > 2); }
};

void check_options(const Options& options) {
    const int ways = static_cast<int>(options.folds > 0) +
                     static_cast<int>(!options.shares.empty()) +
                     static_cast<int>(!options.ready_parts.empty());
    if (ways != 1) misuse("give one of --folds, --parts and --from-parts");
    if (options.input.empty() == options.ready_parts.empty()) {
        misuse("name the file to split, or its parts with --from-parts, not both");
    }
    if (!options.shares.empty() && options.shares.size() != (options.no_vali ? 2U : 3U)) {
        misuse(options.no_vali ? "--parts needs two shares: train, test"
                               : "--parts needs three shares: train, vali, test; say --no-vali for "
                                 "train and test only");
    }
    if (options.shares.empty() && options.parts() < 2)
        misuse("--from-parts needs two parts or more");
}

/// The format to write: the one asked for, else that of the input.
const FormatEntry& target_format(const Options& options) {
    if (!options.to.empty()) return format_to_write(options.output, options.to, "dataset");
    const std::string& input =
        options.ready_parts.empty() ? options.input : options.ready_parts.front();
    return format_to_write(
        options.output, format_to_read(input, options.read.format).name, "dataset");
}

/// Files are made in a folder beside their place, which is put there when all is done.
class Staging {
  public:
    explicit Staging(const std::string& target, bool force) : target_(target) {
        while (target_.has_relative_path() && target_.filename().empty()) {
            target_ = target_.parent_path();  // a slash at the end
        }
        std::error_code ignored;
        if (fs::exists(target_, ignored) && !fs::is_directory(target_, ignored)) {
            throw Error({target}, "there is a file of this name", "name another folder");
        }
        if (!force && fs::is_directory(target_, ignored) && !fs::is_empty(target_, ignored)) {
            throw Error({target},
                        "the folder is not empty",
                        "name another, or say --force to write over the files of a split");
        }
        std::string pattern = target_.string() + ".XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr) {
            throw Error({target},
                        "the folder cannot be created",
                        "check that its parent folder exists and is writable");
        }
        temporary_ = pattern;
        known_ = TemporaryName(pattern);
    }
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    Staging(Staging&&) = delete;
    Staging& operator=(Staging&&) = delete;
    ~Staging() {
        std::error_code ignored;
        fs::remove_all(temporary_, ignored);
    }

    std::string file(const fs::path& relative) const {
        const fs::path path = temporary_ / relative;
        fs::create_directories(path.parent_path());
        return path.string();
    }

    /// The folders and what replaces other files come first, as disk space may lack there; the rest
    /// is renamed.
    void commit() const {
        try {
            std::vector<std::pair<fs::path, fs::path>> fresh;
            std::deque<AtomicFile> replacing;
            for (const fs::path& file : files()) {
                const fs::path place = target_ / fs::relative(file, temporary_);
                fs::create_directories(place.parent_path());
                if (fs::symlink_status(place).type() == fs::file_type::not_found) {
                    fresh.emplace_back(file, place);
                    continue;
                }
                // A file that is there is written as every output is: links, mode and owner stay.
                const MappedFile content(file.string());
                AtomicFile& copy = replacing.emplace_back(place.string());
                copy.write(content.data(), content.size());
                copy.prepare();
                fs::remove(file);
            }
            for (AtomicFile& file : replacing) file.commit();
            for (const auto& [file, place] : fresh) fs::rename(file, place);
        } catch (const fs::filesystem_error& error) {
            throw Error({target_.string()},
                        fmt::format("cannot be written ({})", error.code().message()),
                        "check that it is writable");
        }
    }

    /// Files of an earlier split that this one does not replace would be taken for its own.
    void refuse_leftovers(const std::string& ending) const {
        std::error_code none;
        for (fs::recursive_directory_iterator entry(target_, none), end; entry != end;
             entry.increment(none)) {
            const fs::path place = fs::relative(entry->path(), target_, none);
            if (!is_of_split(place, ending) || fs::exists(temporary_ / place, none)) continue;
            throw Error({entry->path().string()},
                        "it belongs to an earlier split and would look like part of this one",
                        "remove it, or name another folder");
        }
    }

  private:
    /// A part, or what is read with it without being named.
    static bool is_of_split(const fs::path& place, const std::string& ending) {
        const std::string folder = place.parent_path().string();
        const std::string name = place.filename().string();
        if (!folder.empty() && !folder.starts_with("Fold")) return false;
        for (const char* const part : {"train", "vali", "test"}) {
            const std::string file = part + ending;
            if (name == file) return true;
            for (const char* const beside :
                 {"query", "group", "weight", "query_weight", "position"})
                if (name.starts_with(fmt::format("{}.{}", file, beside))) return true;
        }
        return false;
    }

    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto& entry : fs::recursive_directory_iterator(temporary_)) {
            if (!entry.is_directory()) all.push_back(entry.path());
        }
        return all;
    }

    fs::path target_;
    fs::path temporary_;
    TemporaryName known_;  ///< while it is empty: later on, signals are heeded between two files
};

/// Folders of the folds, "" for the one and only.
std::vector<fs::path> fold_folders(const Options& options) {
    if (!options.shares.empty()) return {fs::path()};
    std::vector<fs::path> folders;
    folders.reserve(options.parts());
    for (std::size_t i = 0; i < options.parts(); ++i)
        folders.emplace_back(fmt::format("Fold{}", i + 1));
    return folders;
}

std::string ending_of(const FormatEntry& format) {
    return std::string(format.suffixes.substr(0, format.suffixes.find(' ')));
}

/// The files of an earlier split that this one writes over.
void tell_files(const Options& options, FileRoles& files) {
    std::error_code ignored;
    if (!options.force || !fs::is_directory(options.output, ignored)) return;
    const std::string ending = ending_of(target_format(options));
    for (const fs::path& folder : fold_folders(options)) {
        for (const char* const part : {"train", "vali", "test"}) {
            const fs::path path = fs::path(options.output) / folder / (part + ending);
            if (fs::exists(path, ignored)) files.writes_data("-o", path.string());
        }
    }
}

JoinedParts read_parts(const Options& options, Session& session) {
    std::vector<Dataset> parts;
    parts.reserve(options.ready_parts.size());
    for (const std::string& path : options.ready_parts) {
        parts.push_back(options.read.read(path, session));
    }
    const float gap =
        options.read.options.gaps == Gaps::zero ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    return join_parts(parts, options.ready_parts, gap);
}

void split(const Options& options, Session& session) {
    const FormatEntry& format = target_format(options);
    if (options.write.sparse) tell_if_not_sparse(format, session);
    const Staging staging(options.output, options.force);
    JoinedParts source;
    if (options.ready_parts.empty()) {
        source.data = options.read.read(options.input, session);
        note_columns_left_behind(source.data, options.input, options.read.options.columns, session);
    } else {
        source = read_parts(options, session);
    }
    const std::size_t queries = source.data.queries();
    const bool by_shares = !options.shares.empty();
    std::vector<Fold> folds;
    if (by_shares) {
        const auto parts = parts_by_shares(queries, options.shares, options.order, session.seed);
        folds.push_back({.train = parts.front(),
                         .vali = options.no_vali ? QueryList{} : parts[1],
                         .test = parts.back()});
    } else {
        if (options.ready_parts.empty()) {
            source.parts = equal_parts(queries, options.folds, options.order, session.seed);
        }
        folds = rotate_parts(source.parts, options.with_vali());
        if (!options.no_vali && !options.with_vali())
            session.progress().note("two parts are train and test: there is no vali");
    }
    const std::string& name =
        options.ready_parts.empty() ? options.input : options.ready_parts.front();
    tell_repeated_queries({source.data, name}, session);
    const std::string ending = ending_of(format);
    const std::vector<fs::path> folders = fold_folders(options);
    WriteOptions write = options.write;
    write.threads = session.thread_count();
    ProgressState state{.task = "writing folds", .total = folds.size(), .unit = "folds"};
    session.progress().update(state);  // starts the clock
    const Interruption interruption(&stop_request());
    for (std::size_t i = 0; i < folds.size(); ++i) {
        const fs::path& folder = folders[i];
        const auto put = [&](std::string_view part, const QueryList& chosen) {
            if (chosen.empty() || interruption.is_wanted()) return;
            format.write(select_queries(source.data, chosen),
                         staging.file(folder / fmt::format("{}{}", part, ending)),
                         write);
        };
        put("train", folds[i].train);
        put("vali", folds[i].vali);
        put("test", folds[i].test);
        state.done = i + 1;
        session.progress().update(state);
    }
    if (interruption.is_wanted()) {
        session.progress().note("interrupted; nothing was written");
        session.exit_code = signal_exit_code();
        return;
    }
    staging.refuse_leftovers(ending);
    staging.commit();
    session.progress().finish(
        state, fmt::format("{} in {}", human_counted(queries, "query"), options.output));
}

}  // namespace

namespace commands {
extern const CommandEntry data_split_entry{
    .group = "data",
    .name = "split",
    .summary = "split data by query into folds, or into train, vali and test",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "data to split; - is standard input").reads();
            line.option("-o,--output",
                        options->output,
                        "the folder for train, vali and test, or for Fold1, Fold2, ...")
                .required()
                .is_path();
            line.option("--folds",
                        options->folds,
                        "number of parts K, rotated as in LETOR: K - 2 parts are train, one vali, "
                        "one test; with 2 parts, one is train and one test")
                .range(2, 1'000'000);
            line.option("--parts",
                        options->shares,
                        "shares of the queries for train,vali,test, such as 0.6,0.2,0.2; with "
                        "--no-vali for train,test")
                .separated_by(',')
                .range(0, 1);
            line.option("--from-parts",
                        options->ready_parts,
                        "existing parts (S1.txt S2.txt ...), rotated as with --folds")
                .reads();
            line.choice(
                "--order",
                options->order,
                {{"shuffled", QueryOrder::shuffled}, {"file", QueryOrder::file}},
                "order in which queries are assigned: shuffled by the seed, or as in the file");
            line.flag("--no-vali", options->no_vali, "train and test only");
            line.option("--to", options->to, "output format; default: that of the input");
            line.flag("--sparse", options->write.sparse, "LETOR: leave out features that are 0");
            line.flag("--force", options->force, "write into a folder that is not empty");
            options->read.add_to(line);
            line.files([options](FileRoles& files) { tell_files(*options, files); });
            line.check([options] { check_options(*options); });
            line.action([options, &session] { split(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
