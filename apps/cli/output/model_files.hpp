#pragma once

#include <span>
#include <string>
#include <vector>

#include "gradus/base/output_set.hpp"
#include "gradus/models/model.hpp"

namespace gradus::cli {

/// The files for the models of one training, which appear together. They are opened before the
/// work, so that a place that cannot be written is told then. Models that cannot be put there
/// after the work are not lost: they go to the folder for temporary files.
class ModelFiles {
  public:
    /// Error where the file cannot be written, or its ending promises something else.
    void add(const std::string& path);
    const std::vector<std::string>& names() const { return names_; }
    /// A model for each file. Error where one cannot be written, with where the models are now.
    void write(std::span<const Model* const> models);

  private:
    std::vector<std::string> rescued(std::span<const Model* const> models) const;

    OutputSet set_;
    std::vector<TextSink*> sinks_;
    std::vector<std::string> names_;
};

}  // namespace gradus::cli
