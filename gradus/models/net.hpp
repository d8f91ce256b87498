#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/feature_scale.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/net_shape.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

/// A feature, and how its value becomes an input of the net.
struct NetInput {
    std::string name;
    FeatureScale scale{};

    float standardised(float value) const { return static_cast<float>(scale.standardised(value)); }
};

/// Scores by a net with one hidden layer (net_shape.hpp) of standardised inputs, in float. A
/// missing value counts as the mean.
class NetModel final : public Model {
  public:
    static constexpr std::string_view kind_name = "net";

    /// As many weights as the shape has.
    NetModel(std::vector<NetInput> inputs,
             std::size_t hidden,
             std::vector<float> weights,
             TrainingNotes notes = {});

    const std::vector<NetInput>& inputs() const { return inputs_; }
    const net::Shape& shape() const { return shape_; }
    const std::vector<float>& weights() const { return weights_; }

    std::string_view kind() const override { return kind_name; }
    std::size_t features() const override { return inputs_.size(); }
    const std::string& feature_name(std::size_t feature) const override {
        return inputs_[feature].name;
    }
    const TrainingNotes& notes() const override { return notes_; }
    std::vector<Importance> importance() const override { return {}; }
    std::vector<bool> used_features() const override { return {}; }
    bool takes_missing_as_mean() const override { return true; }
    std::vector<ModelSize> sizes() const override { return {}; }

  private:
    AnyModel as_any() const override { return this; }
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    std::optional<Explanation> explain_one(std::span<const float> features) const override;

    std::vector<NetInput> inputs_;
    net::Shape shape_;
    std::vector<float> weights_;
    TrainingNotes notes_;
};

}  // namespace gradus
