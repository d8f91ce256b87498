// The file of a StepModel (docs/reference/formats.md).

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/models/formats/gradus/kinds.hpp"
#include "gradus/models/formats/gradus/model_json.hpp"

namespace gradus::model_json {
namespace {

class StepReader : public Reader {
  public:
    using Reader::Reader;

    Thresholds thresholds() const {
        Thresholds all;
        const Json* const rule = root().find("rule");
        if (rule == nullptr || (*rule != ">" && *rule != ">="))
            refuse("'rule' is neither > nor >=");
        all.rule = *rule == ">" ? ThresholdRule::strict : ThresholdRule::inclusive;
        for (const Json& item : list(root(), "features")) {
            const std::string place = place_of(all.features());
            all.feature_names.push_back(text(item, "name", place));
            all.of_feature.push_back(numbers<float>(item, "thresholds", place));
            const std::vector<float>& own = all.of_feature.back();
            if (own.size() > Thresholds::most) refuse(place + "there are too many thresholds");
            if (std::ranges::adjacent_find(own, std::greater_equal()) != own.end())
                refuse(place + "the thresholds do not rise");
        }
        return all;
    }

    std::vector<double> jumps(const Thresholds& thresholds) const {
        std::vector<double> all;
        std::size_t feature = 0;
        for (const Json& item : list(root(), "features")) {
            const std::string place = place_of(feature);
            const std::vector<double> own = numbers<double>(item, "jumps", place);
            if (own.size() != thresholds.of_feature[feature].size())
                refuse(place + "there are not as many jumps as thresholds");
            all.insert(all.end(), own.begin(), own.end());
            ++feature;
        }
        return all;
    }

  private:
    static std::string place_of(std::size_t feature) {
        return fmt::format("features[{}]: ", feature);
    }

    template <class Number>
    std::vector<Number> numbers(const Json& object,
                                const char* name,
                                const std::string& place) const {
        std::vector<Number> all;
        for (const Json& item : list(object, name, place))
            if (!assign(item, all.emplace_back()))
                refuse(
                    fmt::format("{}'{}'[{}] is not a valid number", place, name, all.size() - 1));
        return all;
    }
};

}  // namespace

std::string text_of(const StepModel& model) {
    const auto number = [](auto value) { return number_text(value); };
    std::string lines;
    std::span<const double> jumps = model.jumps();
    for (std::size_t j = 0; j < model.features(); ++j) {
        const std::vector<float>& own = model.thresholds().of_feature[j];
        lines += fmt::format("{}  {{\"name\": {},\n   \"thresholds\": [{}],\n   \"jumps\": [{}]}}",
                             j == 0 ? "" : ",\n",
                             quoted(model.feature_name(j)),
                             listed(own, ", ", number),
                             listed(jumps.first(own.size()), ", ", number));
        jumps = jumps.subspan(own.size());
    }
    return file_text(model,
                     fmt::format(" \"rule\": \"{}\",\n \"features\": [\n{}\n ]",
                                 model.thresholds().rule == ThresholdRule::strict ? ">" : ">=",
                                 lines));
}

std::unique_ptr<const StepModel> read(std::type_identity<StepModel> /*kind*/,
                                      const Json& root,
                                      const std::string& source) {
    const StepReader reader(root, source);
    Thresholds thresholds = reader.thresholds();
    std::vector<double> jumps = reader.jumps(thresholds);
    return std::make_unique<StepModel>(std::move(thresholds), std::move(jumps), reader.notes());
}

}  // namespace gradus::model_json
