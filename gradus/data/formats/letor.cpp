// LETOR and SVMLight text (Joachims 1999; Qin & Liu, LETOR 3.0 and 4.0). docs/reference/formats.md
// has the grammar.
//
// The text comes in batches of whole lines. Each batch is cut into slices; the slices are scanned
// in parallel (lines, documents, largest feature), the matrix grows once, and the slices are parsed
// in parallel straight into their rows.

#include "gradus/data/formats/letor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/feature_names.hpp"
#include "gradus/data/formats/letor/line.hpp"
#include "gradus/data/query_collector.hpp"
#include "gradus/data/rounded_values.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

constexpr std::size_t slice_bytes = std::size_t{256} << 10;

/// A run of lines of one batch.
struct Slice {
    std::string_view text;
    std::size_t first_line = 0;  ///< counted from 1 in the whole file
    std::size_t first_row = 0;
    std::size_t lines = 0;
    std::size_t documents = 0;
    std::size_t features = 0;
    std::size_t last_document = 0;  ///< its line in the slice, from 1

    struct QueryRun {
        std::string_view qid;
        std::size_t row = 0;
        std::size_t line = 0;
    };
    std::vector<QueryRun> runs;
    std::vector<std::string_view> comments;
    bool has_comments = false;
    /// Lines with values that floats may not tell apart, and their rows.
    std::vector<std::pair<std::string_view, std::size_t>> large;
};

template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p < end) {
        const auto* const line_end =
            static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
        visit(std::string_view(p, static_cast<std::size_t>(line_end - p)));
        p = line_end + 1;
    }
}

std::vector<Slice> cut(std::string_view batch) {
    std::vector<Slice> slices;
    while (!batch.empty()) {
        const std::size_t end = batch.find('\n', std::min(slice_bytes, batch.size()) - 1) + 1;
        slices.push_back({.text = batch.substr(0, end), .runs = {}, .comments = {}, .large = {}});
        batch.remove_prefix(end);
    }
    return slices;
}

void scan(Slice& slice, FeatureOrder order) {
    for_each_line(slice.text, [&](std::string_view line) {
        ++slice.lines;
        if (!letor::holds_document(line)) return;
        ++slice.documents;
        slice.last_document = slice.lines;
        slice.features = std::max(slice.features,
                                  order == FeatureOrder::rising ? letor::last_feature(line)
                                                                : letor::highest_feature(line));
    });
}

/// A word that reads as a number would never be looked up.
void check_missing_words(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (!word.empty() && !number_from(word) &&
            word.find_first_of(" \t\r\n#") == std::string::npos)
            continue;
        throw Error(Where::parameter("missing_words"),
                    fmt::format("'{}' is not a word", excerpt(word)),
                    "give a word such as nan");
    }
}

/// Options that name columns would do nothing here, and the user would not know.
void refuse_names_of_columns(const ReadOptions& options, const std::string& name) {
    const std::string ignored =
        options.ignored_columns.empty() ? "" : options.ignored_columns.front();
    const std::pair<std::string_view, std::string_view> named[] = {
        {ignored, "ignored_columns"},
        {options.grade_column, "grade_column"},
        {options.query_column, "query_column"},
        {options.document_column, "document_column"},
        {options.weight_column, "weight_column"},
        {options.query_weight_column, "query_weight_column"}};
    for (const auto& [column, setting] : named) {
        if (column.empty()) continue;
        throw Error(Where::parameter(std::string(setting), excerpt(column)),
                    fmt::format("{} is read as LETOR text, whose columns have no names", name),
                    "leave it out; for separated values say `format=csv` or `format=tsv`");
    }
}

class LetorReader {
    /// Tables of fewer columns are not asked whether they are mostly empty.
    static constexpr std::size_t wide = std::size_t{1} << 16;

  public:
    LetorReader(TextSource source,
                std::string path,
                const ReadOptions& options,
                const FeatureLimit& limit = {})
        : source_(std::move(source)),
          path_(std::move(path)),
          options_(options),
          queries_(source_.name(), options.scattered),
          rules_{.gap = gap_value(options.gaps),
                 .missing_words = options.missing_words,
                 .graded = options.needs_grades},
          most_bytes_(options.most_bytes == 0 ? memory_of_machine() : options.most_bytes),
          limit_(limit) {
        refuse_names_of_columns(options, source_.name());
        check_missing_words(options.missing_words);
        begin_data();
    }

