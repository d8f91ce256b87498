#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/settings_text.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/csv_table.hpp"
#include "gradus/data/formats/csv.hpp"
#include "gradus/data/formats/csv/columns.hpp"
#include "gradus/data/formats/csv/values.hpp"
#include "gradus/data/query_collector.hpp"
#include "gradus/data/rounded_values.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

using csv::Column;
using csv::Role;

class CsvReader {
  public:
    CsvReader(TextSource source, std::string path, char separator, const ReadOptions& options)
        : table_(std::move(source),
                 {.separator = separator,
                  .choose_separator =
                      [&options, separator](std::string_view line) {
                          return csv::separator_of(line, separator, options);
                      },
                  .header = options.column_description.empty()}),
          standard_separator_(separator),
          path_(std::move(path)),
          options_(options),
          queries_(table_.name(), options.scattered),
          most_bytes_(options.most_bytes == 0 ? memory_of_machine() : options.most_bytes) {
        check_column_names(options_.columns);
        if (options.queries == QuerySource::comment) {
            throw Error(Where::parameter("queries", "comment"),
                        fmt::format("{} is read as separated values, which have no comments",
                                    table_.name()),
                        "name the column of the queries with `query_column`");
        }
        begin_data();
    }

    const std::string& name() const { return table_.name(); }
    std::size_t skipped_lines() const { return table_.skipped_lines(); }

    /// The documents whose records are at hand, for scoring.
    std::optional<Dataset> next() {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        streaming_ = true;
        begin_data();
        std::size_t whole = 0;
        try {
            while ((whole == 0 || table_.has_more_at_hand()) && table_.next()) {
                if (columns_.empty()) learn_columns();
                take_record();
                whole = data_.documents();
            }
        } catch (const Error&) {
            if (whole == 0) throw;
            failure_ = std::current_exception();
            data_.features.grow(whole, features_, 0.0F, most_bytes_);  // without the bad record
        }
        if (whole == 0) return std::nullopt;
        data_.query_begins.push_back(data_.documents());
        return std::move(data_);
    }

    Dataset read() {
        const std::string task = fmt::format("reading {}", table_.name());
        ProgressState state{.task = task, .total = table_.bytes_in_all(), .unit = "B"};
        options_.progress.get().update(state);  // starts the clock
        while (table_.next()) {
            if (columns_.empty()) learn_columns();
            take_record();
            if (table_.bytes_taken() != state.done) {
                state.done = table_.bytes_taken();
                options_.progress.get().update(state);
            }
        }
        if (data_.documents() == 0) {
            throw Error({table_.name()}, "it has no documents", "give a record for each document");
        }
        refuse_row_numbers();
        if (const std::string note = rounded_.note(data_); !note.empty())
            options_.progress.get().note(fmt::format("{}: {}", table_.name(), note));
        if (sized_) read_query_file(data_, path_);
        if (!path_.empty()) add_weight_and_position_files(data_, path_);
        multiply_by_query_weights();
        if (!sized_) queries_.finish(data_, options_.progress);
        if (!path_.empty()) add_query_weight_file(data_, path_);
        options_.progress.get().finish(state, shape_text(data_));
        return std::move(data_);
    }

  private:
    void begin_data() {
        data_ = {};
        data_.labels.push_back({"grade", {}});
        for (const std::string& name : options_.columns) data_.labels.push_back({name, {}});
        data_.feature_names = feature_names_;
    }

    void learn_columns() {
        const bool described = !options_.column_description.empty();
        const Where header{table_.name(), table_.header_line()};
        const bool sizes = has_sizes();
        columns_ = described ? csv::columns_of_description(table_.fields().size(), options_, sizes)
                             : csv::columns_of_header(
                                   table_.header(), header, table_.separator(), options_, sizes);
        choose_query_source(sizes);
        if (options_.leave_out_text) leave_out_text();
        if (!described) find_empty_columns();
        note_what_was_found(described);
        data_.feature_names = csv::feature_names(columns_, described);
        csv::refuse_repeated_names(
            data_.feature_names,
            "features",
            described ? Where{.source = options_.column_description} : header);
        feature_names_ = data_.feature_names;
        for (const Column& column : columns_) {
            features_ += column.role == Role::feature ? 1 : 0;
            has_queries_ = has_queries_ || column.role == Role::query;
        }
        if (options_.needs_grades) return;
        for (Column& column :
             columns_) {  // scores need none of these, so nothing may be wrong there
            if (column.role == Role::grade || column.role == Role::label ||
                column.role == Role::weight || column.role == Role::query_weight)
                column.role = Role::left_out;
        }
    }

