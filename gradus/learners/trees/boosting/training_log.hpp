#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "gradus/base/json.hpp"
#include "gradus/learners/training/json_log.hpp"
#include "gradus/learners/trees/boosting/watch.hpp"
#include "gradus/objectives/diagnostics/lambda_trace.hpp"

namespace gradus::gbdt {

/// What was found in the lambdas, without the number of trees.
Json to_json(const LambdaPoint& point);

/// A line of JSON a tree.
class TrainingLog {
  public:
    TrainingLog(const TrainingFiles& files, Progress& progress) : log_(files, progress) {}

    void write(std::size_t tree_number,
               const Tree& tree,
               const Watch* watch,
               std::span<const NamedMeasure> targets,
               const std::optional<LambdaPoint>& lambdas = {});
    void resume(std::size_t trees) { log_.resume(trees); }

  private:
    JsonLog log_;
};

}  // namespace gradus::gbdt
