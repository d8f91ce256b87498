#pragma once

#include <memory>
#include <span>
#include <string>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// What learning produces. A value: scoring changes nothing, and a reloaded model scores bit for
/// bit the same.
class Model {
  public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    Model(Model&&) = delete;
    Model& operator=(Model&&) = delete;
    virtual ~Model() = default;

    virtual std::size_t features() const = 0;
    virtual float score(std::span<const float> features) const = 0;
    /// The text of the model file: schema version, feature names, everything needed to score; no
    /// time, path or host.
    virtual std::string to_text() const = 0;
};

/// Scores every document. Error when the data has more features than the model knows; absent ones
/// count as missing.
std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads);

/// Reads a model file. Error for a damaged or foreign file, or one of another version.
std::unique_ptr<const Model> load_model(const std::string& path);

}  // namespace gradus
