#include "gradus/data/side_files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/csv/values.hpp"
#include "gradus/data/text_lines.hpp"

namespace gradus {
namespace {

std::string without_compression(const std::string& path) {
    for (const std::string_view packed : {".gz", ".zst"}) {
        if (path.ends_with(packed)) return path.substr(0, path.size() - packed.size());
    }
    return path;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Calls visit(text, where) for each line, without blanks around it.
template <class Visit>
void for_each_value(const std::string& path, Visit visit) {
    TextSource source(path);
    for_each_line(source,
                  [&](std::string_view line, const Where& where) { visit(trim(line), where); });
}

constexpr const char* one_a_line = "write one decimal number a line";

template <class Value>
Value number_of(std::string_view text, const Where& where, const char* remedy = one_a_line) {
    const char* first = text.data();
    const char* const last = first + text.size();
    Value value{};
    const NumberStatus status = parse_number(first, last, value);
    if (status == NumberStatus::ok && first == last) return value;
    throw Error(where, fmt::format("'{}' is not a finite number", excerpt(text)), remedy);
}

/// Calls visit(text, where) for each line and wants `expected` of them.
template <class Visit>
void for_each_document(const std::string& path, std::size_t expected, Visit visit) {
    std::size_t count = 0;
    for_each_value(path, [&](std::string_view text, const Where& where) {
        if (count++ == expected) {
            throw Error(
                where,
                fmt::format("there are more than the {} of the data", counted(expected, "value")),
                "give a line for each document, in the same order");
        }
        visit(text, where);
    });
    if (count < expected) {
        throw Error(
            {path},
            fmt::format("{} for {}", there_are(count, "value"), counted(expected, "document")),
            "give a line for each document, in the same order");
    }
}

float weight_from(std::string_view text, const Where& where) {
    const auto weight = number_of<float>(text, where);
    if (weight >= 0.0F) return weight;
    throw Error(
        where, fmt::format("weight {} is negative", shortest(weight)), "weights start at 0");
}

std::vector<float> read_weights(const std::string& path, std::size_t expected) {
    std::vector<float> weights;
    weights.reserve(expected);
    for_each_document(path, expected, [&](std::string_view text, const Where& where) {
        weights.push_back(weight_from(text, where));
    });
    return weights;
}

/// A weight for each query: the number alone, or behind the query's id, as CatBoost writes it.
std::vector<float> read_query_weights(const std::string& path, const Dataset& data) {
    std::vector<float> weights;
    const auto remedy = "give a line for each query, in the order of the data";
    for_each_value(path, [&](std::string_view text, const Where& where) {
        if (text.empty()) return;
        if (weights.size() == data.queries()) {
            throw Error(where,
                        fmt::format("there are more than the {} of the data",
                                    counted(data.queries(), "query")),
                        remedy);
        }
        const std::size_t end = text.find_last_of(" \t");
        if (end != std::string_view::npos) {
            const std::string_view query = trim(text.substr(0, end));
            const std::string_view expected = data.query_ids[weights.size()];
            if (query != expected) {
                throw Error(where,
                            fmt::format("the weight is that of query {}, but query {} of the data "
                                        "is {}",
                                        excerpt(query),
                                        weights.size() + 1,
                                        excerpt(expected)),
                            remedy);
            }
            text.remove_prefix(end + 1);
        }
        weights.push_back(weight_from(text, where));
    });
    if (weights.size() < data.queries()) {
        throw Error(
            {path},
            fmt::format(
                "{} for {}", there_are(weights.size(), "weight"), counted(data.queries(), "query")),
            remedy);
    }
    return weights;
}

std::vector<std::uint32_t> read_positions(const std::string& path, std::size_t expected) {
    std::vector<std::uint32_t> positions;
    positions.reserve(expected);
    for_each_document(path, expected, [&](std::string_view text, const Where& where) {
        const auto position = integer_from(text);
        if (!position || *position < 0 || *position > std::numeric_limits<std::uint32_t>::max()) {
            throw Error(where,
                        fmt::format("'{}' is not a rank", excerpt(text)),
                        "write a whole number from 1, or 0 where it is not known");
        }
        positions.push_back(static_cast<std::uint32_t>(*position));
    });
    return positions;
}

/// A file that an earlier writing left would be read as part of the new data.
void refuse_leftover(OutputSet& files, const std::string& path, const char* name) {
    files.require([path, name] {
        const std::string file = find_side_file(path, name);
        if (file.empty()) return;
        throw Error({file},
                    fmt::format("it stands beside {} and would be read with it", path),
                    "remove it, or write to another name");
    });
}

/// Opens FILE.NAME, which would belong to FILE, FILE.gz and FILE.zst alike: Error where there is
/// other data that has it.
TextSink& add_beside(OutputSet& files, const std::string& path, const std::string& name) {
    const std::string file = side_file_path(path, name);
    files.require([path, file] {
        for (const std::string_view packed : {"", ".gz", ".zst"}) {
            const std::string other = fmt::format("{}{}", without_compression(path), packed);
            std::error_code unreadable;
            if (other == path || !std::filesystem::exists(other, unreadable)) continue;
            throw Error({file},
                        fmt::format("it would be read with {} as well", other),
                        fmt::format("write to another name, or remove {}", other));
        }
    });
    return files.add(file);
}

void refuse_standard_output(const std::string& path) {
    if (path != "-") return;
    throw Error({"<stdout>"},
                "label columns, weights and positions stand in files beside the data",
                "name a file to write to");
}

void add_position_file(OutputSet& files, const Dataset& data, const std::string& path) {
    if (data.positions.empty()) {
        refuse_leftover(files, path, "position");
        return;
    }
    refuse_standard_output(path);
    TextSink& sink = add_beside(files, path, "position");
    for (const std::uint32_t position : data.positions) sink.write(fmt::format("{}\n", position));
}

void write_values(TextSink& sink, std::span<const float> values) {
    std::string line;
    for (const float value : values) {
        line.clear();
        if (!std::isnan(value)) append_shortest(line, value);
        line += '\n';
        sink.write(line);
    }
}

}  // namespace

std::string find_side_file(const std::string& path, std::string_view name) {
    if (path.empty() || path == "-") return {};
    const std::string base = without_compression(path);
    for (const std::string_view packed : {"", ".gz", ".zst"}) {
        std::string candidate = fmt::format("{}.{}{}", base, name, packed);
        std::error_code unreadable;
        if (std::filesystem::exists(candidate, unreadable)) return candidate;
    }
    return {};
}

std::string side_file_path(const std::string& path, std::string_view name) {
    return fmt::format("{}.{}", without_compression(path), name);
}

std::string find_query_file(const std::string& path) {
    const std::string file = find_side_file(path, "query");
    return file.empty() ? find_side_file(path, "group") : file;
}

bool has_query_file(const std::string& path) {
    return !find_query_file(path).empty();
}

void read_query_file(Dataset& data, const std::string& path) {
    const std::string file = find_query_file(path);
    if (file.empty()) {
        throw Error({path},
                    "there is no .query file beside it",
                    "give the number of documents of each query, a line each");
    }
    data.query_begins = {0};
    data.query_ids.clear();
    for_each_value(file, [&](std::string_view text, const Where& where) {
        if (text.empty()) return;
        const auto size = integer_from(text);
        if (!size || *size < 1) {
            throw Error(where,
                        fmt::format("'{}' is not a number of documents", excerpt(text)),
                        "write a whole number from 1 a line");
        }
        const std::size_t rest = data.documents() - data.query_begins.back();
        if (static_cast<std::uint64_t>(*size) > rest) {
            throw Error(where,
                        fmt::format("query {} has {} here, but only {} {} left in {}",
                                    data.queries() + 1,
                                    counted(static_cast<std::size_t>(*size), "document"),
                                    rest,
                                    rest == 1 ? "is" : "are",
                                    path),
                        "make the two files match");
        }
        data.query_ids.push_back(std::to_string(data.queries() + 1));
        data.query_begins.push_back(data.query_begins.back() + static_cast<std::size_t>(*size));
    });
    if (data.query_begins.back() != data.documents()) {
        throw Error({file},
                    fmt::format("the queries have {}, but {} has {}",
                                counted(data.query_begins.back(), "document"),
                                path,
                                data.documents()),
                    "make the two files match");
    }
}

void add_query_file(OutputSet& files, const Dataset& data, const std::string& path) {
    TextSink& sink = add_beside(files, path, "query");
    for (std::size_t query = 0; query < data.queries(); ++query)
        sink.write(fmt::format("{}\n", data.query_size(query)));
}

std::vector<float> read_label_column(const std::string& path, std::size_t expected) {
    std::vector<float> values;
    values.reserve(expected);
    for_each_document(path, expected, [&](std::string_view text, const Where& where) {
        const auto word = csv::value_of_word(text);
        values.push_back(word ? *word : number_of<float>(text, where));
        if (values.back() < 0.0F) {
            throw Error(where,
                        fmt::format("grade {} is negative", shortest(values.back())),
                        "grades start at 0");
        }
        if (values.back() == 0.0F) values.back() = 0.0F;  // -0 is 0
    });
    return values;
}

std::vector<double> read_scores(const std::string& path, std::size_t expected) {
    return read_scores(path, expected, one_a_line);
}

std::vector<double> read_scores(const std::string& path,
                                std::size_t expected,
                                const char* remedy_for_fields) {
    std::vector<double> scores;
    scores.reserve(expected);
    for_each_document(path, expected, [&](std::string_view text, const Where& where) {
        const bool has_fields = text.find_first_of(", \t;") != std::string_view::npos;
        scores.push_back(
            number_of<double>(text, where, has_fields ? remedy_for_fields : one_a_line));
    });
    return scores;
}

void check_column_names(std::span<const std::string> names) {
    const Where where = Where::parameter("columns");
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = names[i];
        if (name.empty() || name.find('/') != std::string::npos) {
            throw Error(where,
                        fmt::format("'{}' is not the name of a column", excerpt(name)),
                        "name a column, such as click");
        }
        for (const std::string_view taken :
             {"grade", "query", "weight", "query_weight", "position"}) {
            if (name != taken) continue;
            throw Error(where,
                        fmt::format("the name '{}' is reserved", name),
                        "choose another name for the label column");
        }
        if (std::ranges::count(names.first(i), name) > 0) {
            throw Error(where,
                        fmt::format("column '{}' is requested twice", excerpt(name)),
                        "name it once");
        }
    }
}

void write_label_column(const std::string& path, std::span<const float> values) {
    TextSink sink(path);
    write_values(sink, values);
    sink.commit();
}

void add_side_files(Dataset& data,
                    const std::string& path,
                    const std::string& name,
                    const ReadOptions& options) {
    check_column_names(options.columns);
    for (const std::string& column : options.columns) {
        const std::string file = find_side_file(path, column);
        if (file.empty()) {
            throw Error({name},
                        fmt::format("there is no label column '{}' beside it", column),
                        fmt::format("make the file {} with a value for each document",
                                    side_file_path(path, column)));
        }
        data.labels.push_back({column, read_label_column(file, data.documents())});
    }
    add_weight_and_position_files(data, path);
}

void add_weight_and_position_files(Dataset& data, const std::string& path) {
    if (const std::string file = find_side_file(path, "weight"); !file.empty()) {
        if (!data.weights.empty()) {
            throw Error({file}, fmt::format("{} has weights of its own", path), "remove one");
        }
        data.weights = read_weights(file, data.documents());
    }
    if (const std::string file = find_side_file(path, "position"); !file.empty())
        data.positions = read_positions(file, data.documents());
}

void add_query_weight_file(Dataset& data, const std::string& path) {
    const std::string file = find_side_file(path, "query_weight");
    if (file.empty()) return;
    const std::vector<float> weights = read_query_weights(file, data);
    std::vector<float> by_document(data.documents());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i)
            by_document[i] = weights[query];
    }
    if (data.weights.empty()) {
        data.weights = std::move(by_document);
    } else {
        multiply_weights(data, by_document);
    }
}