    /// A file beside the table may say how many documents each query has.
    bool has_sizes() const {
        if (path_.empty()) return false;
        return options_.queries == QuerySource::side_file ||
               (options_.queries == QuerySource::automatic && has_query_file(path_));
    }

    /// The table's own column of queries, else the file beside it.
    void choose_query_source(bool sizes) {
        sized_ = sizes && (options_.queries == QuerySource::side_file || !has(Role::query));
        if (!sized_) return;
        for (Column& column : columns_)
            if (column.role == Role::query) column.role = Role::left_out;
    }

    /// Columns of text, by their first value, are none of the features.
    void leave_out_text() {
        std::string names;
        const std::vector<std::size_t> found = columns_of_text();
        for (const std::size_t i : found) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", excerpt(option_name(i)));
            columns_[i].role = Role::left_out;
        }
        if (found.empty()) return;
        options_.progress.get().note(fmt::format("{}: {} of text {} ignored: {}",
                                                 table_.name(),
                                                 counted(found.size(), "column"),
                                                 found.size() == 1 ? "is" : "are",
                                                 names));
    }

    /// By the first record: separators behind the last name and the last value make such columns.
    void find_empty_columns() {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const bool is_empty = columns_[i].name.empty() && table_.fields()[i].empty();
            if (!is_empty || columns_[i].role != Role::feature) continue;
            columns_[i].role = Role::empty;
            options_.progress.get().note(
                fmt::format("{}: {} has no name and is empty; it is left out",
                            table_.name(),
                            csv::place_name(i, false)));
        }
    }

    void check_empty(std::size_t field) const {
        if (table_.fields()[field].empty()) return;
        throw Error(table_.where(field),
                    fmt::format("{} has no name and was empty up to here, but now holds '{}'",
                                csv::place_name(field, false),
                                excerpt(table_.fields()[field])),
                    "name the column, or leave it out with " +
                        setting_text("ignored_columns", csv::place_name(field, false)));
    }

    /// What the user may have meant otherwise.
    void note_what_was_found(bool described) const {
        if (table_.separator() != standard_separator_) {
            options_.progress.get().note(fmt::format("{}: fields are separated by {}",
                                                     table_.name(),
                                                     separator_name(table_.separator())));
        }
        const std::string note = described ? "" : csv::note_on_columns(columns_, options_);
        if (!note.empty()) options_.progress.get().note(fmt::format("{}: {}", table_.name(), note));
    }

    /// The index that pandas and R write before the columns of a table is not a feature.
    void refuse_row_numbers() const {
        if (!options_.column_description.empty()) return;
        std::size_t feature = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].role != Role::feature) continue;
            if (!csv::is_row_index(columns_[i].name, data_.features, feature++)) continue;
            if (is_unwanted(columns_[i])) continue;
            const std::string shown =
                columns_[i].name.empty() ? csv::place_name(i, false) : columns_[i].name;
            throw Error(
                {table_.name(), table_.header_line()},
                fmt::format("column {} '{}' numbers the rows, as the index that pandas "
                            "writes does; it is not a feature",
                            i + 1,
                            excerpt(shown)),
                fmt::format("leave it out with {}, or write the file with index=False; if it "
                            "is a feature, give it another name",
                            setting_text("ignored_columns", list_item(excerpt(shown)))));
        }
    }

    void take_record() {
        const std::size_t document = data_.documents();
        try {
            data_.features.grow(document + 1, features_, 0.0F, most_bytes_);
        } catch (const Error& error) {
            throw Error({table_.name()}, error.problem(), error.remedy());
        }
        data_.labels.front().values.push_back(0.0F);
        if (!has_queries_ && !sized_ && document == 0) begin_query("", document);
        const std::span<float> row = data_.features.mutable_row(document);
        const std::span<const std::string_view> fields = table_.fields();
        std::size_t feature = 0;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            switch (columns_[i].role) {
                case Role::feature:
                    row[feature] = value_of(i);
                    if (RoundedValues::is_suspect(row[feature], fields[i])) [[unlikely]]
                        note_rounding(i, feature, row[feature]);
                    ++feature;
                    break;
                case Role::grade:
                    data_.labels.front().values[document] = from_0(i, number_of(i), "grade");
                    break;
                case Role::label:
                    data_.labels[columns_[i].index + 1].values.push_back(
                        from_0(i, value_of(i), "grade"));
                    break;
                case Role::weight:
                    data_.weights.push_back(from_0(i, number_of(i), "weight"));
                    break;
                case Role::query_weight:
                    query_weights_.push_back(from_0(i, number_of(i), "weight"));
                    break;
                case Role::query:
                    take_query(i, document);
                    break;
                case Role::document:
                    data_.document_ids.push_back(fields[i]);
                    break;
                case Role::left_out:
                    break;
                case Role::empty:
                    check_empty(i);
                    break;
            }
        }
        if (!query_weights_.empty() && has_queries_) check_query_weight();
    }

    /// The column repeats the weight of a query for each of its documents.
    void check_query_weight() {
        const auto is = [](Role role) {
            return [role](const Column& column) { return column.role == role; };
        };
        const auto place = [&](Role role) {
            return static_cast<std::size_t>(std::ranges::find_if(columns_, is(role)) -
                                            columns_.begin());
        };
        const std::string id(table_.fields()[place(Role::query)]);
        const auto [first, fresh] = weight_of_query_.emplace(id, query_weights_.back());
        if (fresh || first->second == query_weights_.back()) return;
        throw Error(table_.where(place(Role::query_weight)),
                    fmt::format("query {} has the weights {} and {}",
                                excerpt(id),
                                shortest(first->second),
                                shortest(query_weights_.back())),
                    "give all documents of a query the same query weight");
    }

    void multiply_by_query_weights() {
        if (query_weights_.empty()) return;
        if (data_.weights.empty()) data_.weights = std::vector<float>(data_.documents(), 1.0F);
        multiply_weights(data_, query_weights_);
    }

    void take_query(std::size_t field, std::size_t document) {
        const std::string_view id = table_.fields()[field];
        if (id.empty() && options_.needs_grades) {
            throw Error(table_.where(field), "the query is empty", "give every document a query");
        }
        begin_query(id, document);
    }

    void begin_query(std::string_view id, std::size_t document) {
        if (streaming_) {
            begin_streamed_query(data_, id, document);
        } else {
            queries_.begin_at(data_, id, document, table_.line());
        }
    }

    /// A number, or NaN where the field is empty or says that the value is missing.
    float value_of(std::size_t field) const {
        const std::string_view text = table_.fields()[field];
        const char* first = text.data();
        const char* const last = first + text.size();
        float value = 0.0F;
        const bool usual =
            first != last && parse_fast(first, last, value) == NumberStatus::ok && first == last;
        return usual ? value : unusual_value(field);
    }

    /// Floats tell large and tiny numbers apart only by so much.
    [[gnu::cold]] void note_rounding(std::size_t field, std::size_t feature, float stored) {
        if (const auto exact = number_from(table_.fields()[field]))
            rounded_.add(feature, *exact, stored);
    }

    /// Blanks around the number, a missing value, or what is no number.
    [[gnu::cold]] float unusual_value(std::size_t field) const {
        std::string_view text = table_.fields()[field];
        while (text.ends_with(' ')) text.remove_suffix(1);
        while (text.starts_with(' ')) text.remove_prefix(1);
        if (const auto word = csv::value_of_word(text)) return *word;
        const char* first = text.data();
        const char* const last = first + text.size();
        float value = 0.0F;
        const NumberStatus status = parse_number(first, last, value);
        if (status == NumberStatus::ok && first == last) return value;
        if (is_unwanted(columns_[field])) return std::numeric_limits<float>::quiet_NaN();
        const std::string shown =
            fmt::format("{} '{}'", called(columns_[field], field), excerpt(text));
        switch (status) {
            case NumberStatus::not_finite:
                throw Error(table_.where(field),
                            shown + " is not a finite number",
                            "leave the field of a missing value empty");
            case NumberStatus::too_large:
                throw Error(
                    table_.where(field), shown + " does not fit a 32-bit float", "scale it down");
            default:
                throw Error(
                    table_.where(field), shown + " is not a number", remedy_for(field, text));
        }
    }

    std::string remedy_for(std::size_t field, std::string_view text) const {
        if (const std::string remedy = csv::remedy_for_commas(text); !remedy.empty()) return remedy;
        if (columns_[field].role != Role::feature) return "write a decimal number";
        const std::vector<std::size_t> others = columns_of_text();
        if (others.size() < 2) {
            return "write a decimal number, or leave the column out with " +
                   setting_text("ignored_columns", option_name(field));
        }
        std::string names;
        for (const std::size_t each : others)
            names += fmt::format("{}{}", names.empty() ? "" : ",", option_name(each));
        return fmt::format(
            "write decimal numbers, or leave out all {} columns of text with {}{}",
            others.size(),
            setting_text("ignored_columns", names),
            has(Role::document) ? "" : " (one that names the documents: `document_column`)");
    }

    /// As `ignored_columns` takes it: by its place where the name cannot be shown whole.
    std::string option_name(std::size_t field) const {
        const std::string& name = columns_[field].name;
        const bool by_place = name.empty() || excerpt(name) != name;
        return by_place ? csv::place_name(field, described()) : list_item(name);
    }

    /// The features that are no numbers in this record.
    std::vector<std::size_t> columns_of_text() const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].role != Role::feature || is_unwanted(columns_[i])) continue;
            std::string_view text = table_.fields()[i];
            while (text.ends_with(' ')) text.remove_suffix(1);
            while (text.starts_with(' ')) text.remove_prefix(1);
            if (!csv::value_of_word(text) && !number_from(text)) found.push_back(i);
        }
        return found;
    }

    bool has(Role role) const {
        return std::ranges::any_of(columns_,
                                   [&](const Column& column) { return column.role == role; });
    }

    /// It will be left out, whatever it holds.
    bool is_unwanted(const Column& column) const {
        return column.role == Role::feature && !options_.wanted_features.empty() &&
               std::ranges::find(options_.wanted_features, column.name) ==
                   options_.wanted_features.end();
    }

    bool described() const { return !options_.column_description.empty(); }

    std::string called(const Column& column, std::size_t field) const {
        return column.name.empty() ? csv::place_name(field, described()) + ":"
                                   : fmt::format("column '{}':", excerpt(column.name));
    }

    /// A number that may not be missing.
    float number_of(std::size_t field) const {
        const float value = value_of(field);
        if (value == value) return value;
        throw Error(table_.where(field),
                    fmt::format("{} the value is missing", called(columns_[field], field)),
                    "give every document one");
    }

    float from_0(std::size_t field, float value, std::string_view kind) const {
        if (!(value < 0.0F)) return value == 0.0F ? 0.0F : value;  // -0 is 0
        throw Error(table_.where(field),
                    fmt::format("{} {} is negative", kind, shortest(value)),
                    fmt::format("{}s start at 0", kind));
    }

    CsvTable table_;
    char standard_separator_;
    std::string path_;
    const ReadOptions& options_;
    QueryCollector queries_;
    std::size_t most_bytes_;
    std::vector<Column> columns_;
    std::size_t features_ = 0;
    bool has_queries_ = false;
    bool sized_ = false;  ///< the queries come from a file beside the table
    std::vector<std::string> feature_names_;
    Dataset data_;
    std::vector<float> query_weights_;  ///< by document; empty where the file gives none
    std::unordered_map<std::string, float> weight_of_query_;
    RoundedValues rounded_;
    bool streaming_ = false;
    std::exception_ptr failure_;  ///< to be told when the documents before it are handed out
};

class CsvStream final : public DocumentStream {
  public:
    CsvStream(TextSource source, char separator, ReadOptions options)
        : options_(std::move(options)), reader_(std::move(source), "", separator, options_) {}

    const std::string& name() const override { return reader_.name(); }
    std::optional<Dataset> next() override { return reader_.next(); }
    std::size_t skipped_lines() const override { return reader_.skipped_lines(); }

  private:
    ReadOptions options_;
    CsvReader reader_;
};

}  // namespace

Dataset read_csv(TextSource source,
                 const std::string& path,
                 char separator,
                 const ReadOptions& options) {
    return CsvReader(std::move(source), path, separator, options).read();
}

std::unique_ptr<DocumentStream> stream_csv(TextSource source,
                                           char separator,
                                           const ReadOptions& options) {
    return std::make_unique<CsvStream>(std::move(source), separator, options);
}

}  // namespace gradus
