#include "gradus/models/model_json.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::model_json {

using nlohmann::json;

std::string quoted(const std::string& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string number_text(double value) {
    // "-0" would be read as a whole number, which has no sign there.
    return value == 0.0 && std::signbit(value) ? "-0.0" : shortest(value);
}

std::string number_text(float value) {
    if (value == 0.0F) return number_text(static_cast<double>(value));
    const std::string text = shortest(value);
    const bool enough = static_cast<float>(number_from(text).value_or(0.0)) == value;
    return enough ? text : shortest(static_cast<double>(value));
}

namespace {

std::string outcome_text(const TrainingOutcome& outcome) {
    const auto values = [](const TrainingOutcome::Values& all) {
        // An undefined value has no number in JSON.
        return listed(all, ", ", [](const auto& each) {
            return fmt::format("[{}, {}]",
                               quoted(each.first),
                               std::isfinite(each.second) ? number_text(each.second) : "null");
        });
    };
    std::string text = fmt::format(
        R"({{"kept": {}, "stopped": {})", quoted(outcome.kept), quoted(outcome.stopped));
    if (!outcome.advice.empty()) text += fmt::format(", \"advice\": {}", quoted(outcome.advice));
    return text + fmt::format(R"(, "validation": [{}], "training": [{}]}})",
                              values(outcome.validation),
                              values(outcome.training));
}

}  // namespace

std::string head(const std::string& kind, const TrainingNotes& notes) {
    const auto pair = [](const std::pair<std::string, std::string>& parameter) {
        return fmt::format("[{}, {}]", quoted(parameter.first), quoted(parameter.second));
    };
    const std::string outcome =
        notes.outcome.kept.empty()
            ? ""
            : fmt::format(" \"outcome\": {},\n", outcome_text(notes.outcome));
    return fmt::format(
        " \"format\": \"gradus-model\",\n \"version\": 1,\n \"model\": {},\n"
        " \"learner\": {},\n \"targets\": [{}],\n \"parameters\": [{}],\n{}{}",
        quoted(kind),
        quoted(notes.learner),
        listed(notes.targets, ", ", quoted),
        listed(notes.parameters, ", ", pair),
        notes.gaps ? fmt::format(" \"gaps\": \"{}\",\n", gaps_name(*notes.gaps)) : "",
        outcome);
}

void Reader::refuse(const std::string& what) const {
    throw Error(
        {source_}, "the model file is damaged: " + what, "give a model that gradus train wrote");
}

const json& Reader::list(const json& object, const char* name, const std::string& place) const {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_array())
        refuse(fmt::format("{}'{}' is no list", place, name));
    return *found;
}

bool Reader::assign(const json& item, double& value) {
    if (!item.is_number()) return false;
    value = item.get<double>();
    return std::isfinite(value);
}

bool Reader::assign(const json& item, float& value) {
    constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
    double wide = 0.0;
    if (!assign(item, wide)) return false;
    // The shortest decimal of the largest float lies above it, as a double; so what counts is
    // whether it is rounded to a float or to infinity, half a unit in the last place higher.
    constexpr double rounded_to_infinity = 0x1.ffffffp127;
    if (!(std::abs(wide) < rounded_to_infinity)) return false;
    value = std::abs(wide) > largest ? static_cast<float>(std::copysign(largest, wide))
                                     : static_cast<float>(wide);
    return true;
}

bool Reader::assign(const json& item, bool& value) {
    if (item != 0 && item != 1) return false;
    value = item == 1;
    return true;
}

std::vector<std::string> Reader::strings(const char* name) const {
    std::vector<std::string> all;
    for (const json& item : list(root_, name)) {
        if (!item.is_string()) refuse(fmt::format("'{}' has an entry that is no text", name));
        all.push_back(item.get<std::string>());
    }
    return all;
}

TrainingNotes Reader::notes() const {
    TrainingNotes notes;
    const auto learner = root_.find("learner");
    if (learner == root_.end() || !learner->is_string()) refuse("'learner' is no text");
    notes.learner = learner->get<std::string>();
    notes.targets = strings("targets");
    for (const json& item : list(root_, "parameters")) {
        if (!item.is_array() || item.size() != 2 || !item[0].is_string() || !item[1].is_string())
            refuse("'parameters' has an entry that is no pair of texts");
        notes.parameters.emplace_back(item[0].get<std::string>(), item[1].get<std::string>());
    }
    notes.gaps = gaps();
    if (root_.contains("outcome")) notes.outcome = outcome();
    return notes;
}

std::optional<Gaps> Reader::gaps() const {
    const auto found = root_.find("gaps");
    if (found == root_.end()) return std::nullopt;  // of an earlier version
    for (const Gaps known : {Gaps::zero, Gaps::missing})
        if (*found == gaps_name(known)) return known;
    refuse("'gaps' is neither zero nor missing");
}

TrainingOutcome Reader::outcome() const {
    const json& from = root_.at("outcome");
    const auto text = [&](const char* name) {
        const auto found = from.find(name);
        if (found == from.end()) return std::string();
        if (!found->is_string()) refuse(fmt::format("'outcome' has no text '{}'", name));
        return found->get<std::string>();
    };
    const auto values = [&](const char* name) {
        TrainingOutcome::Values all;
        for (const json& item : list(from, name, "outcome: ")) {
            const bool is_pair = item.is_array() && item.size() == 2 && item[0].is_string() &&
                                 (item[1].is_number() || item[1].is_null());
            if (!is_pair) refuse(fmt::format("'{}' of 'outcome' is not a list of measures", name));
            all.emplace_back(item[0].get<std::string>(),
                             item[1].is_null() ? std::numeric_limits<double>::quiet_NaN()
                                               : item[1].get<double>());
        }
        return all;
    };
    if (!from.is_object()) refuse("'outcome' is not an object");
    return {.kept = text("kept"),
            .stopped = text("stopped"),
            .advice = text("advice"),
            .validation = values("validation"),
            .training = values("training")};
}

double Reader::number(const char* name) const {
    const auto found = root_.find(name);
    double value = 0.0;
    if (found == root_.end() || !assign(*found, value))
        refuse(fmt::format("'{}' is no number", name));
    return value;
}

template <class Number>
std::vector<Number> Reader::numbers(const char* name) const {
    std::vector<Number> all;
    for (const json& item : list(root_, name)) {
        Number& value = all.emplace_back();
        if (!assign(item, value))
            refuse(fmt::format("'{}'[{}] is no such number", name, all.size() - 1));
    }
    return all;
}

std::vector<float> Reader::floats(const char* name) const {
    return numbers<float>(name);
}

std::vector<double> Reader::doubles(const char* name) const {
    return numbers<double>(name);
}

}  // namespace gradus::model_json
