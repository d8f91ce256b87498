#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gradus/models/model.hpp"

namespace gradus::testing {

/// A small random model of each kind, of features "1", "2", …, with all notes of a training.
std::vector<std::unique_ptr<const Model>> all_kinds(std::uint64_t seed, std::size_t features = 3);

/// Rows for a model to score, one behind the other; some values are missing.
std::vector<float> random_rows(std::uint64_t seed, std::size_t documents, std::size_t features);

}  // namespace gradus::testing
