// The reader against a slow, obvious one, on random tables.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/random.hpp"
#include "gradus/data/formats/csv.hpp"
#include "gradus/data/formats/csv/columns.hpp"
#include "gradus/testing/csv_records.hpp"
#include "gradus/testing/number_text.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using csv::Column;
using csv::Role;

/// A well-formed table and how to read it.
struct Sample {
    std::string text{};
    char separator = ',';
    ReadOptions options{};
    std::string description{};  ///< of the columns, where there is no header
};

std::vector<Column> columns_slowly(const Sample& sample, const testing::CsvRecord& first) {
    static const std::map<std::string, Role> types = {{"Target", Role::grade},
                                                      {"Label", Role::grade},
                                                      {"GroupId", Role::query},
                                                      {"DocId", Role::document},
                                                      {"SampleId", Role::document},
                                                      {"Weight", Role::weight},
                                                      {"Auxiliary", Role::left_out},
                                                      {"Num", Role::feature}};
    const ReadOptions& options = sample.options;
    std::vector<Column> columns(first.size());
    if (sample.description.empty()) {
        for (std::size_t i = 0; i < first.size(); ++i) {
            columns[i].name = first[i];
            const auto is = [&](const std::string& named, const char* usual) {
                return first[i] == (named.empty() ? usual : named);
            };
            if (is(options.grade_column, "grade")) columns[i].role = Role::grade;
            if (is(options.query_column, "query")) columns[i].role = Role::query;
            if (is(options.document_column, "document")) columns[i].role = Role::document;
            if (is(options.weight_column, "weight")) columns[i].role = Role::weight;
        }
    }
    std::istringstream lines(sample.description);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream parts(line);
        std::string number;
        std::string type;
        std::string name;
        std::getline(parts, number, '\t');
        std::getline(parts, type, '\t');
        std::getline(parts, name);
        columns[std::stoul(number)] = {.name = name, .role = types.at(type)};
    }
    for (Column& column : columns) {
        if (std::ranges::count(options.columns, column.name) > 0) column.role = Role::label;
        if (std::ranges::count(options.ignored_columns, column.name) > 0)
            column.role = Role::left_out;
    }
    return columns;
}

float number_slowly(std::string field) {
    while (field.ends_with(' ')) field.pop_back();
    while (field.starts_with(' ')) field.erase(0, 1);
    // strtof, as rounding the result of strtod would round twice.
    return field.empty() || field == "NULL" ? std::numeric_limits<float>::quiet_NaN()
                                            : std::strtof(field.c_str(), nullptr);
}

Dataset read_slowly(const Sample& sample) {
    std::string text = sample.text + '\n';
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    std::vector<testing::CsvRecord> records = testing::split_slowly(text, sample.separator);
    const std::vector<Column> columns = columns_slowly(sample, records.front());
    if (sample.description.empty()) records.erase(records.begin());

    Dataset data;
    bool named = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string& name = columns[i].name;
        if (columns[i].role != Role::feature) continue;
        const std::string number = std::to_string(data.feature_names.size() + 1);
        const std::string nameless =
            sample.description.empty() ? fmt::format("column {}", i + 1) : number;
        data.feature_names.push_back(name.empty() ? nameless : name);
        named = named || (!name.empty() && name != number);
    }
    data.features = FeatureMatrix(records.size(), data.feature_names.size());
    if (!named) data.feature_names.clear();
    data.labels.push_back({"grade", {}});
    for (const std::string& name : sample.options.columns) data.labels.push_back({name, {}});
    for (std::size_t document = 0; document < records.size(); ++document) {
        std::size_t feature = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string& field = records[document][i];
            const Role role = columns[i].role;
            if (role == Role::feature)
                data.features.mutable_row(document)[feature++] = number_slowly(field);
            if (role == Role::grade) data.labels[0].values.push_back(number_slowly(field));
            if (role == Role::weight) data.weights.push_back(number_slowly(field));
            if (role == Role::document) data.document_ids.push_back(field);
            if (role == Role::query && (document == 0 || field != records[document - 1][i])) {
                data.query_ids.push_back(field);
                data.query_begins.push_back(document);
            }
            for (LabelColumn& label : data.labels) {
                if (role == Role::label && label.name == columns[i].name)
                    label.values.push_back(number_slowly(field));
            }
        }
    }
    data.query_begins.push_back(records.size());
    return data;
}

