#include "gradus/data/formats/csv/columns.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/names.hpp"
#include "gradus/base/settings_text.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/utf8.hpp"
#include "gradus/data/csv_table.hpp"
#include "gradus/data/text_lines.hpp"

namespace gradus::csv {
namespace {

std::string_view name_of(Role role) {
    switch (role) {
        case Role::grade:
            return "the grade";
        case Role::query:
            return "the query";
        case Role::document:
            return "the document";
        case Role::weight:
            return "the weight of the document";
        case Role::query_weight:
            return "the query's weight";
        case Role::label:
            return "a label column";
        case Role::left_out:
            return "left out";
        default:
            return "a feature";
    }
}

/// The names there are, a few dozen at most: a table may have thousands of columns.
std::string column_remedy(std::string_view wanted, const std::vector<std::string>& known) {
    constexpr std::size_t most = 40;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(most, known.size()); ++i)
        shown.push_back(list_item(excerpt(known[i])));
    const std::string near = nearest_name(wanted, known);
    return fmt::format("{}the columns are: {}{}",
                       near.empty() ? "" : fmt::format("did you mean '{}'? ", excerpt(near)),
                       fmt::join(shown, ", "),
                       known.size() > most ? fmt::format(", ... ({} in all)", known.size()) : "");
}

/// A role that a header's column may have: by a setting, else by a usual name.
struct NamedRole {
    Role role;
    bool required;
    const std::string ReadOptions::*named;
    std::string_view setting;           ///< that names it
    bool ReadOptions::*none = nullptr;  ///< the user says that there is no such column

    bool is_ruled_out(const ReadOptions& options) const { return none != nullptr && options.*none; }
};

constexpr NamedRole named_roles[] = {
    {Role::grade, true, &ReadOptions::grade_column, "grade_column"},
    {Role::query, true, &ReadOptions::query_column, "query_column"},
    {Role::document, false, &ReadOptions::document_column, "document_column"},
    {Role::weight,
     false,
     &ReadOptions::weight_column,
     "weight_column",
     &ReadOptions::no_weight_column},
    {Role::query_weight,
     false,
     &ReadOptions::query_weight_column,
     "query_weight_column",
     &ReadOptions::no_query_weight_column},
};

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

bool is_usual_name(std::string_view name, Role role) {
    std::string small;
    for (const char c : trimmed(name))
        small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return std::ranges::find(usual_names(role), small) != usual_names(role).end();
}

/// "'a', 'b' or 'c'".
template <class Names>
std::string one_of(const Names& names, std::string_view last_word) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 < names.size() ? ", " : fmt::format(" {} ", last_word);
        text += fmt::format("'{}'", excerpt(names[i]));
    }
    return text;
}

/// Gives roles to columns by name, each column one.
class Assignment {
  public:
    Assignment(std::vector<Column>& columns, Where where, bool described)
        : columns_(columns), where_(std::move(where)), described_(described) {}

    void require(const std::string& name, Role role, std::size_t index = 0) {
        Column* const column = find(name);
        if (column == nullptr) {
            missing(fmt::format("'{}'", excerpt(name)),
                    name,
                    role == Role::left_out ? "to leave out" : name_of(role));
        }
        give(*column, role, index);
    }

    void require_listed(const ReadOptions& options) {
        for (std::size_t i = 0; i < options.columns.size(); ++i)
            require(options.columns[i], Role::label, i);
        for (const std::string& name : options.ignored_columns) require(name, Role::left_out);
    }

    /// By the usual names, of which a header may have one.
    void give_usual(const NamedRole& wanted, const ReadOptions& options, bool sizes) {
        std::vector<std::string> found;
        Column* holder = nullptr;
        for (Column& column : columns_) {
            if (!is_usual_name(column.name, wanted.role)) continue;
            if (is_listed(column, options)) {
                if (wanted.required && !(sizes && wanted.role == Role::query))
                    refuse_to_ignore(column, wanted, options);
                continue;
            }
            holder = &column;
            found.push_back(column.name);
        }
        if (found.size() > 1) {
            throw Error(
                where_,
                fmt::format("{} may be {}", name_of(wanted.role), one_of(found, "or")),
                fmt::format("say which with {}, or leave out the others with `ignored_columns`",
                            setting_text(wanted.setting, excerpt(found.front()))));
        }
        if (holder != nullptr) {
            give(*holder, wanted.role, 0);
        } else if (wanted.required && options.needs_grades &&
                   !(sizes && wanted.role == Role::query)) {
            missing(one_of(usual_names(wanted.role), "or"),
                    usual_names(wanted.role).front(),
                    fmt::format("{}; `{}` names another", name_of(wanted.role), wanted.setting));
        }
    }

