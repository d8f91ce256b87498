#include "gradus/data/side_files.hpp"

#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/base/text_source.hpp"

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
void for_each_line(const std::string& path,
                   const std::function<void(std::string_view, const Where&)>& visit) {
    TextSource source(path);
    Where where{source.name()};
    for (std::string_view batch = source.next_batch(); !batch.empty();
         batch = source.next_batch()) {
        while (!batch.empty()) {
            const std::size_t end = batch.find('\n');
            ++where.line;
            visit(trim(batch.substr(0, end)), where);
            batch.remove_prefix(end + 1);
        }
    }
}

float number_of(std::string_view text, const Where& where) {
    const char* first = text.data();
    const char* const last = first + text.size();
    float value = 0.0F;
    const NumberStatus status = parse_number(first, last, value);
    if (status == NumberStatus::ok && first == last) return value;
    throw Error(where,
                fmt::format("'{}' is not a finite number", excerpt(text)),
                "write one decimal number a line");
}

/// Weights and positions know no missing value.
std::vector<float> read_numbers(const std::string& path, std::size_t expected, float least) {
    std::vector<float> values = read_label_column(path, expected);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!(values[i] >= least)) {
            throw Error({path, i + 1},
                        fmt::format("the value is not a number from {}", least),
                        "give every line one");
        }
    }
    return values;
}

}  // namespace

std::string find_side_file(const std::string& path, std::string_view name) {
    if (path.empty() || path == "-") return {};
    const std::string base = without_compression(path);
    for (const std::string_view packed : {"", ".gz", ".zst"}) {
        const std::string candidate = fmt::format("{}.{}{}", base, name, packed);
        if (std::filesystem::exists(candidate)) return candidate;
    }
    return {};
}

bool has_query_file(const std::string& path) {
    return !find_side_file(path, "query").empty();
}

void read_query_file(Dataset& data, const std::string& path) {
    const std::string file = find_side_file(path, "query");
    if (file.empty()) {
        throw Error({path},
                    "there is no .query file beside it",
                    "give the number of documents of each query, a line each");
    }
    data.query_begins = {0};
    data.query_ids.clear();
    for_each_line(file, [&](std::string_view text, const Where& where) {
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
                        fmt::format("query {} has {} documents here, but only {} are left in {}",
                                    data.queries() + 1,
                                    *size,
                                    rest,
                                    path),
                        "make the two files fit");
        }
        data.query_ids.push_back(std::to_string(data.queries() + 1));
        data.query_begins.push_back(data.query_begins.back() + static_cast<std::size_t>(*size));
    });
    if (data.query_begins.back() != data.documents()) {
        throw Error({file},
                    fmt::format("the queries have {} documents, but {} has {}",
                                data.query_begins.back(),
                                path,
                                data.documents()),
                    "make the two files fit");
    }
}

std::vector<float> read_label_column(const std::string& path, std::size_t expected) {
    std::vector<float> values;
    values.reserve(expected);
    for_each_line(path, [&](std::string_view text, const Where& where) {
        if (values.size() == expected) {
            throw Error(where,
                        fmt::format("there are more than the {} values of the data", expected),
                        "give a line for each document, in the same order");
        }
        values.push_back(text.empty() || text == "NULL" ? std::numeric_limits<float>::quiet_NaN()
                                                        : number_of(text, where));
    });
    if (values.size() < expected) {
        throw Error({path},
                    fmt::format("there are {} values for {} documents", values.size(), expected),
                    "give a line for each document, in the same order");
    }
    return values;
}

void write_label_column(const std::string& path, std::span<const float> values) {
    TextSink sink(path);
    std::string line;
    for (const float value : values) {
        line.clear();
        if (!std::isnan(value)) append_shortest(line, value);
        line += '\n';
        sink.write(line);
    }
    sink.commit();
}

void add_side_files(Dataset& data,
                    const std::string& path,
                    const std::string& name,
                    const ReadOptions& options) {
    for (const std::string& column : options.columns) {
        const std::string file = find_side_file(path, column);
        if (file.empty()) {
            throw Error({name},
                        fmt::format("there is no label column '{}' beside it", column),
                        fmt::format("make the file {}.{} with a value for each document",
                                    without_compression(path),
                                    column));
        }
        LabelColumn label{column, read_label_column(file, data.documents())};
        for (std::size_t i = 0; i < label.values.size(); ++i) {
            if (label.values[i] < 0.0F) {
                throw Error({file, i + 1},
                            fmt::format("grade {} is negative", label.values[i]),
                            "grades start at 0");
            }
        }
        data.labels.push_back(std::move(label));
    }
    if (const std::string file = find_side_file(path, "weight"); !file.empty()) {
        data.weights = read_numbers(file, data.documents(), 0.0F);
    }
    if (const std::string file = find_side_file(path, "position"); !file.empty()) {
        for (const float position : read_numbers(file, data.documents(), 0.0F)) {
            data.positions.push_back(static_cast<std::uint32_t>(position));
        }
    }
}

void write_side_files(const Dataset& data, const std::string& path) {
    const bool beside = path != "-";
    const bool any = data.labels.size() > 1 || !data.weights.empty() || !data.positions.empty();
    if (any && !beside) {
        throw Error({"<stdout>"},
                    "label columns, weights and positions stand in files beside the data",
                    "name a file with -o");
    }
    const std::string base = without_compression(path);
    for (std::size_t c = 1; c < data.labels.size(); ++c) {
        write_label_column(fmt::format("{}.{}", base, data.labels[c].name), data.labels[c].values);
    }
    if (!data.weights.empty()) write_label_column(base + ".weight", data.weights);
    if (!data.positions.empty()) {
        const std::vector<float> positions(data.positions.begin(), data.positions.end());
        write_label_column(base + ".position", positions);
    }
}

}  // namespace gradus
