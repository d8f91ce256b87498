#include "gradus/models/net.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/models/summary_text.hpp"

namespace gradus {
namespace {

/// How much each input can move the score: Σ over units of |weight to it · weight of it|.
std::vector<double> influences(const NetModel& model) {
    const net::Shape& shape = model.shape();
    std::vector<double> all(shape.inputs);
    for (std::size_t j = 0; j < shape.inputs; ++j) {
        for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
            all[j] += std::abs(static_cast<double>(model.weights()[shape.weight(j, unit)]) *
                               static_cast<double>(model.weights()[shape.output(unit)]));
        }
    }
    return all;
}

}  // namespace

NetModel::NetModel(std::vector<NetInput> inputs,
                   std::size_t hidden,
                   std::vector<float> weights,
                   TrainingNotes notes)
    : inputs_(std::move(inputs)),
      shape_{.inputs = inputs_.size(), .hidden = hidden},
      weights_(std::move(weights)),
      notes_(std::move(notes)) {
    assert(weights_.size() == shape_.weights());
}

// One document, unit by unit; the order of the sums is that of all scores.
float NetModel::score_one(std::span<const float> features) const {
    constexpr std::size_t block = net::Shape::block;
    std::vector<float> inputs(inputs_.size());
    for (std::size_t j = 0; j < inputs.size(); ++j)
        inputs[j] = inputs_[j].standardised(features[j]);
    if (shape_.hidden == 0) {
        std::array<float, block> sums{};
        for (std::size_t j = 0; j < inputs.size(); ++j) sums[j % block] += weights_[j] * inputs[j];
        return net::sum_of(sums);
    }
    float score = 0.0F;
    for (std::size_t first = 0; first < shape_.lanes(); first += block) {
        std::array<float, block> parts{};
        for (std::size_t lane = 0; lane < block; ++lane) {
            const std::size_t unit = first + lane;
            float sum = weights_[shape_.bias(unit)];
            for (std::size_t j = 0; j < inputs.size(); ++j)
                sum += inputs[j] * weights_[shape_.weight(j, unit)];
            parts[lane] = net::squash(sum) * weights_[shape_.output(unit)];
        }
        score += net::sum_of(parts);
    }
    return score;
}

std::optional<Explanation> NetModel::explain_one(std::span<const float> /*features*/) const {
    return std::nullopt;
}

std::string NetModel::details() const {
    const std::vector<double> all = influences(*this);
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) { return all[j]; });
    std::string text = summary_text::line(
        "hidden", fmt::format("{} unit{}", shape_.hidden, shape_.hidden == 1 ? "" : "s"));
    text += summary_text::line("features", std::to_string(features()));
    text += "\nfeatures that can move the score most\n";
    for (std::size_t i = 0; i < std::min(order.size(), summary_text::most_listed); ++i)
        text += fmt::format("  {:.4f}  {}\n", all[order[i]], inputs_[order[i]].name);
    return text;
}

}  // namespace gradus
