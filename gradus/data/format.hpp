#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gradus/base/names.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/data/clicks/click_log.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/data/judgments.hpp"
#include "gradus/data/pairs.hpp"
#include "gradus/data/run.hpp"

namespace gradus {

/// What a file may hold; the kind of a format is the alternative that it reads and writes.
using Content = std::variant<Dataset, Judgments, Run, ClickLog, Pairs>;

/// Where a LETOR or CSV file says which query a document belongs to.
enum class QuerySource : unsigned char {
    automatic,  ///< the file's own qid, else a side file
    qid,
    side_file,  ///< FILE.query: the number of documents of each query, a line each (LightGBM)
    comment     ///< the text behind '#'
};

/// In which order the features of a LETOR line stand.
enum class FeatureOrder : unsigned char { rising, any };

struct ReadOptions {
    Gaps gaps = Gaps::zero;
    QuerySource queries = QuerySource::automatic;
    std::vector<std::string>
        columns{};  ///< further label columns: FILE.NAME beside FILE for each NAME
    FeatureOrder feature_order = FeatureOrder::rising;  ///< LETOR
    /// LETOR: words that stand for a missing value besides NULL, in any case ("nan").
    std::vector<std::string> missing_words{};
    std::string grade_column{};  ///< CSV: names of the columns with a role; "" = the usual names
    std::string query_column{};
    std::string document_column{};
    std::string weight_column{};
    std::string query_weight_column{};
    bool no_weight_column = false;  ///< a column of a usual name is a feature like any other
    bool no_query_weight_column = false;
    bool leave_out_text = false;  ///< CSV: a column whose first value is text is not a feature
    /// CSV: text in columns of other names counts as missing, as they will be left out; empty = no
    /// such columns.
    std::vector<std::string> wanted_features{};
    std::vector<std::string> ignored_columns{};
    std::string
        column_description{};  ///< CSV without a header: a CatBoost .cd file that gives the roles
    bool cache = false;        ///< keep FILE.gradus beside FILE, and use it while it fits
    bool scattered = false;    ///< bring the documents of a query together, wherever they stand
    unsigned threads = 1;
    std::size_t most_bytes = 0;  ///< limit of the feature matrix; 0 = the machine's memory
    bool needs_grades = true;  ///< false, for scoring: lines and tables may lack grades and queries
    std::reference_wrapper<Progress> progress = silent_progress();
};

struct WriteOptions {
    bool sparse = false;  ///< LETOR: leave out features that are 0
    unsigned threads = 1;
    std::reference_wrapper<Progress> progress =
        silent_progress();  ///< hears what the format cannot keep
};

/// What a format file offers to the rest of the library.
struct FormatEntry {
    std::string_view name;      ///< as the user types it
    std::string_view kind;      ///< "dataset", "judgments", "run", "clicks" or "pairs"
    std::string_view summary;   ///< one line, for help text and documentation
    std::string_view suffixes;  ///< file name endings that mean this format, separated by blanks
    Content (*read)(const std::string& path, const ReadOptions& options);  ///< null: not read
    void (*write)(const Content& content,
                  const std::string& path,
                  const WriteOptions& options);  ///< null: not written
};

/// All formats: one for each file of data/formats.
std::span<const FormatEntry* const> all_formats();
/// By name; Error lists the names, and blames `setting`, with which the user named it.
const FormatEntry& format_named(std::string_view name, std::string_view setting = "format");
/// What people call the formats: suggested where it is typed for one.
std::span<const Synonym> format_synonyms();
/// By the ending of the file name (before .gz or .zst); null where no format claims it.
const FormatEntry* format_of_path(std::string_view path);
/// The format of a file to read: the one named, else by the file's ending, else `standard`.
const FormatEntry& format_to_read(std::string_view path,
                                  std::string_view name = {},
                                  std::string_view standard = "letor");
/// The format of a file to read with these options: a column description belongs to
/// separated values, so where no format is named it decides for them, and contradicts any other.
const FormatEntry& format_to_read(std::string_view path,
                                  const ReadOptions& options,
                                  std::string_view name);
/// The format of a file to write: the one named, else by the file's ending, else LETOR for standard
/// output. Error where that does not tell, or the format is only read, or it does not hold `kind`.
const FormatEntry& format_to_write(const std::string& path,
                                   std::string_view name,
                                   std::string_view kind);

/// What a file holds; by way of its cache where the options say so.
Content read_content(const std::string& path,
                     const ReadOptions& options,
                     const FormatEntry& format);

/// Reads data to rank: by the format named, else by the file's ending, else as LETOR text.
Dataset read_dataset(const std::string& path,
                     const ReadOptions& options = {},
                     std::string_view format = {});

}  // namespace gradus