    void separated_by(char separator) { separator_ = separator; }

  private:
    Column* find(const std::string& name) {
        for (Column& column : columns_) {
            if (column.name == name && !name.empty()) return &column;
        }
        for (Column& column : columns_) {
            if (!name.empty() && trimmed(column.name) == trimmed(name)) return &column;
        }
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const bool is_of_pandas =
                columns_[i].name.empty() && name == fmt::format("Unnamed: {}", i);
            if (is_of_pandas || name == place_name(i, described_)) return &columns_[i];
        }
        return nullptr;
    }

    /// A column that is needed, where no other could take its place.
    void refuse_to_ignore(const Column& column,
                          const NamedRole& wanted,
                          const ReadOptions& options) {
        const auto others = std::ranges::count_if(columns_, [&](const Column& other) {
            return &other != &column && is_usual_name(other.name, wanted.role) &&
                   !is_listed(other, options);
        });
        if (others > 0 || !options.needs_grades) return;
        throw Error(
            where_,
            fmt::format("column '{}' is {}, which cannot be left out",
                        excerpt(column.name),
                        name_of(wanted.role)),
            fmt::format(
                "take it off `ignored_columns` and `columns`, or name another column with `{}`",
                wanted.setting));
    }

    bool is_listed(const Column& column, const ReadOptions& options) {
        const auto names = [&](const std::string& name) { return find(name) == &column; };
        return std::ranges::any_of(options.columns, names) ||
               std::ranges::any_of(options.ignored_columns, names);
    }

    void give(Column& column, Role role, std::size_t index) {
        if (column.role == role) {
            throw Error(where_,
                        fmt::format("column '{}' is requested twice", excerpt(column.name)),
                        "name it once");
        }
        if (column.role != Role::feature) {
            throw Error(where_,
                        fmt::format("column '{}' cannot be both {} and {}",
                                    excerpt(column.name),
                                    name_of(column.role),
                                    name_of(role)),
                        "give each its own column");
        }
        column.role = role;
        column.index = index;
    }

    [[noreturn]] void missing(const std::string& names,
                              std::string_view wanted,
                              std::string_view role) const {
        if (columns_.size() == 1 && columns_[0].name.find('|') != std::string::npos)
            throw Error(where_,
                        "the columns are separated by '|', which is not read",
                        "separate them by commas, semicolons or tabs, as in tr '|' '\\t'");
        std::vector<std::string> known;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string& name = columns_[i].name;
            known.push_back(name.empty() ? place_name(i, described_) : name);
        }
        throw Error(where_,
                    fmt::format("there is no column {} ({})", names, role),
                    column_remedy(wanted, known) +
                        (separator_ == '\0'
                             ? ""
                             : fmt::format(" (separated by {})", separator_name(separator_))));
    }

    std::vector<Column>& columns_;
    Where where_;
    bool described_;
    char separator_ = '\0';
};

/// Numbers where the names of columns should be are the first document of a table without a header,
/// unless they may be meant: columns may be called by number.
void refuse_values_as_header(const std::vector<std::string>& header,
                             const Where& where,
                             const ReadOptions& options) {
    if (!options.grade_column.empty() || !options.query_column.empty()) return;
    std::vector<std::string_view> whole;
    for (const std::string& field : header) {
        const std::string_view text = trimmed(field);
        if (!number_from(text)) return;
        if (text.find_first_not_of("0123456789") == std::string_view::npos) whole.push_back(text);
    }
    std::ranges::sort(whole);
    const bool are_names =
        whole.size() == header.size() && std::ranges::adjacent_find(whole) == whole.end();
    if (header.empty() || (are_names && !options.needs_grades)) return;
    throw Error(where,
                "the first line holds only numbers",
                "is there no header? Put the names of the columns there, or say what the columns "
                "are in a file, `column_description`: "
                "lines 'column<TAB>type', columns counted from 0, types Target, GroupId, Num");
}

