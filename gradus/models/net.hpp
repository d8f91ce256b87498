#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/models/model.hpp"
#include "gradus/models/net_layers.hpp"
#include "gradus/models/training_notes.hpp"

namespace gradus {

class Json;

/// How a feature becomes an input of the net: (x − mean) / spread; a missing value becomes 0.
struct NetInput {
    std::string name;
    double mean = 0.0;
    double spread = 1.0;

    float standardised(float value) const {
        return value != value ? 0.0F
                              : static_cast<float>((static_cast<double>(value) - mean) / spread);
    }
};

/// Scores by a net with one hidden layer (net_layers.hpp), in float.
class NetModel final : public Model {
  public:
    /// As many weights as the shape has.
    NetModel(std::vector<NetInput> inputs,
             std::size_t hidden,
             std::vector<float> weights,
             TrainingNotes notes = {});

    const std::vector<NetInput>& inputs() const { return inputs_; }
    const net::Shape& shape() const { return shape_; }
    const std::vector<float>& weights() const { return weights_; }
    const TrainingNotes& notes() const override { return notes_; }

    std::string_view kind() const override { return "net"; }
    std::size_t features() const override { return inputs_.size(); }
    const std::string& feature_name(std::size_t feature) const override {
        return inputs_[feature].name;
    }
    std::string to_text() const override;
    /// Error, naming `source`, where the JSON is no such model.
    static std::unique_ptr<const NetModel> from_json(const Json& json, const std::string& source);

  private:
    std::string details() const override;
    float score_one(std::span<const float> features) const override;
    void score_many(std::span<const float> rows, std::span<float> scores) const override;

    std::vector<NetInput> inputs_;
    net::Shape shape_;
    std::vector<float> weights_;
    TrainingNotes notes_;
};

}  // namespace gradus
