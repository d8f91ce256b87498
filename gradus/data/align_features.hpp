#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gradus/data/dataset.hpp"
#include "gradus/data/feature_names.hpp"
#include "gradus/data/gaps.hpp"

namespace gradus {

/// The features that a model or a training knows, in its order.
struct FeatureSchema {
    std::vector<std::string> names;  ///< "1", "2", … where features are known by number
    std::optional<Gaps> gaps{};      ///< what a feature counts as that a line leaves out
    std::string owner{};             ///< in messages: "the model"
    std::vector<bool> used{};        ///< by feature: it makes a difference; empty = all do
};

/// The features of training data, for validation data to be matched with.
FeatureSchema schema_of(const Dataset& train);

/// True where the data names its features by words and the schema only numbers them, so that the
/// first column is taken for the first feature, and so on.
bool matches_by_place(const FeatureSchema& schema, const Dataset& data);

/// What happens to features of the data that the schema does not have.
enum class ExtraFeatures : unsigned char { refuse, ignore };

/// How the columns of a data set become the features of a schema. Names decide, in whatever order
/// they stand; features without names are called 1, 2, …, so that those of LETOR text are matched
/// by number. Only where the one side is called by words and the other has no names does the place
/// decide. Sparse data may have fewer features than the schema: the others count as the schema
/// says of gaps. A document's features so depend on no other document.
class FeatureAlignment {
  public:
    /// Error, naming `data_name`, where a table lacks a feature, where the data has features that
    /// the schema does not have (unless they are ignored), or was read with other gaps. A feature
    /// that LETOR text numbers and no document has is not counted as one that the data has.
    FeatureAlignment(const FeatureSchema& schema,
                     const Dataset& data,
                     const std::string& data_name,
                     ExtraFeatures extra = ExtraFeatures::refuse);

    /// Nothing has to be moved, filled or left out.
    bool is_identity() const { return identity_; }
    std::size_t features() const { return columns_.size(); }
    /// Features of the data that are left out.
    std::size_t ignored() const { return ignored_; }
    /// A feature of one document of the data.
    float value(std::span<const float> row, std::size_t feature) const {
        const std::size_t column = columns_[feature];
        return column < row.size() ? row[column] : gap_;
    }
    /// One document of the data, as wide as the schema.
    void copy(std::span<const float> row, std::span<float> aligned) const;
    /// Documents [begin, end) of the data, one behind the other.
    std::vector<float> rows(const Dataset& data, std::size_t begin, std::size_t end) const;

  private:
    void match_names(const FeatureSchema& schema,
                     const Dataset& data,
                     const std::vector<std::string>& names,
                     const std::string& data_name,
                     ExtraFeatures extra);
    void match_places(const FeatureSchema& schema,
                      const Dataset& data,
                      const std::string& data_name,
                      ExtraFeatures extra);

    std::vector<std::size_t> columns_;  ///< by feature: the column of the data, or none
    std::size_t ignored_ = 0;
    float gap_ = 0.0F;
    bool identity_ = false;
};

/// Gives the data the features of the schema, in its order. How many of the data's own were left
/// out; Error as above.
std::size_t align_features(Dataset& data,
                           const FeatureSchema& schema,
                           const std::string& data_name,
                           ExtraFeatures extra = ExtraFeatures::refuse);

/// A copy of the data with the features of the schema; nothing where the data has just these.
std::optional<Dataset> aligned_copy(const Dataset& data,
                                    const FeatureSchema& schema,
                                    const std::string& data_name);

}  // namespace gradus
