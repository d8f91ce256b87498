#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {

/// What data is read for, as far as weights go.
enum class DataUse : unsigned char { looking, training, validation };

/// Says which files beside `path` its data was read with, and who uses them; and so of weights that
/// came with the data itself. Says nothing where there are neither. `learner` is that of a
/// training.
void note_side_files(const Dataset& data,
                     const std::string& path,
                     DataUse use,
                     const LearnerEntry* learner,
                     Session& session);

/// Names files beside `path` that look like label columns of its documents and were not asked for
/// with --columns, so that they are not written along.
void note_columns_left_behind(const Dataset& data,
                              const std::string& path,
                              std::span<const std::string> columns,
                              Session& session);

std::vector<std::string> names_of(std::span<const LabelColumn> columns);

/// Names files beside `path`, which is written anew with these further label columns, that look
/// like label columns of what stood there before.
void note_columns_of_earlier_data(const std::string& path,
                                  std::size_t documents,
                                  std::span<const std::string> written,
                                  Session& session);

}  // namespace gradus::cli