/// One line of a column description.
struct Described {
    std::size_t column = 0;
    Role role = Role::feature;
    std::string name;
};

Role role_of_type(std::string_view type, const Where& where) {
    static const std::vector<std::pair<std::string, Role>> types = {
        {"Target", Role::grade},
        {"Label", Role::grade},
        {"GroupId", Role::query},
        {"DocId", Role::document},
        {"SampleId", Role::document},
        {"Weight", Role::weight},
        {"GroupWeight", Role::query_weight},
        {"Auxiliary", Role::left_out},
        {"Num", Role::feature}};
    std::vector<std::string> known;
    for (const auto& [name, role] : types) {
        if (name == type) return role;
        known.push_back(name);
    }
    throw Error(where,
                fmt::format("'{}' is not a type of column that is read", excerpt(type)),
                name_remedy(type, known));
}

Described parse_description(std::string_view line, const Where& where, std::size_t count) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
        throw Error(where,
                    fmt::format("'{}' is not column<TAB>type", excerpt(line)),
                    "write the number of the column, from 0, a tab and its type");
    }
    const auto column = integer_from(line.substr(0, tab));
    if (!column || *column < 0) {
        throw Error(where,
                    fmt::format("'{}' is not the number of a column", excerpt(line.substr(0, tab))),
                    "number the columns from 0");
    }
    if (static_cast<std::uint64_t>(*column) >= count) {
        throw Error(where,
                    fmt::format("there is no column {}: the data has {} columns", *column, count),
                    "number the columns from 0");
    }
    line.remove_prefix(tab + 1);
    const std::size_t second = std::min(line.find('\t'), line.size());
    Described described{.column = static_cast<std::size_t>(*column),
                        .role = role_of_type(line.substr(0, second), where),
                        .name = {}};
    if (second < line.size()) described.name = line.substr(second + 1);
    return described;
}

}  // namespace

void refuse_repeated_names(const std::vector<std::string>& names,
                           std::string_view named,
                           const Where& where) {
    std::unordered_map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty()) continue;  // called by its place
        const auto [seen, fresh] = first.emplace(names[i], i);
        if (fresh) continue;
        throw Error(where,
                    fmt::format("{} {} and {} are both called '{}'",
                                named,
                                seen->second + 1,
                                i + 1,
                                excerpt(names[i])),
                    "give each a name of its own");
    }
}

std::span<const std::string_view> usual_names(Role role) {
    static constexpr std::string_view grades[] = {"grade", "label", "relevance", "target"};
    static constexpr std::string_view queries[] = {"query", "qid", "query_id", "group"};
    static constexpr std::string_view documents[] = {"document", "document_id", "doc_id", "docid"};
    static constexpr std::string_view weights[] = {"weight"};
    static constexpr std::string_view query_weights[] = {"query_weight", "group_weight"};
    switch (role) {
        case Role::grade:
            return grades;
        case Role::query:
            return queries;
        case Role::document:
            return documents;
        case Role::weight:
            return weights;
        case Role::query_weight:
            return query_weights;
        default:
            return {};
    }
}

char separator_of(std::string_view line, char standard, const ReadOptions& options) {
    const bool described = !options.column_description.empty();
    char best = standard;
    std::pair<std::size_t, std::size_t> most{0, 0};  // columns with a role, columns
    for (const char separator : {standard, ',', ';', '\t'}) {
        const std::vector<std::string> fields = split_line(line, separator);
        std::pair<std::size_t, std::size_t> found{0, fields.size()};
        for (const NamedRole& wanted : named_roles) {
            const std::string& named = options.*wanted.named;
            found.first += static_cast<std::size_t>(
                !described && std::ranges::any_of(fields, [&](const std::string& field) {
                    return named.empty() ? is_usual_name(field, wanted.role)
                                         : trimmed(field) == trimmed(named);
                }));
        }
        const bool by_roles = found.first > most.first;
        const bool by_count = found.first == most.first && found.second > most.second &&
                              (described || most.second <= 1);
        if (!by_roles && !by_count) continue;
        best = separator;
        most = found;
    }
    return best;
}