class SampleMaker {
  public:
    explicit SampleMaker(std::uint64_t seed)
        : random_(seed, "csv tables"), described_(random_.chance(0.3)) {}

    Sample make() {
        if (random_.chance(0.5)) sample_.separator = '\t';
        choose_columns();
        if (random_.chance(0.1)) sample_.text = "\xEF\xBB\xBF";
        if (random_.chance(0.1)) sample_.text += "\n\r\n";
        if (described_) {
            describe();
        } else {
            std::vector<std::string> names;
            for (const Column& column : columns_) names.push_back(column.name);
            add_record(names);
        }
        const std::size_t queries = 1 + random_.below(4);
        std::string id;
        for (std::size_t query = 0; query < queries; ++query) {
            if (random_.chance(0.7)) id = any_text();  // else the id before is its beginning
            id += "q" + std::to_string(query);
            for (std::size_t i = 1 + random_.below(4); i > 0; --i) add_document(id);
        }
        if (random_.chance(0.3)) {  // the last line may lack its end
            while (sample_.text.ends_with('\n') || sample_.text.ends_with('\r'))
                sample_.text.pop_back();
        }
        return sample_;
    }

  private:
    /// A column description has no quotes, so its names hold neither tabs nor line ends.
    std::string any_text(bool within_line = false) {
        constexpr std::string_view pieces[] = {
            "a", "7", "\"", ",", " ", "#", "é", "NULL", "\t", "\n", "\r\n"};
        std::string made;
        for (std::size_t k = random_.below(4); k > 0; --k)
            made += pieces[random_.below(std::size(pieces) - (within_line ? 3 : 0))];
        return made;
    }

    std::string any_name(const std::string& stem) { return any_text(described_) + stem; }

    void choose_columns() {
        ReadOptions& options = sample_.options;
        const auto add_role = [&](std::string& named, const std::string& usual, Role role) {
            if (random_.chance(0.3)) named = any_name("other " + usual);
            columns_.push_back({.name = named.empty() ? usual : named, .role = role});
        };
        add_role(options.grade_column, "grade", Role::grade);
        add_role(options.query_column, "query", Role::query);
        if (random_.chance(0.5)) add_role(options.document_column, "document", Role::document);
        if (random_.chance(0.5)) {
            add_role(options.weight_column, "weight", Role::weight);
        } else if (random_.chance(0.3)) {  // a column of that name that has not that role
            ignore("weight");
        }
        for (std::size_t i = random_.below(4); i > 0; --i) {
            options.columns.push_back(any_name("label" + std::to_string(i)));
            columns_.push_back({.name = options.columns.back(), .role = Role::label});
        }
        for (std::size_t i = random_.below(3); i > 0; --i)
            ignore(any_name(fmt::format("url{}", i)));
        for (std::size_t i = random_.below(6); i > 0; --i) columns_.emplace_back();
        random_.shuffle(std::span(columns_));
        random_.shuffle(std::span(options.columns));
        name_features();
    }

    void ignore(const std::string& name) {
        columns_.push_back({.name = name, .role = Role::left_out});
        sample_.options.ignored_columns.push_back(name);
    }

    /// Only one column of a header may have no name, and a feature called by a number has its own.
    void name_features() {
        const bool numbers = random_.chance(0.4);
        bool may_be_empty = true;
        std::size_t number = 0;
        for (Column& column : columns_) {
            if (column.role != Role::feature) continue;
            ++number;
            if (may_be_empty && random_.chance(0.2)) {
                may_be_empty = described_;
            } else if (numbers || random_.chance(0.2)) {
                column.name = std::to_string(number);
            } else {
                column.name = any_name("f" + std::to_string(number));
            }
        }
    }

