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

/// The features of a model, for lines that have others.
struct FeatureLimit {
    std::size_t last = 0;   ///< the largest number; 0 = any
    std::size_t count = 0;  ///< how many; fewer than `last` where the model leaves out numbers
};

/// The same text to be scored, read as it comes. The options need no grades. A line with a feature
/// beyond the limit is an Error.
std::unique_ptr<DocumentStream> stream_letor(TextSource source,
                                             const ReadOptions& options,
                                             const FeatureLimit& limit);

/// The text of `data`; doubles as the oracle's counterpart in round-trip tests.
void write_letor(const Dataset& data, const std::string& path, const WriteOptions& options);

/// Appends " feature:value" for each feature of a row; NULL where it is missing. Features are
/// numbered by place, unless all have numbers for names: then these are their numbers.
class LetorFeatures {
  public:
    LetorFeatures(const Dataset& data, bool sparse);

    /// False where names of the data are lost.
    bool keeps_names() const { return keeps_names_; }
    void append(std::string& out, std::span<const float> row) const;

  private:
    struct Feature {
        std::size_t column;
        std::size_t number;
    };

    std::vector<Feature> features_;  ///< by rising number
    bool sparse_;
    bool keeps_names_ = true;
};

}  // namespace gradus
