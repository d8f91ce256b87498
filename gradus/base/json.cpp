#include "gradus/base/json.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/text_number.hpp"
#include "gradus/base/utf8.hpp"

namespace gradus {
namespace {

constexpr std::size_t deepest = 500;  ///< as values are copied and destroyed recursively

}  // namespace

/// Builds a value as the parser meets its parts.
class Json::Builder final : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit Builder(std::string_view text) : text_(text) {}

    /// False where it fails; then error() tells why.
    bool parse() { return nlohmann::json::sax_parse(text_.begin(), text_.end(), this); }
    Json take() { return std::move(values_.front()); }
    JsonError error() const {
        return error_ ? *error_ : JsonError("it is not JSON", JsonError::Kind::syntax);
    }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& text) override {
        Json number(value);
        // Only there may rounding the double lead to another float than rounding the decimal.
        const bool is_halfway = (std::bit_cast<std::uint64_t>(value) & 0x1FFFFFFFU) == 0x10000000U;
        if (is_halfway || std::abs(value) < 0x1p-126) {
            const char* first = text.data();
            float& narrow = std::get<Real>(number.value_).narrow;
            parse_number(first, first + text.size(), narrow);  // leaves it where it fails
        }
        return add(std::move(number));
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; }  // never in text
    bool start_object(std::size_t /*members*/) override { return open(); }
    bool start_array(std::size_t /*items*/) override { return open(); }
    bool key(string_t& name) override {
        names_.push_back(std::move(name));
        return true;
    }
    bool end_object() override {
        const auto first = values_.begin() + static_cast<std::ptrdiff_t>(begins_.back());
        const auto count = values_.end() - first;
        const auto first_name = names_.end() - count;
        Object members;
        members.reserve(static_cast<std::size_t>(count));
        for (std::ptrdiff_t i = 0; i < count; ++i)
            members.emplace_back(std::move(first_name[i]), std::move(first[i]));
        names_.erase(first_name, names_.end());
        return close(std::move(members));
    }
    bool end_array() override {
        const auto first = values_.begin() + static_cast<std::ptrdiff_t>(begins_.back());
        return close(Array(std::make_move_iterator(first), std::make_move_iterator(values_.end())));
    }
    bool parse_error(std::size_t byte,
                     const std::string& /*token*/,
                     const nlohmann::detail::exception& problem) override {
        if (dynamic_cast<const nlohmann::detail::out_of_range*>(&problem) != nullptr)
            error_.emplace("a number in it is too large", JsonError::Kind::number);
        else
            error_.emplace(problem.what(), text_, byte);
        return false;
    }

  private:
    bool add(Json value) {
        values_.push_back(std::move(value));
        return true;
    }
    bool open() {
        if (begins_.size() == deepest) {
            error_.emplace(fmt::format("values are nested more than {} deep", deepest),
                           JsonError::Kind::depth);
            return false;
        }
        begins_.push_back(values_.size());
        return true;
    }
    /// What was read since open() becomes one value.
    bool close(Json value) {
        values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(begins_.back()), values_.end());
        begins_.pop_back();
        return add(std::move(value));
    }

    std::string_view text_;
    std::vector<Json> values_;         ///< those that are not yet part of another
    std::vector<std::string> names_;   ///< of members, in open objects
    std::vector<std::size_t> begins_;  ///< in values_, of what is open
    std::optional<JsonError> error_;
};

