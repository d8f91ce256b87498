#pragma once

#include <memory>

#include "gradus/base/text_source.hpp"
#include "gradus/data/document_stream.hpp"
#include "gradus/data/format.hpp"

namespace gradus {

/// Reads separated values whose header, or column description, says what each column is. The side
/// files of positions and weights are looked for beside `path` when it is not empty.
Dataset read_csv(TextSource source,
                 const std::string& path,
                 char separator,
                 const ReadOptions& options);

/// The same to be scored, read as it comes. The options need no grades.
std::unique_ptr<DocumentStream> stream_csv(TextSource source,
                                           char separator,
                                           const ReadOptions& options);

/// Writes query, document, grade, label columns, weight and features, with a header. Shown
/// positions go to their side file.
void write_csv(const Dataset& data,
               const std::string& path,
               char separator,
               const WriteOptions& options);

}  // namespace gradus
