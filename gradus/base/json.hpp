#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gradus {

/// The text is not JSON, or the value is not what was asked for. Whoever reads a file turns it into
/// an Error that names the file.
class JsonError : public std::runtime_error {
  public:
    enum class Kind : unsigned char {
        value,   ///< it is not what was asked for
        syntax,  ///< the text is not JSON
        number,  ///< a number in the text is too large
        depth    ///< values in the text are nested too deep
    };

    explicit JsonError(const std::string& problem, Kind kind = Kind::value)
        : std::runtime_error(problem), kind_(kind) {}
    /// Of Kind::syntax: the text is not JSON from this byte on, counted from 1.
    JsonError(const std::string& problem, std::string_view text, std::size_t byte);

    Kind kind() const noexcept { return kind_; }
    /// Of Kind::syntax, from 1.
    std::size_t line() const noexcept { return line_; }
    std::size_t column() const noexcept { return column_; }

  private:
    Kind kind_;
    std::size_t line_ = 0;
    std::size_t column_ = 0;
};

/// One member of a struct that is written and read as a JSON object. The struct lists them once:
/// `static constexpr auto json_fields = std::tuple{JsonField{"step", &State::step}, …}`.
template <class Struct, class Value>
struct JsonField {
    std::string_view name;
    Value Struct::*member;
};
template <class Struct, class Value>  // Clang 14 does not deduce aggregates by itself
JsonField(std::string_view, Value Struct::*)->JsonField<Struct, Value>;

template <class Struct>
concept HasJsonFields = requires {
    Struct::json_fields;
};

template <class Number>
concept JsonNumber = std::floating_point<Number> ||
    (std::integral<Number> && !std::same_as<Number, bool>);

/// A JSON value. The members of an object keep their order. Converts from numbers, text, vectors,
/// pairs (as arrays of two), optionals (null where there is none) and structs with json_fields;
/// `Json{{"a", 1}, {"b", 2}}` is an object.
class Json {
  public:
    using Array = std::vector<Json>;
    using Member = std::pair<std::string, Json>;
    using Object = std::vector<Member>;

    Json() = default;
    // NOLINTBEGIN(misc-explicit-constructor): made of values
    Json(std::nullptr_t /*null*/) {}
    template <std::same_as<bool> Bool>
    Json(Bool value) : value_(value) {}
    template <JsonNumber Number>
    Json(Number value) : value_(stored(value)) {}
    Json(std::string value) : value_(std::move(value)) {}
    Json(std::string_view value) : value_(std::string(value)) {}
    Json(const char* value) : value_(std::string(value)) {}
    Json(Array values);
    Json(Object members);
    Json(std::initializer_list<Member> members);
    template <class Value>
    requires(!std::same_as<Value, Json> && !std::same_as<Value, Member>)
        Json(const std::vector<Value>& values)
        : Json(array(values)) {}
    template <class First, class Second>
    Json(const std::pair<First, Second>& pair) : Json(Array{Json(pair.first), Json(pair.second)}) {}
    template <class Value>
    Json(const std::map<std::string, Value>& members)
        : Json(Object(members.begin(), members.end())) {}
    template <class Value>
    Json(const std::optional<Value>& value) {
        if (value) *this = Json(*value);
    }
    template <HasJsonFields Struct>
    Json(const Struct& fields) : Json(Object{}) {
        set_fields(fields);
    }
    // NOLINTEND(misc-explicit-constructor)

    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    /// An array of what a range has.
    template <class Range>
    static Json array(const Range& range) {
        Array values;
        for (const auto& value : range) values.emplace_back(value);
        return values;
    }
    static Json object() { return Object{}; }
    static Json array() { return Array{}; }

    /// JsonError where the text is not one JSON value, or nested more than 500 deep. Of members
    /// with one name, all of which are kept, the last counts.
    static Json parse(std::string_view text);
    /// Nothing where it is not JSON.
    static std::optional<Json> parse_if(std::string_view text);

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
    bool is_bool() const { return std::holds_alternative<bool>(value_); }
    bool is_number() const { return is_integer() || std::holds_alternative<Real>(value_); }
    bool is_integer() const;
    bool is_string() const { return std::holds_alternative<std::string>(value_); }
    bool is_array() const { return std::holds_alternative<Array>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }
    /// "null", "boolean", "number", "string", "array" or "object".
    std::string_view kind() const;

    /// Of an array or object; 0 for anything else.
    std::size_t size() const;
    bool empty() const { return size() == 0; }
    /// JsonError where it is not an array; not an object.
    const Array& items() const;
    const Object& members() const;
    /// JsonError where there is none.
    const Json& at(std::string_view name) const;
    const Json& at(std::size_t place) const;
    /// Null where there is none, or this is not an object.
    const Json* find(std::string_view name) const;
    bool contains(std::string_view name) const { return find(name) != nullptr; }

