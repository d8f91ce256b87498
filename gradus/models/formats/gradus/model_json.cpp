#include "gradus/models/formats/gradus/model_json.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/sealed_json.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/models/foreign_models.hpp"

namespace gradus::model_json {

std::string quoted(const std::string& text) {
    return Json(text).dump();
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

/// Its kind and how it was made.
std::string head(const Model& model) {
    const TrainingNotes& notes = model.notes();
    const auto pair = [](const std::pair<std::string, std::string>& parameter) {
        return fmt::format("[{}, {}]", quoted(parameter.first), quoted(parameter.second));
    };
    const std::string outcome =
        notes.outcome.kept.empty()
            ? ""
            : fmt::format(" \"outcome\": {},\n", outcome_text(notes.outcome));
    return fmt::format(
        " \"format\": \"{}\",\n \"version\": {},\n \"model\": {},\n"
        " \"learner\": {},\n \"targets\": [{}],\n \"parameters\": [{}],\n{}{}",
        format_name,
        version,
        quoted(std::string(model.kind())),
        quoted(notes.learner),
        listed(notes.targets, ", ", quoted),
        listed(notes.parameters, ", ", pair),
        notes.gaps ? fmt::format(" \"gaps\": \"{}\",\n", gaps_name(*notes.gaps)) : "",
        outcome);
}

}  // namespace

std::string file_text(const Model& model, const std::string& members) {
    return sealed_json(fmt::format("{{\n{}{}\n}}\n", head(model), members));
}

void Reader::refuse(const std::string& what) const {
    throw Error({source_}, "the model file is damaged: " + what, model_remedy);
}

const Json::Array& Reader::list(const Json& object,
                                const char* name,
                                const std::string& place) const {
    const Json* const found = object.find(name);
    if (found == nullptr || !found->is_array())
        refuse(fmt::format("{}'{}' is not a list", place, name));
    return found->items();
}

bool Reader::assign(const Json& item, bool& value) {
    const std::optional<double> number = item.number_if<double>();
    value = number == 1.0;
    return value || number == 0.0;
}

const std::string& Reader::text(const Json& object,
                                const char* name,
                                const std::string& place) const {
    const Json* const found = object.find(name);
    if (found == nullptr || !found->is_string())
        refuse(fmt::format("{}'{}' is not text", place, name));
    return *found->string_if();
}

double Reader::number(const Json& object, const char* name, const std::string& place) const {
    const Json* const found = object.find(name);
    double value = 0.0;
    if (found == nullptr || !assign(*found, value))
        refuse(fmt::format("{}'{}' is not a number", place, name));
    return value;
}

std::vector<std::string> Reader::strings(const char* name) const {
    std::vector<std::string> all;
    for (const Json& item : list(root_, name)) {
        const std::string* const text = item.string_if();
        if (text == nullptr) refuse(fmt::format("'{}' has an entry that is not text", name));
        all.push_back(*text);
    }
    return all;
}

TrainingNotes Reader::notes() const {
    TrainingNotes notes;
    notes.learner = text(root_, "learner");
    notes.targets = strings("targets");
    for (const Json& item : list(root_, "parameters")) {
        if (!item.is_array() || item.size() != 2 || !item.at(0).is_string() ||
            !item.at(1).is_string())
            refuse("'parameters' has an entry that is not a pair of texts");
        notes.parameters.push_back(item.as<std::pair<std::string, std::string>>());
    }
    notes.gaps = gaps();
    if (root_.contains("outcome")) notes.outcome = outcome();
    return notes;
}

std::optional<Gaps> Reader::gaps() const {
    const Json* const found = root_.find("gaps");
    if (found == nullptr) return std::nullopt;  // of an earlier version
    for (const Gaps known : {Gaps::zero, Gaps::missing})
        if (*found == gaps_name(known)) return known;
    refuse("'gaps' is neither zero nor missing");
}

TrainingOutcome Reader::outcome() const {
    const Json& from = root_.at("outcome");
    const auto text = [&](const char* name) {
        const Json* const found = from.find(name);
        if (found == nullptr) return std::string();
        if (!found->is_string()) refuse(fmt::format("'outcome' has no text '{}'", name));
        return found->as<std::string>();
    };
    const auto values = [&](const char* name) {
        TrainingOutcome::Values all;
        for (const Json& item : list(from, name, "outcome: ")) {
            const bool is_pair = item.is_array() && item.size() == 2 && item.at(0).is_string() &&
                                 (item.at(1).is_number() || item.at(1).is_null());
            if (!is_pair) refuse(fmt::format("'{}' of 'outcome' is not a list of measures", name));
            const std::optional<double> value = item.at(1).number_if<double>();
            all.emplace_back(item.at(0).as<std::string>(),
                             value.value_or(std::numeric_limits<double>::quiet_NaN()));
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

template <class Number>
std::vector<Number> Reader::numbers(const char* name) const {
    std::vector<Number> all;
    for (const Json& item : list(root_, name)) {
        Number& value = all.emplace_back();
        if (!assign(item, value))
            refuse(fmt::format("'{}'[{}] is not a valid number", name, all.size() - 1));
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