    const std::string& name() const { return source_.name(); }

    /// The documents of the next batch, for scoring.
    std::optional<Dataset> next() {
        streaming_ = true;
        while (true) {
            if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
            const std::string_view batch = source_.next_batch();
            if (batch.empty()) return std::nullopt;
            const std::size_t lines_before = lines_;
            begin_data();
            try {
                take(batch);
            } catch (const Error& error) {
                if (error.where().line <= lines_before) throw;
                failure_ = std::current_exception();
                const std::size_t good = error.where().line - lines_before - 1;
                lines_ = lines_before;
                begin_data();
                take(first_lines(batch, good));
            }
            if (data_.documents() == 0) continue;
            data_.query_begins.push_back(data_.documents());
            documents_streamed_ += data_.documents();
            return std::move(data_);
        }
    }

    std::size_t skipped_lines() const { return last_document_line_ - documents_streamed_; }

    Dataset read() {
        ProgressState state{.task = "", .total = source_.bytes_in_all(), .unit = "B"};
        const std::string task = fmt::format("reading {}", source_.name());
        state.task = task;
        options_.progress.get().update(state);  // starts the clock
        for (std::string_view batch = source_.next_batch(); !batch.empty();
             batch = source_.next_batch()) {
            take(batch);
            state.done += batch.size();
            options_.progress.get().update(state);
        }
        if (data_.documents() == 0) {
            throw Error({source_.name()},
                        "it has no documents",
                        "give a file with lines like '2 qid:1 1:0.5'");
        }
        if (const std::string note = rounded_.note(data_); !note.empty())
            options_.progress.get().note(fmt::format("{}: {}", source_.name(), note));
        const bool sized = query_source_ == QuerySource::side_file;
        if (sized) read_query_file(data_, path_);
        add_side_files(data_, path_, source_.name(), options_);
        if (!sized) queries_.finish(data_, options_.progress);
        add_query_weight_file(data_, path_);
        options_.progress.get().finish(state, shape_text(data_));
        return std::move(data_);
    }

  private:
    void begin_data() {
        data_ = {};
        occurs_.clear();
        data_.labels.push_back({"grade", {}});
        data_.gaps = options_.gaps;
    }

    static std::string_view first_lines(std::string_view batch, std::size_t lines) {
        std::size_t end = 0;
        for (std::size_t i = 0; i < lines; ++i) end = batch.find('\n', end) + 1;
        return batch.substr(0, end);
    }

    void take(std::string_view batch) {
        std::vector<Slice> slices = cut(batch);
        parallel_for(slices.size(), 1, options_.threads, [&](std::size_t i, std::size_t) {
            scan(slices[i], options_.feature_order);
        });
        std::size_t rows = data_.documents();
        std::size_t columns = data_.features.columns();
        for (Slice& slice : slices) {
            slice.first_line = lines_ + 1;
            if (slice.documents > 0) last_document_line_ = lines_ + slice.last_document;
            slice.first_row = rows;
            lines_ += slice.lines;
            rows += slice.documents;
            columns = std::max(columns, slice.features);
        }
        if (rows == data_.documents()) return;
        if (columns > wide) refuse_absent_columns(slices, rows, columns);
        grow(rows, columns);
        if (query_source_ == QuerySource::automatic) choose_query_source(slices);
        parallel_for(slices.size(), 1, options_.threads, [&](std::size_t i, std::size_t) {
            parse(slices[i]);
        });
        for (const Slice& slice : slices) {
            merge(slice);
            for (const auto& [line, row] : slice.large) look_for_rounding(line, row);
        }
    }

