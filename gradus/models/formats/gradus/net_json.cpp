// The file of a NetModel (docs/reference/formats.md).

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/models/formats/gradus/kinds.hpp"
#include "gradus/models/formats/gradus/model_json.hpp"

namespace gradus::model_json {
namespace {

constexpr std::size_t most_hidden = 100'000;

class NetReader : public Reader {
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
            all.push_back({names[j], {.mean = means[j], .spread = spreads[j]}});
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

std::string text_of(const NetModel& model) {
    const net::Shape& shape = model.shape();
    const auto number = [&](std::size_t place) { return number_text(model.weights()[place]); };
    const auto column = [&](auto text_of_input) {
        return listed(model.inputs(), ", ", text_of_input);
    };
    std::string units;
    for (std::size_t unit = 0; unit < shape.hidden; ++unit) {
        std::string numbers;
        for (std::size_t j = 0; j < shape.inputs; ++j)
            numbers += number(shape.weight(j, unit)) + ", ";
        units += fmt::format("{}  [{}{}, {}]",
                             unit == 0 ? "" : ",\n",
                             numbers,
                             number(shape.bias(unit)),
                             number(shape.output(unit)));
    }
    return file_text(
        model,
        fmt::format(
            " \"features\": [{}],\n \"mean\": [{}],\n \"spread\": [{}],\n \"units\": [\n{}\n ]",
            column([](const NetInput& input) { return quoted(input.name); }),
            column([](const NetInput& input) { return number_text(input.scale.mean); }),
            column([](const NetInput& input) { return number_text(input.scale.spread); }),
            units));
}

std::unique_ptr<const NetModel> read(std::type_identity<NetModel> /*kind*/,
                                     const Json& root,
                                     const std::string& source) {
    const NetReader reader(root, source);
    std::vector<NetInput> inputs = reader.inputs();
    const net::Shape shape{.inputs = inputs.size(), .hidden = reader.hidden()};
    return std::make_unique<NetModel>(
        std::move(inputs), shape.hidden, reader.weights(shape), reader.notes());
}

}  // namespace gradus::model_json
