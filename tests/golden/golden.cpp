#include "tests/golden/golden.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus::golden {
namespace {

bool is_undefined(const Json& value) {
    return value.is_null() || (value.is_number() && std::isnan(value.as<double>()));
}

std::string shown(const Json& value) {
    return is_undefined(value) ? "null" : value.dump();
}

void compare(const std::string& key,
             const Json& expected,
             const Json& got,
             double tol,
             std::vector<std::string>& lines) {
    const auto differs = [&](const std::string& a, const std::string& b) {
        lines.push_back(fmt::format("{}: expected {}, got {}", key, a, b));
    };
    if (is_undefined(expected) || is_undefined(got)) {
        if (is_undefined(expected) != is_undefined(got)) differs(shown(expected), shown(got));
    } else if (expected.is_number() && got.is_number()) {
        const auto a = expected.as<double>();
        const auto b = got.as<double>();
        if (!(std::abs(a - b) <= tol * std::max({1.0, std::abs(a), std::abs(b)}))) {
            differs(shown(expected), shown(got));
        }
    } else if (expected.is_array() && got.is_array()) {
        if (expected.size() != got.size()) {
            differs(fmt::format("{} values", expected.size()), fmt::format("{}", got.size()));
            return;
        }
        for (std::size_t i = 0; i < expected.size(); ++i) {
            compare(fmt::format("{}[{}]", key, i), expected.at(i), got.at(i), tol, lines);
        }
    } else if (expected.is_object() && got.is_object()) {
        for (const auto& [name, value] : expected.members()) {
            const std::string path = fmt::format("{}.{}", key, name);
            if (const Json* const found = got.find(name)) {
                compare(path, value, *found, tol, lines);
            } else {
                lines.push_back(fmt::format("{}: expected {}, got no answer", path, shown(value)));
            }
        }
    } else if (expected != got) {
        differs(shown(expected), shown(got));
    }
}

}  // namespace

void Answers::add(const std::string& key, const std::function<Json()>& ask) {
    try {
        values_[key] = ask();
    } catch (const Error& error) {
        reasons_[key] = error.what();
    }
}

const Json* Answers::find(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
}

std::string Answers::reason(const std::string& key) const {
    const auto found = reasons_.find(key);
    return found == reasons_.end() ? "nobody answers this key" : found->second;
}

std::vector<std::string> differences(const Json& expected, const Answers& answers, double tol) {
    std::vector<std::string> lines;
    for (const auto& [key, value] : expected.members()) {
        if (const Json* got = answers.find(key)) {
            compare(key, value, *got, tol, lines);
        } else {
            lines.push_back(fmt::format(
                "{}: expected {}, got no answer ({})", key, shown(value), answers.reason(key)));
        }
    }
    return lines;
}

}  // namespace gradus::golden