    /// Large and tiny values again, as they stand in the file.
    [[gnu::cold]] void look_for_rounding(std::string_view line, std::size_t row) {
        if (streaming_ || rounded_.is_full()) return;
        const std::span<const float> values = data_.features.row(row);
        letor::for_each_feature(line, [&](std::size_t feature, std::string_view text) {
            if (feature > values.size()) return;
            const float stored = values[feature - 1];
            if (!RoundedValues::is_suspect(stored, text)) return;
            if (const auto exact = number_from(text)) rounded_.add(feature - 1, *exact, stored);
        });
    }

    void grow(std::size_t rows, std::size_t columns) {
        try {
            data_.features.grow(rows, columns, rules_.gap, most_bytes_);
        } catch (const Error& error) {
            throw Error({source_.name()}, error.problem(), error.remedy());
        }
        data_.labels.front().values.resize(rows);
    }

    /// A table has a place for every value, absent or not. One whose columns are mostly absent from
    /// every line is a slip of the pen, or hashed: nobody wants to pay for it.
    void refuse_absent_columns(const std::vector<Slice>& slices,
                               std::size_t rows,
                               std::size_t columns) {
        constexpr double most_bytes = 256e6;
        constexpr std::size_t least_share = 10;  // one column of so many occurs
        const double bytes = 4.0 * static_cast<double>(rows) * static_cast<double>(columns);
        occurs_.resize(data_.features.columns(), true);  // counted as occurring: known to be few
        occurs_.resize(columns, false);
        std::vector<std::size_t> numbers;
        for (const Slice& slice : slices) {
            for_each_line(slice.text, [&](std::string_view line) {
                if (letor::holds_document(line)) letor::add_features(line, numbers);
            });
            // A line that breaks the rules, which parse() will tell, may have any number.
            for (const std::size_t number : numbers)
                if (number <= columns) occurs_[number - 1] = true;
            numbers.clear();
        }
        const auto occurring = static_cast<std::size_t>(std::ranges::count(occurs_, true));
        if (bytes <= most_bytes || occurring > columns / least_share) return;
        throw Error(
            {source_.name()},
            fmt::format("the largest feature number is {}, but only {} different features occur: "
                        "{} documents of {} values need {} of memory for values that are absent",
                        human_count(columns),
                        human_count(occurring),
                        human_count(rows),
                        human_count(columns),
                        human_bytes(bytes)),
            "number the features that occur from 1, without large gaps");
    }

    /// By the file's first document: its own qid, else the side file.
    void choose_query_source(const std::vector<Slice>& slices) {
        query_source_ = options_.queries;
        if (query_source_ != QuerySource::automatic) return;
        query_source_ = QuerySource::qid;
        for (const Slice& slice : slices) {
            if (slice.documents == 0) continue;
            bool seen = false;
            for_each_line(slice.text, [&](std::string_view line) {
                if (seen || !letor::holds_document(line)) return;
                seen = true;
                const bool has_qid =
                    line.substr(0, line.find('#')).find(" qid:") != std::string_view::npos ||
                    line.substr(0, line.find('#')).find("\tqid:") != std::string_view::npos;
                if (!has_qid && has_query_file(path_)) query_source_ = QuerySource::side_file;
            });
            return;
        }
    }

    void parse(Slice& slice) {
        std::size_t row = slice.first_row;
        std::size_t number = slice.first_line;
        letor::Line line;
        letor::Problem problem;
        std::vector<unsigned char> seen;
        const bool rising = options_.feature_order == FeatureOrder::rising;
        slice.comments.reserve(slice.documents);
        const bool tiny = !streaming_ && RoundedValues::has_tiny(slice.text);
        for_each_line(slice.text, [&](std::string_view text) {
            const std::size_t line_number = number++;
            if (!letor::holds_document(text)) return;
            const std::span<float> values = data_.features.mutable_row(row);
            const bool well_formed =
                rising ? letor::parse_line(text, values, rules_, line, problem)
                       : letor::parse_unordered_line(text, values, rules_, seen, line, problem);
            if (!well_formed) {
                throw Error(
                    {source_.name(), line_number, problem.column}, problem.what, problem.remedy);
            }
            if (limit_.last > 0 && slice.features > limit_.last) check_features(text, line_number);
            if (RoundedValues::has_large(values) || (tiny && RoundedValues::has_tiny(text)))
                [[unlikely]]
                slice.large.emplace_back(text, row);
            data_.labels.front().values[row] = line.grade;
            const std::string_view qid = query_of(line, line_number);
            if (slice.runs.empty() || slice.runs.back().qid != qid)
                slice.runs.push_back({qid, row, line_number});
            slice.comments.push_back(line.comment);
            slice.has_comments = slice.has_comments || !line.comment.empty();
            ++row;
        });
    }

