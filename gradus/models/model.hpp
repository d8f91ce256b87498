#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gradus/base/settings_text.hpp"
#include "gradus/data/align_features.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

class LinearModel;
class NetModel;
class StepModel;
class TreeEnsemble;

/// A model as what it is. The list of kinds is closed: whoever treats each in its own way (formats,
/// scoring) visits it, and does not compile before it says what it does with a new one.
using AnyModel =
    std::variant<const LinearModel*, const NetModel*, const StepModel*, const TreeEnsemble*>;

/// A score taken apart: the expectation and the values of the features add up to it.
struct Explanation {
    double expectation = 0.0;    ///< what the model says of a document of which nothing is known
    std::vector<double> values;  ///< by feature
};

/// One way of saying how much each feature counts.
struct Importance {
    std::string name;  ///< "gain", "weight", …
    std::vector<double> by_feature;
    bool is_count = false;   ///< whole numbers
    bool is_signed = false;  ///< a feature counts as much as the value is far from 0
};

/// Something that a model has many of.
struct ModelSize {
    std::string name;  ///< "trees", "thresholds"
    std::size_t count = 0;
};

/// What learning produces. A value: it never changes, and a reloaded model scores bit for bit the
/// same. A Scorer (gradus/scoring) made of it gives many documents the same scores faster.
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

    /// The score of a document, by the formula. Error where it has more or fewer values than the
    /// model features.
    float score(std::span<const float> features) const;
    /// Why a document has its score; nothing where this kind of model cannot tell. Error as above.
    std::optional<Explanation> explain(std::span<const float> features) const;

    /// What the model tells of its features by itself, in the order in which people want to know
    /// it; nothing where it cannot tell.
    virtual std::vector<Importance> importance() const = 0;
    /// By feature: its value can change a score. Empty where that is not known.
    virtual std::vector<bool> used_features() const = 0;
    /// A missing value counts as the mean of its feature.
    virtual bool takes_missing_as_mean() const = 0;
    virtual std::vector<ModelSize> sizes() const = 0;
    /// A few lines for people: the kind of model, how it was made, its size, the features that
    /// count most.
    std::string summary(const Speller& speller = in_quotes) const;

    /// The text of its file in Gradus's own format (gradus/models/model_format.hpp).
    std::string to_text() const;

    /// What the visitor says to the model as what it is.
    template <class Visitor>
    decltype(auto) visit(const Visitor& visitor) const {
        return std::visit([&](const auto* model) -> decltype(auto) { return visitor(*model); },
                          as_any());
    }
    /// The model as one of this kind; null where it is of another.
    template <class Kind>
    const Kind* as() const {
        const AnyModel any = as_any();
        const Kind* const* const found = std::get_if<const Kind*>(&any);
        return found == nullptr ? nullptr : *found;
    }

  private:
    virtual AnyModel as_any() const = 0;
    /// The last lines of the summary: its size, the features that count most.
    virtual std::string details() const = 0;
    virtual float score_one(std::span<const float> features) const = 0;
    virtual std::optional<Explanation> explain_one(std::span<const float> features) const = 0;
};

/// Error where these are not the values of so many documents.
void check_values(std::size_t values, std::size_t documents, std::size_t features);

/// The features of a model, for data to be matched with (align_features).
FeatureSchema schema_of(const Model& model);

/// A document's features as the model knows them, by name. Error where they do not fit
/// (FeatureAlignment).
std::vector<float> model_row(const Model& model,
                             const Dataset& data,
                             const std::string& data_name,
                             std::size_t document);

}  // namespace gradus