    void describe() {
        std::string& text = sample_.description;
        auto& ignored = sample_.options.ignored_columns;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const Column& column = columns_[i];
            std::string type = "Num";
            if (column.role == Role::grade) type = random_.chance(0.5) ? "Target" : "Label";
            if (column.role == Role::query) type = "GroupId";
            if (column.role == Role::document) type = random_.chance(0.5) ? "DocId" : "SampleId";
            if (column.role == Role::weight) type = "Weight";
            if (column.role == Role::left_out && random_.chance(0.5)) {
                type = "Auxiliary";
                std::erase(ignored, column.name);
            }
            if (type == "Num" && column.name.empty() && random_.chance(0.5)) continue;
            text += fmt::format("{}\t{}", i, type);
            if (!column.name.empty()) text += '\t' + column.name;
            text += '\n';
        }
    }

    void add_document(const std::string& query) {
        std::vector<std::string> fields;
        for (const Column& column : columns_) {
            switch (column.role) {
                case Role::query:
                    fields.push_back(query);
                    break;
                case Role::document:
                case Role::left_out:
                    fields.push_back(any_text());
                    break;
                case Role::feature:
                    fields.push_back(is_nameless(column) || !random_.chance(0.2) ? number(true)
                                                                                 : missing());
                    break;
                case Role::label:
                    fields.push_back(random_.chance(0.2) ? missing() : number(false));
                    break;
                default:
                    fields.push_back(number(false));
            }
        }
        add_record(fields);
    }

    /// A column of a header without a name is left out where its first field is empty.
    bool is_nameless(const Column& column) const { return !described_ && column.name.empty(); }

    std::string missing() { return blanks() + (random_.chance(0.5) ? "NULL" : "") + blanks(); }

    std::string number(bool may_be_negative) {
        std::string digits = testing::random_number(random_);
        if (may_be_negative && !digits.starts_with('+') && random_.chance(0.4))
            digits = '-' + digits;
        return blanks() + digits + blanks();
    }

    std::string blanks() { return random_.chance(0.1) ? "  " : ""; }

    void add_record(const std::vector<std::string>& fields) {
        for (const std::string& field : fields) {
            add_field(field);
            sample_.text += sample_.separator;
        }
        sample_.text.pop_back();
        sample_.text += random_.chance(0.3) ? "\r\n" : "\n";
        if (random_.chance(0.1)) sample_.text += random_.chance(0.5) ? "\r\n" : "\n";
    }

    static std::string trimmed(std::string field) {
        field.erase(0, field.find_first_not_of(" \t"));
        field.erase(field.find_last_not_of(" \t") + 1);
        return field;
    }

    static bool is_value(const std::string& field) {
        return field.empty() || field == "NULL" ||
               field.find_first_not_of("0123456789.+-eE") == std::string::npos;
    }

    void add_field(const std::string& field) {
        const bool needs_quotes = field.starts_with('"') ||
                                  field.find_first_of("\r\n") != std::string::npos ||
                                  field.find(sample_.separator) != std::string::npos ||
                                  (field != trimmed(field) && !is_value(trimmed(field)));
        if (!needs_quotes && random_.chance(0.8)) {
            sample_.text += field;
            return;
        }
        sample_.text += '"';
        for (const char c : field) sample_.text += c == '"' ? std::string("\"\"") : std::string{c};
        sample_.text += '"';
    }

    Random random_;
    bool described_;
    Sample sample_;
    std::vector<Column> columns_;
};

/// Also the sign of zero, which same_content does not see.
bool same_feature_bits(const Dataset& a, const Dataset& b) {
    return std::ranges::equal(
        a.features.rows(0, a.documents()), b.features.rows(0, b.documents()), [](float x, float y) {
            return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
        });
}

TEST(CsvReader, AgreesWithASlowReaderOnRandomTables) {
    const testing::TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Sample sample = SampleMaker(seed).make();
        const Dataset expected = read_slowly(sample);
        if (!sample.description.empty())
            sample.options.column_description = folder.write("d.cd", sample.description);
        for (const std::size_t batch : {std::size_t{16}, TextSource::usual_batch}) {
            const Dataset data =
                read_csv(TextSource::of_memory(fmt::format("seed {}", seed), sample.text, batch),
                         "",
                         sample.separator,
                         sample.options);
            ASSERT_TRUE(same_content(data, expected) && same_feature_bits(data, expected))
                << "seed " << seed << ", batches of " << batch << "\n"
                << sample.description << sample.text;
        }
    }
}

}  // namespace
}  // namespace gradus
