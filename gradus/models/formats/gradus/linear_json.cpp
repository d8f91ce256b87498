// The file of a LinearModel (docs/reference/formats.md).

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/models/formats/gradus/kinds.hpp"
#include "gradus/models/formats/gradus/model_json.hpp"

namespace gradus::model_json {
namespace {

class LinearReader : public Reader {
  public:
    using Reader::Reader;

    std::vector<LinearModel::Feature> features() const {
        std::vector<LinearModel::Feature> all;
        for (const Json& item : list(root(), "features")) {
            const std::string place = fmt::format("features[{}]: ", all.size());
            all.push_back({.name = text(item, "name", place),
                           .scale = {.mean = number(item, "mean", place),
                                     .spread = number(item, "spread", place)},
                           .weight = number(item, "weight", place)});
            if (all.back().scale.spread <= 0.0) refuse(place + "'spread' is not above 0");
        }
        return all;
    }
};

}  // namespace

std::string text_of(const LinearModel& model) {
    const auto line = [](const LinearModel::Feature& feature) {
        return fmt::format(R"(  {{"name": {}, "mean": {}, "spread": {}, "weight": {}}})",
                           quoted(feature.name),
                           number_text(feature.scale.mean),
                           number_text(feature.scale.spread),
                           number_text(feature.weight));
    };
    return file_text(model,
                     fmt::format(" \"features\": [\n{}\n ]", listed(model.weights(), ",\n", line)));
}

std::unique_ptr<const LinearModel> read(std::type_identity<LinearModel> /*kind*/,
                                        const Json& root,
                                        const std::string& source) {
    const LinearReader reader(root, source);
    // Written by hand, or by an early version: nothing is known of how it was made.
    TrainingNotes notes = root.contains("learner") ? reader.notes() : TrainingNotes{};
    notes.gaps = reader.gaps();
    return std::make_unique<LinearModel>(reader.features(), std::move(notes));
}

}  // namespace gradus::model_json
