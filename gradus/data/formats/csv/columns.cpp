#include "gradus/data/formats/csv/columns.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/names.hpp"
#include "gradus/base/text_number.hpp"
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
            return "the weight";
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
        shown.push_back(excerpt(known[i]));
    const std::string near = nearest_name(wanted, known);
    return fmt::format("{}the columns are: {}{}",
                       near.empty() ? "" : fmt::format("did you mean '{}'? ", excerpt(near)),
                       fmt::join(shown, ", "),
                       known.size() > most ? fmt::format(", ... ({} in all)", known.size()) : "");
}

/// Gives roles to columns by name, each column one.
class Assignment {
  public:
    Assignment(std::vector<Column>& columns, Where where)
        : columns_(columns), where_(std::move(where)) {}

    /// False where there is no such column.
    bool give(const std::string& name, Role role, std::size_t index = 0) {
        const auto found = std::ranges::find(columns_, name, &Column::name);
        if (found == columns_.end()) return false;
        if (found->role == role) {
            throw Error(where_,
                        fmt::format("column '{}' is asked for twice", excerpt(name)),
                        "name it once");
        }
        if (found->role != Role::feature) {
            throw Error(where_,
                        fmt::format("column '{}' cannot be both {} and {}",
                                    excerpt(name),
                                    name_of(found->role),
                                    name_of(role)),
                        "give each its own column");
        }
        found->role = role;
        found->index = index;
        return true;
    }

    void require(const std::string& name, Role role, std::string_view hint, std::size_t index = 0) {
        if (give(name, role, index)) return;
        std::vector<std::string> known;
        for (const Column& column : columns_) {
            if (!column.name.empty()) known.push_back(column.name);
        }
        throw Error(where_,
                    fmt::format("there is no column '{}' ({}{})",
                                excerpt(name),
                                role == Role::left_out ? "to leave out" : name_of(role),
                                hint),
                    column_remedy(name, known));
    }

    void require_listed(const ReadOptions& options) {
        for (std::size_t i = 0; i < options.columns.size(); ++i)
            require(options.columns[i], Role::label, "", i);
        for (const std::string& name : options.ignored_columns) require(name, Role::left_out, "");
    }

  private:
    std::vector<Column>& columns_;
    Where where_;
};

/// One line of a column description.
struct Described {
    std::size_t column = 0;
    Role role = Role::feature;
    std::string name;
};

Role role_of_type(std::string_view type, const Where& where) {
    static const std::vector<std::pair<std::string, Role>> types = {{"Target", Role::grade},
                                                                    {"Label", Role::grade},
                                                                    {"GroupId", Role::query},
                                                                    {"DocId", Role::document},
                                                                    {"SampleId", Role::document},
                                                                    {"Weight", Role::weight},
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

std::vector<Column> columns_of_header(const std::vector<std::string>& header,
                                      const Where& where,
                                      const ReadOptions& options) {
    refuse_repeated_names(header, "columns", where);
    std::vector<Column> columns(header.size());
    for (std::size_t i = 0; i < header.size(); ++i) columns[i].name = header[i];
    Assignment assignment(columns, where);
    assignment.require(options.grade_column, Role::grade, "; --grade-column names another");
    assignment.require(options.query_column, Role::query, "; --query-column names another");
    // A column that has its role only by its usual name may be absent, or be left out.
    const ReadOptions usual;
    const auto optional = [&](const std::string& name, const std::string& usual_name, Role role) {
        if (name != usual_name) {
            assignment.require(name, role, "");
        } else if (std::ranges::find(options.ignored_columns, name) ==
                       options.ignored_columns.end() &&
                   std::ranges::find(options.columns, name) == options.columns.end()) {
            assignment.give(name, role);
        }
    };
    optional(options.document_column, usual.document_column, Role::document);
    optional(options.weight_column, usual.weight_column, Role::weight);
    assignment.require_listed(options);
    return columns;
}

std::vector<Column> columns_of_description(std::size_t count, const ReadOptions& options) {
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
        if (holders.contains(role)) continue;
        throw Error(whole,
                    fmt::format("no column is {}", name_of(role)),
                    fmt::format("add a line 'column<TAB>{}'", type));
    }
    Assignment(columns, whole).require_listed(options);
    return columns;
}

std::vector<std::string> feature_names(const std::vector<Column>& columns) {
    std::vector<std::string> names;
    bool numbers = true;
    for (const Column& column : columns) {
        if (column.role != Role::feature) continue;
        const std::string number = std::to_string(names.size() + 1);
        numbers = numbers && (column.name.empty() || column.name == number);
        names.push_back(column.name.empty() ? number : column.name);
    }
    if (numbers) names.clear();
    return names;
}

}  // namespace gradus::csv