    void check_features(std::string_view line, std::size_t line_number) const {
        const std::size_t last = options_.feature_order == FeatureOrder::rising
                                     ? letor::last_feature(line)
                                     : letor::highest_feature(line);
        if (last <= limit_.last) return;
        const std::string of_model =
            limit_.count < limit_.last
                ? fmt::format("the last one of the model is {}", limit_.last)
                : fmt::format(
                      "the model has {} feature{}", limit_.count, limit_.count == 1 ? "" : "s");
        throw Error({source_.name(), line_number},
                    fmt::format("it has feature {}, but {}", last, of_model),
                    "give data with the same features, or leave out the others with "
                    "`extra_features=ignore`");
    }

    std::string_view query_of(const letor::Line& line, std::size_t line_number) const {
        switch (query_source_) {
            case QuerySource::qid:
                if (line.qid.empty() && options_.needs_grades) {
                    throw Error({source_.name(), line_number},
                                "the line has no qid",
                                "write 'grade qid:ID feature:value ...', give the query sizes in a "
                                ".query file, "
                                "or say `queries=comment`");
                }
                return line.qid;
            case QuerySource::comment: {
                const std::string_view id = letor::document_id(line.comment);
                if (id.empty() && options_.needs_grades) {
                    throw Error({source_.name(), line_number},
                                "the line has no comment to name its query",
                                "write '# ID'");
                }
                return id;
            }
            default:
                return {};
        }
    }

    void merge(const Slice& slice) {
        if (query_source_ != QuerySource::side_file) {
            for (const Slice::QueryRun& run : slice.runs) {
                if (streaming_) {
                    begin_streamed_query(data_, run.qid, run.row);
                } else {
                    queries_.begin_at(data_, run.qid, run.row, run.line);
                }
            }
        }
        if (query_source_ != QuerySource::comment) merge_comments(slice);
    }

    void merge_comments(const Slice& slice) {
        if (slice.has_comments && data_.comments.empty()) {  // the documents before had none
            for (std::size_t i = 0; i < slice.first_row; ++i) {
                data_.comments.push_back({});
                data_.document_ids.push_back({});
            }
        }
        if (!slice.has_comments && data_.comments.empty()) return;
        for (const std::string_view comment : slice.comments) {
            data_.comments.push_back(comment);
            data_.document_ids.push_back(letor::document_id(comment));
        }
    }

    TextSource source_;
    std::string path_;
    const ReadOptions& options_;
    QueryCollector queries_;
    letor::Rules rules_;
    std::size_t most_bytes_;
    Dataset data_;
    std::vector<bool> occurs_;  ///< by feature, once there are many
    RoundedValues rounded_;

    QuerySource query_source_ = QuerySource::automatic;
    std::size_t lines_ = 0;
    std::size_t last_document_line_ = 0;
    std::size_t documents_streamed_ = 0;
    bool streaming_ = false;
    FeatureLimit limit_;
    std::exception_ptr failure_;  ///< to be told when the documents before it are handed out
};

class LetorStream final : public DocumentStream {
  public:
    LetorStream(TextSource source, ReadOptions options, const FeatureLimit& limit)
        : options_(std::move(options)), reader_(std::move(source), "", options_, limit) {}

    const std::string& name() const override { return reader_.name(); }
    std::optional<Dataset> next() override { return reader_.next(); }
    std::size_t skipped_lines() const override { return reader_.skipped_lines(); }

  private:
    ReadOptions options_;
    LetorReader reader_;
};

