#pragma once

#include <cstddef>
#include <memory>

#include "gradus/base/text_source.hpp"
#include "gradus/data/document_stream.hpp"
#include "gradus/data/format.hpp"

namespace gradus {

/// Reads LETOR/SVMLight text: `grade qid:ID feature:value … # comment`. Side files are looked for
/// beside `path` when it is not empty.
Dataset read_letor(TextSource source, const std::string& path, const ReadOptions& options);

/// The same text to be scored, read as it comes. The options need no grades. A line with a feature
/// beyond `most_features` is an Error; 0 allows any.
std::unique_ptr<DocumentStream> stream_letor(TextSource source,
                                             const ReadOptions& options,
                                             std::size_t most_features);

/// The text of `data`; doubles as the oracle's counterpart in round-trip tests.
void write_letor(const Dataset& data, const std::string& path, const WriteOptions& options);

/// Appends " feature:value" for each feature; NULL where it is missing.
void append_letor_features(std::string& out, std::span<const float> features, bool sparse);

}  // namespace gradus
