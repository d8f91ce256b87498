#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/output_set.hpp"
#include "gradus/data/format.hpp"

namespace gradus {

/// Where the file NAME that belongs to `path` is: FILE.NAME, plain or compressed, FILE being `path`
/// without .gz or .zst. Empty where there is none.
std::string find_side_file(const std::string& path, std::string_view name);
/// Where the file NAME that belongs to `path` is written.
std::string side_file_path(const std::string& path, std::string_view name);

/// LightGBM's FILE.query, or XGBoost's FILE.group: the number of documents of each query, a line
/// each. Queries are then called 1, 2, … Empty where there is none.
std::string find_query_file(const std::string& path);
bool has_query_file(const std::string& path);
void read_query_file(Dataset& data, const std::string& path);
void add_query_file(OutputSet& files, const Dataset& data, const std::string& path);

/// Throws Error for names of further label columns that are no names, stand twice, or mean
/// something else: grade, query, weight, query_weight, position.
void check_column_names(std::span<const std::string> names);

/// Adds what stands beside a data file: the label columns asked for (FILE.NAME, a value a line in
/// document order, empty or NULL = missing), FILE.weight and FILE.position where there are such
/// files. `name` stands in messages.
void add_side_files(Dataset& data,
                    const std::string& path,
                    const std::string& name,
                    const ReadOptions& options);

/// Only FILE.weight and FILE.position. Data that has weights already may not have a FILE.weight
/// too.
void add_weight_and_position_files(Dataset& data, const std::string& path);

/// FILE.query_weight, where there is one: a weight for each query, for when the queries are
/// complete. It multiplies the weights of the query's documents, 1 where they have none.
void add_query_weight_file(Dataset& data, const std::string& path);
/// A factor for the weight of each document.
void multiply_weights(Dataset& data, std::span<const float> factors);

/// Adds the label columns behind the first, the weights and the positions of `data` to the files
/// that are written together with `path`. Throws Error where a FILE.weight or FILE.position of
/// earlier data would be taken for part of it.
void add_side_files_to(OutputSet& files, const Dataset& data, const std::string& path);
/// Only the positions, for a format that holds the rest.
void add_only_positions_to(OutputSet& files, const Dataset& data, const std::string& path);
/// The side files alone, for data that is there.
void write_side_files(const Dataset& data, const std::string& path);

/// A value a line; empty or a word for it (NULL, nan, NA) = missing, true = 1, false = 0. Exactly
/// `expected` lines, or Error.
std::vector<float> read_label_column(const std::string& path, std::size_t expected);

/// Scores that a ranker gave the documents, one a line; none may be missing. Doubles, as rounding
/// to floats would make ties of scores that lie close together.
std::vector<double> read_scores(const std::string& path, std::size_t expected);
/// The same, for callers that read other forms too: what to do where a line has several fields.
std::vector<double> read_scores(const std::string& path,
                                std::size_t expected,
                                const char* remedy_for_fields);
void write_label_column(const std::string& path, std::span<const float> values);

}  // namespace gradus