/// Ids that come from other formats may hold what ends an id here.
void check_ids(const Dataset& data, const std::string& path) {
    constexpr std::string_view blanks = " \t\r\n";
    constexpr std::string_view blanks_and_hash = " \t\r\n#";
    const auto refuse = [&](std::string_view kind, std::string_view id) {
        throw Error({path},
                    fmt::format("LETOR text cannot hold the {} id '{}'", kind, excerpt(id)),
                    "use ids without blanks, or another format");
    };
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::string_view id = data.query_ids[query];
        if (id.empty() || id.find_first_of(blanks_and_hash) != std::string_view::npos)
            refuse("query", id);
    }
    for (std::size_t i = 0; i < data.document_ids.size(); ++i) {
        const std::string_view id = data.document_ids[i];
        const bool has_comment = i < data.comments.size() && !data.comments[i].empty();
        if (!has_comment && id.find_first_of(blanks) != std::string_view::npos)
            refuse("document", id);
    }
}

void append_line(std::string& out,
                 const Dataset& data,
                 std::size_t query,
                 std::size_t document,
                 const LetorFeatures& features) {
    append_shortest(out, data.grades()[document]);
    out += " qid:";
    out += data.query_ids[query];
    features.append(out, data.features.row(document));
    if (document < data.comments.size() && !data.comments[document].empty()) {
        out += " #";
        out += data.comments[document];
    } else if (document < data.document_ids.size() && !data.document_ids[document].empty()) {
        out += " #docid = ";
        out += data.document_ids[document];
    }
    out += '\n';
}

}  // namespace

Dataset read_letor(TextSource source, const std::string& path, const ReadOptions& options) {
    return LetorReader(std::move(source), path, options).read();
}

std::unique_ptr<DocumentStream> stream_letor(TextSource source,
                                             const ReadOptions& options,
                                             const FeatureLimit& limit) {
    return std::make_unique<LetorStream>(std::move(source), options, limit);
}

LetorFeatures::LetorFeatures(const Dataset& data, bool sparse) : sparse_(sparse) {
    // Lines of a larger number would be read as a table that is mostly empty.
    constexpr std::size_t largest = std::size_t{1} << 16;
    for (std::size_t j = 0; j < data.features.columns(); ++j) {
        const std::size_t number = feature_number(data.feature_name(j)).value_or(0);
        keeps_names_ =
            keeps_names_ && number > 0 && (data.feature_names.empty() || number <= largest);
        features_.push_back({j, number});
    }
    std::ranges::sort(features_, {}, &Feature::number);
    if (keeps_names_) return;
    for (std::size_t j = 0; j < features_.size(); ++j) features_[j] = {j, j + 1};
}

void LetorFeatures::append(std::string& out, std::span<const float> row) const {
    for (const auto& [column, number] : features_) {
        const float value = row[column];
        // The last feature is always written, or the number of features would be lost.
        const bool zero = value == 0.0F && !std::signbit(value);
        if (sparse_ && zero && number != features_.back().number) continue;
        out += ' ';
        out += std::to_string(number);
        out += ':';
        if (std::isnan(value)) {
            out += "NULL";
        } else {
            append_shortest(out, value);
        }
    }
}

void write_letor(const Dataset& data, const std::string& path, const WriteOptions& options) {
    check_ids(data, path);
    const LetorFeatures features(data, options.sparse);
    if (!features.keeps_names())
        options.progress.get().note("the names of the features are not kept: they become numbers");
    OutputSet files;
    add_side_files_to(files, data, path);
    TextSink& sink = files.add(path);
    std::string line;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            line.clear();
            append_line(line, data, query, i, features);
            sink.write(line);
        }
    }
    files.commit();
}

namespace data_formats {
extern const FormatEntry letor_entry{
    .name = "letor",
    .kind = "dataset",
    .summary = "LETOR/SVMLight text: grade qid:ID feature:value ... # comment",
    .suffixes = ".txt .letor .svm .svmlight .dat",
    .read = [](const std::string& path, const ReadOptions& options) -> Content {
        return read_letor(TextSource(path), path, options);
    },
    .write =
        [](const Content& content, const std::string& path, const WriteOptions& options) {
            write_letor(std::get<Dataset>(content), path, options);
        },
};
}  // namespace data_formats

}  // namespace gradus
