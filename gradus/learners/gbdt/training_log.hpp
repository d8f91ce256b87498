#pragma once

#include <chrono>
#include <cstddef>
#include <fstream>
#include <optional>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "gradus/learners/gbdt/watch.hpp"
#include "gradus/objectives/lambda_trace.hpp"

namespace gradus::gbdt {

/// What was found in the lambdas, without the number of trees.
nlohmann::ordered_json to_json(const LambdaPoint& point);

/// A file that grows by one line of JSON a tree, for viewers that follow a training. After a resume
/// lines may come again; the newest of a tree counts.
class TrainingLog {
  public:
    /// "" writes nothing.
    explicit TrainingLog(const std::string& path);

    void write(std::size_t tree_number,
               const Tree& tree,
               const Watch* watch,
               std::span<const Target> targets,
               const std::optional<LambdaPoint>& lambdas = {});
    void resume(std::size_t trees);

  private:
    std::ofstream file_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace gradus::gbdt
