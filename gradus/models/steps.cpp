#include "gradus/models/steps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/sealed_json.hpp"
#include "gradus/models/model_json.hpp"
#include "gradus/models/summary_text.hpp"

namespace gradus {
namespace {

class StepReader : public model_json::Reader {
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

StepModel::StepModel(Thresholds thresholds, std::vector<double> jumps, TrainingNotes notes)
    : thresholds_(std::move(thresholds)), jumps_(std::move(jumps)), notes_(std::move(notes)) {
    std::size_t next = 0;
    for (const std::vector<float>& own : thresholds_.of_feature) {
        begins_.push_back(heights_.size());
        heights_.push_back(0.0);
        for (std::size_t k = 0; k < own.size(); ++k)
            heights_.push_back(heights_.back() + jumps_[next++]);
    }
}

double StepModel::reach(std::size_t feature) const {
    const auto [lowest, highest] = std::ranges::minmax(heights(feature));
    return highest - lowest;
}

float StepModel::score_one(std::span<const float> features) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < begins_.size(); ++j) sum += term(j, features[j]);
    return static_cast<float>(sum);
}

std::optional<Explanation> StepModel::explain_one(std::span<const float> features) const {
    Explanation result;
    for (std::size_t j = 0; j < begins_.size(); ++j) result.values.push_back(term(j, features[j]));
    return result;
}

std::string StepModel::details() const {
    std::vector<std::size_t> order(features());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) { return reach(j); });
    std::string text = summary_text::line("features", std::to_string(features()));
    text += summary_text::line("thresholds", std::to_string(thresholds_.bits()));
    text += "\nfrom the lowest to the highest step\n";
    for (std::size_t i = 0; i < std::min(order.size(), summary_text::most_listed); ++i)
        text += fmt::format("  {:.4f}  {}\n", reach(order[i]), feature_name(order[i]));
    return text;
}

std::string StepModel::to_text() const {
    const auto number = [](auto value) { return model_json::number_text(value); };
    std::string lines;
    std::size_t next = 0;
    for (std::size_t j = 0; j < features(); ++j) {
        const std::vector<float>& own = thresholds_.of_feature[j];
        lines += fmt::format(
            "{}  {{\"name\": {},\n   \"thresholds\": [{}],\n   \"jumps\": [{}]}}",
            j == 0 ? "" : ",\n",
            model_json::quoted(feature_name(j)),
            model_json::listed(own, ", ", number),
            model_json::listed(std::span(jumps_).subspan(next, own.size()), ", ", number));
        next += own.size();
    }
    return sealed_json(fmt::format("{{\n{} \"rule\": \"{}\",\n \"features\": [\n{}\n ]\n}}\n",
                                   model_json::head("steps", notes_),
                                   thresholds_.rule == ThresholdRule::strict ? ">" : ">=",
                                   lines));
}

std::unique_ptr<const StepModel> StepModel::from_json(const Json& json, const std::string& source) {
    const StepReader reader(json, source);
    Thresholds thresholds = reader.thresholds();
    std::vector<double> jumps = reader.jumps(thresholds);
    return std::make_unique<StepModel>(std::move(thresholds), std::move(jumps), reader.notes());
}

}  // namespace gradus
