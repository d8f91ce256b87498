#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/settings_text.hpp"
#include "gradus/data/align_features.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/models/training_notes.hpp"

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

    /// As the model file calls it: "trees", "linear", …
    virtual std::string_view kind() const = 0;
    virtual std::size_t features() const = 0;
    virtual const std::string& feature_name(std::size_t feature) const = 0;
    virtual const TrainingNotes& notes() const = 0;
    /// The score of a document. Error where it has more or fewer values than the model features.
    float score(std::span<const float> features) const {
        check_values(features.size(), 1);
        return score_one(features);
    }
    /// Scores documents whose features stand one document behind the other. Error as above.
    void score_rows(std::span<const float> rows, std::span<float> scores) const {
        check_values(rows.size(), scores.size());
        score_many(rows, scores);
    }
    /// The text of the model file: schema version, feature names, everything needed to score; no
    /// time, path or host.
    virtual std::string to_text() const = 0;
    /// Why a document has its score; nothing where this kind of model cannot tell. Error as above.
    std::optional<Explanation> explain(std::span<const float> features) const {
        check_values(features.size(), 1);
        return explain_one(features);
    }
    /// A few lines for people: the kind of model, how it was made, its size, the features that
    /// count most.
    std::string summary(const Speller& speller = in_quotes) const;

  private:
    /// The last lines of the summary: its size, the features that count most.
    virtual std::string details() const = 0;
    virtual float score_one(std::span<const float> features) const = 0;
    /// The default asks score_one() for each; a faster one gives the same bits.
    virtual void score_many(std::span<const float> rows, std::span<float> scores) const;
    virtual std::optional<Explanation> explain_one(std::span<const float> /*features*/) const {
        return std::nullopt;
    }
    void check_values(std::size_t values, std::size_t documents) const {
        if (values != documents * features()) [[unlikely]]
            refuse_values(values, documents);
    }
    [[noreturn]] void refuse_values(std::size_t values, std::size_t documents) const;
};

/// The features of a model, for data to be matched with (align_features).
FeatureSchema schema_of(const Model& model);

/// Scores every document. Features are matched by FeatureAlignment, with its errors.
std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             unsigned threads);

/// The same with features that were matched already.
std::vector<float> score_all(const Model& model,
                             const Dataset& data,
                             const FeatureAlignment& alignment,
                             unsigned threads);

/// A document's features as the model knows them. Error as above.
std::vector<float> model_row(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             std::size_t document);

/// Writes a model file, whole or not at all. Error where it cannot be written.
void save_model(const Model& model, const std::string& path);
/// Reads a model file. Error for a damaged or foreign file, or one of another version.
std::unique_ptr<const Model> load_model(const std::string& path);
/// The same of text in memory; `source` stands in messages.
std::unique_ptr<const Model> model_from_text(std::string_view text, const std::string& source);

}  // namespace gradus
