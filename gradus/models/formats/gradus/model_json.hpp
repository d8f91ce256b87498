#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/training_notes.hpp"

/// What the files of models have in common. Written by hand rather than by a library, to have one
/// array a line and floats as short as they can be.
namespace gradus::model_json {

constexpr std::string_view format_name = "gradus-model";
constexpr int version = 1;

/// Text of the user's; bytes that are no UTF-8 are replaced.
std::string quoted(const std::string& text);

std::string number_text(double value);
/// As short as floats allow, yet right for a reader that rounds twice, to double and to float.
std::string number_text(float value);
inline std::string number_text(bool value) {
    return value ? "1" : "0";
}
template <std::integral Number>
std::string number_text(Number value) {
    return std::to_string(value);
}

template <class Items, class Text>
std::string listed(const Items& items, const char* between, Text text_of_item) {
    std::string text;
    for (const auto& item : items) text += (text.empty() ? "" : between) + text_of_item(item);
    return text;
}

/// A whole file: its kind and how it was made, then the members of the model, sealed.
std::string file_text(const Model& model, const std::string& members);

/// Reads the parts, or throws Error that says which is wrong.
class Reader {
  public:
    Reader(const Json& root, const std::string& source) : root_(root), source_(source) {}

    std::vector<std::string> strings(const char* name) const;
    TrainingNotes notes() const;
    std::optional<Gaps> gaps() const;
    double number(const char* name) const { return number(root_, name); }
    std::vector<float> floats(const char* name) const;
    std::vector<double> doubles(const char* name) const;

    [[noreturn]] void refuse(const std::string& what) const;

  protected:
    const Json& root() const { return root_; }
    /// Members of an object; `place` stands before the name in messages.
    const std::string& text(const Json& object,
                            const char* name,
                            const std::string& place = "") const;
    double number(const Json& object, const char* name, const std::string& place = "") const;
    const Json::Array& list(const Json& object,
                            const char* name,
                            const std::string& place = "") const;

    /// False where the item is not a valid number.
    static bool assign(const Json& item, bool& value);
    template <JsonNumber Number>
    static bool assign(const Json& item, Number& value) {
        const std::optional<Number> number = item.number_if<Number>();
        if (number) value = *number;
        return number.has_value();
    }

  private:
    TrainingOutcome outcome() const;
    template <class Number>
    std::vector<Number> numbers(const char* name) const;

    const Json& root_;
    const std::string& source_;
};

}  // namespace gradus::model_json