void multiply_weights(Dataset& data, std::span<const float> factors) {
    for (std::size_t i = 0; i < data.documents(); ++i) {
        const float product = data.weights[i] * factors[i];
        if (!std::isfinite(product)) {
            throw Error({fmt::format("document {}", i + 1)},
                        "its weight times that of its query does not fit a 32-bit float",
                        "scale the weights down");
        }
        data.weights[i] = product;
    }
}

void add_side_files_to(OutputSet& files, const Dataset& data, const std::string& path) {
    refuse_leftover(files, path, "query_weight");
    if (data.labels.size() > 1 || !data.weights.empty()) refuse_standard_output(path);
    if (data.weights.empty()) refuse_leftover(files, path, "weight");
    add_position_file(files, data, path);
    for (std::size_t c = 1; c < data.labels.size(); ++c) {
        write_values(add_beside(files, path, data.labels[c].name), data.labels[c].values);
    }
    if (!data.weights.empty()) write_values(add_beside(files, path, "weight"), data.weights);
}

void add_only_positions_to(OutputSet& files, const Dataset& data, const std::string& path) {
    refuse_leftover(files, path, "query_weight");
    refuse_leftover(files, path, "weight");
    add_position_file(files, data, path);
}

void write_side_files(const Dataset& data, const std::string& path) {
    OutputSet files;
    add_side_files_to(files, data, path);
    files.commit();
}

}  // namespace gradus
