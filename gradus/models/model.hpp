#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/dataset.hpp"

namespace gradus {

/// A score taken apart: the expectation and the values of the features add up to it.
struct Explanation {
    double expectation = 0.0;    ///< what the model says of a document of which nothing is known
    std::vector<double> values;  ///< by feature
};

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
    virtual const std::string& feature_name(std::size_t feature) const = 0;
    virtual float score(std::span<const float> features) const = 0;
    /// Scores documents whose features stand one document behind the other. The default asks
    /// score() for each; a faster one gives the same bits.
    virtual void score_rows(std::span<const float> rows, std::span<float> scores) const;
    /// The text of the model file: schema version, feature names, everything needed to score; no
    /// time, path or host.
    virtual std::string to_text() const = 0;
    /// Why a document has its score; nothing where this kind of model cannot tell.
    virtual std::optional<Explanation> explain(std::span<const float> /*features*/) const {
        return std::nullopt;
    }
    /// A few lines for people: the kind of model, its size, the features that count most.
    virtual std::string summary() const = 0;
};

/// Error when the data has more features than the model knows, or calls them otherwise: features
/// are known by their place, and where data and model both name them, the names must agree.
void check_features(const Model& model, const Dataset& data, const std::string& data_name);

/// Scores every document. Error as above; absent features count as missing.
std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads);

/// A document's features, with missing values behind them for the features that only the model
/// knows. Error as above.
std::vector<float> model_row(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             std::size_t document);

/// Reads a model file. Error for a damaged or foreign file, or one of another version.
std::unique_ptr<const Model> load_model(const std::string& path);
/// The same of text in memory; `source` stands in messages.
std::unique_ptr<const Model> model_from_text(std::string_view text, const std::string& source);

}  // namespace gradus
