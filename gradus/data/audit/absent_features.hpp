#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gradus/data/align_features.hpp"

namespace gradus {

/// Finds the features that a schema uses and that no document of sparse data has: every document
/// leaves them out, or gives them the value that absent ones have. Looks at each feature only up to
/// the first document that has it.
class AbsentFeatures {
  public:
    explicit AbsentFeatures(const FeatureSchema& schema);

    /// Documents that have the features of the schema, in its order.
    void add(const Dataset& data);
    /// Documents as they were read.
    void add(const Dataset& data, const FeatureAlignment& alignment);

    /// Those that no document has so far; none where the data is a table, which has every value.
    const std::vector<std::size_t>& features() const { return features_; }
    std::size_t documents() const { return documents_; }
    std::optional<Gaps> gaps() const { return gaps_; }

  private:
    template <class ValueOf>
    void take(const Dataset& data, const ValueOf& value_of);

    std::vector<std::size_t> features_;
    std::size_t documents_ = 0;
    std::optional<Gaps> gaps_;
};

/// By feature: some document has it. Every feature of a table counts as such.
std::vector<bool> occurring_features(const Dataset& data);

}  // namespace gradus