namespace {

[[noreturn]] void refuse_kind(std::string_view expected, std::string_view kind) {
    throw JsonError(fmt::format("a value is of kind {} where {} was expected", kind, expected));
}

/// The fewest digits that are read as the same number, with a point or an exponent, so that it is
/// not taken for a whole number: 1.0, 0.001, 1e-05, 1.5e+20.
void write_number(std::string& out, double number) {
    if (!std::isfinite(number)) {
        out += "null";
        return;
    }
    if (std::signbit(number)) out += '-';
    number = std::abs(number);
    if (number == 0.0) {
        out += "0.0";
        return;
    }
    std::array<char, 32> room{};  // d.ddde±xx
    const char* const end =
        std::to_chars(room.data(), room.data() + room.size(), number, std::chars_format::scientific)
            .ptr;
    char* const e = std::find(room.data(), room.data() + room.size(), 'e');
    int exponent = 0;
    std::from_chars(e + (e[1] == '+' ? 2 : 1), end, exponent);
    std::string_view digits(room.data(), 1);
    if (e > room.data() + 1) {
        room[1] = room[0];  // over the point
        digits = {room.data() + 1, e};
    }
    constexpr int least_fixed = -4;
    constexpr int most_fixed = std::numeric_limits<double>::digits10;
    const int length = static_cast<int>(digits.size());
    const int point = exponent + 1;  // digits before the decimal point
    if (length <= point && point <= most_fixed) {
        out += digits;
        out.append(static_cast<std::size_t>(point - length), '0');
        out += ".0";
    } else if (0 < point && point <= most_fixed) {
        out += digits.substr(0, static_cast<std::size_t>(point));
        out += '.';
        out += digits.substr(static_cast<std::size_t>(point));
    } else if (least_fixed < point && point <= 0) {
        out += "0.";
        out.append(static_cast<std::size_t>(-point), '0');
        out += digits;
    } else {
        out += digits[0];
        if (length > 1) (out += '.') += digits.substr(1);
        out += std::string_view(e, end);
    }
}

void write_text(std::string& out, const std::string& text) {
    out += '"';
    for (const char byte : as_utf8(text)) {
        switch (byte) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\b':
                out += "\\b";
                break;
            case '\f':
                out += "\\f";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                if (static_cast<unsigned char>(byte) < 0x20)
                    out += fmt::format("\\u{:04x}", static_cast<unsigned char>(byte));
                else
                    out += byte;
        }
    }
    out += '"';
}

void write_break(std::string& out, int indent, int depth) {
    if (indent < 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(depth), ' ');
}

}  // namespace

JsonError::JsonError(const std::string& problem, std::string_view text, std::size_t byte)
    : std::runtime_error(problem), kind_(Kind::syntax) {
    const std::string_view read = text.substr(0, byte == 0 ? 0 : byte - 1);
    line_ = 1 + static_cast<std::size_t>(std::ranges::count(read, '\n'));
    column_ = read.size() - (read.rfind('\n') + 1) + 1;  // npos + 1 = 0
}