std::vector<Column> columns_of_header(const std::vector<std::string>& header,
                                      const Where& where,
                                      char separator,
                                      const ReadOptions& options,
                                      bool sizes) {
    refuse_values_as_header(header, where, options);
    refuse_repeated_names(header, "columns", where);
    std::vector<Column> columns(header.size());
    for (std::size_t i = 0; i < header.size(); ++i) columns[i].name = header[i];
    Assignment assignment(columns, where, false);
    assignment.separated_by(separator);
    for (const NamedRole& wanted : named_roles) {
        if (wanted.is_ruled_out(options)) continue;
        if (const std::string& named = options.*wanted.named; !named.empty()) {
            assignment.require(named, wanted.role);
        } else {
            assignment.give_usual(wanted, options, sizes);
        }
    }
    assignment.require_listed(options);
    return columns;
}

std::string note_on_columns(const std::vector<Column>& columns, const ReadOptions& options) {
    std::vector<std::string> notes;
    for (const NamedRole& wanted : named_roles) {
        if (wanted.is_ruled_out(options)) continue;
        const bool weighs = wanted.none != nullptr;
        for (const Column& column : columns) {
            const bool is_guess = column.role == wanted.role && (options.*wanted.named).empty();
            if (is_guess && weighs && options.needs_grades) {
                // Many tables have a feature of that name, and a weight is none.
                notes.push_back(
                    fmt::format("column '{}' is {}, not a feature (`no_{}` makes it one)",
                                excerpt(column.name),
                                name_of(wanted.role),
                                wanted.setting));
            } else if (is_guess && !weighs && column.name != usual_names(wanted.role).front()) {
                notes.push_back(
                    fmt::format("column '{}' is {}", excerpt(column.name), name_of(wanted.role)));
            }
            if (column.role == Role::feature && is_usual_name(column.name, wanted.role)) {
                notes.push_back(
                    fmt::format("column '{}' is a feature ({} leaves it out)",
                                excerpt(column.name),
                                setting_text("ignored_columns", list_item(excerpt(column.name)))));
            }
        }
    }
    return fmt::format("{}", fmt::join(notes, ", "));
}

std::vector<Column> columns_of_description(std::size_t count,
                                           const ReadOptions& options,
                                           bool sizes) {
    std::vector<Column> columns(count);
    std::unordered_map<std::size_t, std::size_t> lines;  // column -> line that describes it
    std::unordered_map<Role, std::size_t> holders;       // role -> line that gives it
    TextSource source(options.column_description);
    for_each_line(source, [&](std::string_view line, const Where& where) {
        if (line.empty()) return;
        Described described = parse_description(line, where, count);
        if (const auto [seen, fresh] = lines.emplace(described.column, where.line); !fresh) {
            throw Error(where,
                        fmt::format("column {} is described again (first on line {})",
                                    described.column,
                                    seen->second),
                        "describe every column once");
        }
        const bool many = described.role == Role::feature || described.role == Role::left_out;
        if (const auto [seen, fresh] = holders.emplace(described.role, where.line);
            !fresh && !many) {
            throw Error(
                where,
                fmt::format(
                    "{} is given twice (first on line {})", name_of(described.role), seen->second),
                "let one column have each role");
        }
        columns[described.column] = {.name = std::move(described.name), .role = described.role};
    });
    const Where whole{source.name()};
    for (const auto& [role, type] : {std::pair{Role::grade, "Target"}, {Role::query, "GroupId"}}) {
        if (holders.contains(role) || !options.needs_grades) continue;
        if (role == Role::query && sizes) continue;
        throw Error(whole,
                    fmt::format("no column is {}", name_of(role)),
                    fmt::format("add a line 'column<TAB>{}'", type));
    }
    Assignment(columns, whole, true).require_listed(options);
    return columns;
}

std::vector<std::string> feature_names(const std::vector<Column>& columns, bool described) {
    std::vector<std::string> names;
    bool numbers = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Column& column = columns[i];
        if (column.role != Role::feature) continue;
        const std::string number = std::to_string(names.size() + 1);
        numbers = numbers && (column.name.empty() || column.name == number);
        const std::string nameless = described ? number : place_name(i, described);
        names.push_back(column.name.empty() ? nameless : utf8_or_latin1(column.name));
    }
    if (numbers) names.clear();
    return names;
}

std::string place_name(std::size_t column, bool described) {
    return fmt::format("column {}", column + (described ? 0 : 1));
}

}  // namespace gradus::csv