    /// The member of that name, made where there is none; null becomes an object.
    Json& operator[](std::string_view name);
    void set(std::string_view name, Json value) { (*this)[name] = std::move(value); }
    /// The members of a struct.
    template <HasJsonFields Struct>
    void set_fields(const Struct& fields) {
        std::apply([&](const auto&... field) { (set(field.name, fields.*field.member), ...); },
                   Struct::json_fields);
    }
    /// Null becomes an array.
    void push_back(Json value);
    void erase(std::string_view name);

    /// Null where it is not a string.
    const std::string* string_if() const { return std::get_if<std::string>(&value_); }
    /// Nothing where it is not such a number: another kind, a fraction, out of range.
    template <JsonNumber Number>
    std::optional<Number> number_if() const {
        if constexpr (std::same_as<Number, float>) {
            return float_if();
        } else if constexpr (std::floating_point<Number>) {
            return double_if();
        } else {
            const auto* const integer = std::get_if<std::int64_t>(&value_);
            if (integer != nullptr && std::in_range<Number>(*integer))
                return static_cast<Number>(*integer);
            const auto* const natural = std::get_if<std::uint64_t>(&value_);
            if (natural != nullptr && std::in_range<Number>(*natural))
                return static_cast<Number>(*natural);
            return std::nullopt;
        }
    }

    /// As a C++ value; JsonError where it is of another kind or out of range. A fraction in a text
    /// is rounded once, to float as to double.
    template <class Value>
    Value as() const {
        if constexpr (std::same_as<Value, Json>) {
            return *this;
        } else if constexpr (std::same_as<Value, bool>) {
            return boolean();
        } else if constexpr (std::same_as<Value, std::string>) {
            return text();
        } else if constexpr (JsonNumber<Value>) {
            const std::optional<Value> number = number_if<Value>();
            if (!number) refuse_number(std::integral<Value>);
            return *number;
        } else {
            Value value{};
            read(value);
            return value;
        }
    }
    /// The same of a member, or the standard where there is none.
    template <class Value>
    Value value_or(std::string_view name, Value standard) const {
        const Json* const member = find(name);
        return member == nullptr ? standard : member->as<Value>();
    }

    /// On one line, or with each member and item on a line of its own, indented by so many blanks a
    /// level. A number that is not finite is null; bytes that are not UTF-8 are replaced.
    std::string dump(int indent = -1) const;

    bool operator==(const Json& other) const;

  private:
    class Builder;

    /// Not a whole number. The nearest float is not always that of the nearest double.
    struct Real {
        double value;
        float narrow;  ///< infinite where no float is near
        bool operator==(const Real& other) const { return value == other.value; }
    };
    using Value = std::variant<std::nullptr_t,
                               bool,
                               std::int64_t,
                               std::uint64_t,
                               Real,
                               std::string,
                               Array,
                               Object>;

    template <std::integral Number>
    static Value stored(Number value) {  // signed only where it must be, so that equals are equal
        if (std::cmp_less(value, 0)) return static_cast<std::int64_t>(value);
        return static_cast<std::uint64_t>(value);
    }
    static Real stored(double value);

    bool boolean() const;
    const std::string& text() const;
    std::optional<double> double_if() const;
    std::optional<float> float_if() const;
    [[noreturn]] void refuse_number(bool whole) const;

    template <class Item>
    void read(std::vector<Item>& values) const {
        values.reserve(items().size());
        for (const Json& item : items()) values.push_back(item.as<Item>());
    }
    template <class First, class Second>
    void read(std::pair<First, Second>& pair) const {
        if (items().size() != 2) throw JsonError("an array of two was expected");
        pair = {items()[0].as<First>(), items()[1].as<Second>()};
    }
    template <class Item>
    void read(std::map<std::string, Item>& values) const {
        for (const Member& member : members()) values[member.first] = member.second.as<Item>();
    }
    template <class Item>
    void read(std::optional<Item>& value) const {
        if (!is_null()) value = as<Item>();
    }
    template <HasJsonFields Struct>
    void read(Struct& fields) const {
        const auto take = [&]<class Field>(const Field& field) {
            auto& member = fields.*field.member;
            member = at(field.name).template as<std::remove_cvref_t<decltype(member)>>();
        };
        std::apply([&](const auto&... field) { (take(field), ...); }, Struct::json_fields);
    }

    void write(std::string& out, int indent, int depth) const;

    Value value_ = nullptr;
};

}  // namespace gradus