Json::Json(Array values) : value_(std::move(values)) {}
Json::Json(Object members) : value_(std::move(members)) {}
Json::Json(std::initializer_list<Member> members) : value_(Object(members)) {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Real Json::stored(double value) {
    constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
    constexpr double rounded_to_infinity = 0x1.ffffffp127;  // half a unit in the last place above
    const double size = std::abs(value);
    const float narrow = size >= rounded_to_infinity ? std::numeric_limits<float>::infinity()
                                                     : static_cast<float>(std::min(size, largest));
    return {value, std::signbit(value) ? -narrow : narrow};
}

bool Json::operator==(const Json& other) const {
    if (is_number() && other.is_number() && is_integer() != other.is_integer())
        return double_if() == other.double_if();
    return value_ == other.value_;
}

Json Json::parse(std::string_view text) {
    Builder builder(text);
    if (!builder.parse()) throw JsonError(builder.error());
    return builder.take();
}

std::optional<Json> Json::parse_if(std::string_view text) {
    Builder builder(text);
    if (!builder.parse()) return std::nullopt;
    return builder.take();
}

bool Json::is_integer() const {
    return std::holds_alternative<std::int64_t>(value_) ||
           std::holds_alternative<std::uint64_t>(value_);
}

std::string_view Json::kind() const {
    if (is_null()) return "null";
    if (is_bool()) return "boolean";
    if (is_string()) return "string";
    if (is_array()) return "array";
    if (is_object()) return "object";
    return "number";
}

std::size_t Json::size() const {
    if (is_array()) return std::get<Array>(value_).size();
    return is_object() ? std::get<Object>(value_).size() : 0;
}

const Json::Array& Json::items() const {
    if (!is_array()) refuse_kind("array", kind());
    return std::get<Array>(value_);
}

const Json::Object& Json::members() const {
    if (!is_object()) refuse_kind("object", kind());
    return std::get<Object>(value_);
}

const Json& Json::at(std::string_view name) const {
    const Json* const found = find(name);
    if (found == nullptr) {
        if (!is_object()) refuse_kind("object", kind());
        throw JsonError(fmt::format("there is no member \"{}\"", name));
    }
    return *found;
}

const Json& Json::at(std::size_t place) const {
    if (place >= items().size())
        throw JsonError(fmt::format("there is no item {} in an array of {}", place, size()));
    return items()[place];
}

const Json* Json::find(std::string_view name) const {
    if (!is_object()) return nullptr;
    const auto& all = std::get<Object>(value_);
    for (std::size_t i = all.size(); i > 0; --i)
        if (all[i - 1].first == name) return &all[i - 1].second;
    return nullptr;
}

Json& Json::operator[](std::string_view name) {
    if (is_null()) value_ = Object{};
    if (!is_object()) refuse_kind("object", kind());
    auto& all = std::get<Object>(value_);
    for (std::size_t i = all.size(); i > 0; --i)
        if (all[i - 1].first == name) return all[i - 1].second;
    return all.emplace_back(std::string(name), Json()).second;
}

void Json::push_back(Json value) {
    if (is_null()) value_ = Array{};
    if (!is_array()) refuse_kind("array", kind());
    std::get<Array>(value_).push_back(std::move(value));
}

void Json::erase(std::string_view name) {
    if (is_object())
        std::erase_if(std::get<Object>(value_),
                      [&](const Member& member) { return member.first == name; });
}

bool Json::boolean() const {
    if (!is_bool()) refuse_kind("boolean", kind());
    return std::get<bool>(value_);
}

const std::string& Json::text() const {
    if (!is_string()) refuse_kind("string", kind());
    return std::get<std::string>(value_);
}

std::optional<double> Json::double_if() const {
    if (const auto* const real = std::get_if<Real>(&value_)) return real->value;
    if (const auto* const natural = std::get_if<std::uint64_t>(&value_))
        return static_cast<double>(*natural);
    if (const auto* const negative = std::get_if<std::int64_t>(&value_))
        return static_cast<double>(*negative);
    return std::nullopt;
}

std::optional<float> Json::float_if() const {
    if (const auto* const real = std::get_if<Real>(&value_)) {
        if (std::isinf(real->narrow)) return std::nullopt;
        return real->narrow;
    }
    if (const auto* const natural = std::get_if<std::uint64_t>(&value_))
        return static_cast<float>(*natural);
    if (const auto* const negative = std::get_if<std::int64_t>(&value_))
        return static_cast<float>(*negative);
    return std::nullopt;
}

void Json::refuse_number(bool whole) const {
    if (is_number() && (is_integer() || !whole))
        throw JsonError(fmt::format("{} is out of range", dump()));
    refuse_kind(whole ? "whole number" : "number", is_number() ? "fraction" : kind());
}

std::string Json::dump(int indent) const {
    std::string out;
    write(out, indent, 0);
    return out;
}

void Json::write(std::string& out, int indent, int depth) const {
    if (is_null()) {
        out += "null";
    } else if (is_bool()) {
        out += std::get<bool>(value_) ? "true" : "false";
    } else if (const auto* const integer = std::get_if<std::int64_t>(&value_)) {
        out += std::to_string(*integer);
    } else if (const auto* const natural = std::get_if<std::uint64_t>(&value_)) {
        out += std::to_string(*natural);
    } else if (const auto* const real = std::get_if<Real>(&value_)) {
        write_number(out, real->value);
    } else if (is_string()) {
        write_text(out, std::get<std::string>(value_));
    } else if (empty()) {
        out += is_array() ? "[]" : "{}";
    } else if (is_array()) {
        char separator = '[';
        for (const Json& item : items()) {
            out += separator;
            separator = ',';
            write_break(out, indent, depth + 1);
            item.write(out, indent, depth + 1);
        }
        write_break(out, indent, depth);
        out += ']';
    } else {
        char separator = '{';
        for (const auto& [name, value] : members()) {
            out += separator;
            separator = ',';
            write_break(out, indent, depth + 1);
            write_text(out, name);
            out += indent < 0 ? ":" : ": ";
            value.write(out, indent, depth + 1);
        }
        write_break(out, indent, depth);
        out += '}';
    }
}

}  // namespace gradus
