#include "gradus/models/net.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/sealed_json.hpp"
#include "gradus/models/model_json.hpp"
#include "gradus/models/summary_text.hpp"

namespace gradus {
namespace {

constexpr std::size_t most_hidden = 100'000;
constexpr std::size_t rows_at_once = 64;

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

class NetReader : public model_json::Reader {
  public:
    using Reader::Reader;

    std::vector<NetInput> inputs() const {
        const std::vector<std::string> names = strings("features");
        const std::vector<double> means = doubles("mean");
        const std::vector<double> spreads = doubles("spread");
        if (means.size() != names.size() || spreads.size() != names.size())
            refuse("'features', 'mean' and 'spread' are not equally long");
        std::vector<NetInput> all;
        for (std::size_t j = 0; j < names.size(); ++j) {
            if (spreads[j] <= 0.0) refuse(fmt::format("'spread'[{}] is not above 0", j));
            all.push_back({names[j], means[j], spreads[j]});
        }
        return all;
    }

    std::size_t hidden() const {
        const std::size_t units = list(root(), "units").size();
        if (units == 0 || units > most_hidden) refuse(fmt::format("'units' has {} entries", units));
        return units;
    }

    std::vector<float> weights(const net::Shape& shape) const {
        std::vector<float> all(shape.weights());
        std::size_t unit = 0;
        for (const Json& numbers : list(root(), "units")) {
            if (!numbers.is_array() || numbers.size() != shape.inputs + 2)
                refuse(
                    fmt::format("'units'[{}] is not a list of {} numbers", unit, shape.inputs + 2));
            for (std::size_t j = 0; j < numbers.size(); ++j) {
                const std::size_t place = j < shape.inputs    ? shape.weight(j, unit)
                                          : j == shape.inputs ? shape.bias(unit)
                                                              : shape.output(unit);
                if (!assign(numbers.at(j), all[place]))
                    refuse(fmt::format("'units'[{}][{}] is not a valid number", unit, j));
            }
            ++unit;
        }
        return all;
    }
};

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

float NetModel::score_one(std::span<const float> features) const {
    float score = 0.0F;
    score_many(features, std::span(&score, 1));
    return score;
}

void NetModel::score_many(std::span<const float> rows, std::span<float> scores) const {
    const std::size_t width = inputs_.size();
    std::vector<float> inputs(std::min(rows_at_once, scores.size()) * width);
    std::vector<float> units(std::min(rows_at_once, scores.size()) * shape_.lanes());
    for (std::size_t begin = 0; begin < scores.size(); begin += rows_at_once) {
        const std::size_t count = std::min(rows_at_once, scores.size() - begin);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < width; ++j)
                inputs[i * width + j] = inputs_[j].standardised(rows[(begin + i) * width + j]);
        net::forward(shape_,
                     weights_,
                     std::span<const float>(inputs).first(count * width),
                     std::span(units).first(count * shape_.lanes()),
                     scores.subspan(begin, count));
    }
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

std::string NetModel::to_text() const {
    using model_json::number_text;
    const auto column = [&](auto text_of_input) {
        return model_json::listed(inputs_, ", ", text_of_input);
    };
    std::string units;
    for (std::size_t unit = 0; unit < shape_.hidden; ++unit) {
        std::string numbers;
        for (std::size_t j = 0; j < shape_.inputs; ++j)
            numbers += number_text(weights_[shape_.weight(j, unit)]) + ", ";
        units += fmt::format("{}  [{}{}, {}]",
                             unit == 0 ? "" : ",\n",
                             numbers,
                             number_text(weights_[shape_.bias(unit)]),
                             number_text(weights_[shape_.output(unit)]));
    }
    return sealed_json(
        fmt::format("{{\n{} \"features\": [{}],\n \"mean\": [{}],\n \"spread\": [{}],\n"
                    " \"units\": [\n{}\n ]\n}}\n",
                    model_json::head("net", notes_),
                    column([](const NetInput& input) { return model_json::quoted(input.name); }),
                    column([](const NetInput& input) { return number_text(input.mean); }),
                    column([](const NetInput& input) { return number_text(input.spread); }),
                    units));
}

std::unique_ptr<const NetModel> NetModel::from_json(const Json& json, const std::string& source) {
    const NetReader reader(json, source);
    std::vector<NetInput> inputs = reader.inputs();
    const net::Shape shape{.inputs = inputs.size(), .hidden = reader.hidden()};
    return std::make_unique<NetModel>(
        std::move(inputs), shape.hidden, reader.weights(shape), reader.notes());
}

}  // namespace gradus
