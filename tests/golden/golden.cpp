#include "tests/golden/golden.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/error.hpp"

namespace gradus::golden {
namespace {

bool is_undefined(const Json& value) {
    return value.is_null() || (value.is_number() && std::isnan(value.as<double>()));
}

std::string shown(const Json& value) {
    return is_undefined(value) ? "null" : value.dump();
}

struct Differences {
    std::vector<std::string> lines;
    std::vector<std::string> unanswered;  ///< keys
};

void compare(
    const std::string& key, const Json& expected, const Json& got, double tol, Differences& found) {
    const auto differs = [&](const std::string& a, const std::string& b) {
        found.lines.push_back(fmt::format("{}: expected {}, got {}", key, a, b));
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
            compare(fmt::format("{}[{}]", key, i), expected.at(i), got.at(i), tol, found);
        }
    } else if (expected.is_object() && got.is_object()) {
        for (const auto& [name, value] : expected.members()) {
            const std::string path = fmt::format("{}.{}", key, name);
            if (const Json* const answer = got.find(name)) {
                compare(path, value, *answer, tol, found);
            } else {
                found.unanswered.push_back(path);
            }
        }
    } else if (expected != got) {
        differs(shown(expected), shown(got));
    }
}

}  // namespace

void Answers::add(std::string_view key, const std::function<Json()>& ask) {
    if (!expected_.contains(key)) return;
    try {
        values_[std::string(key)] = ask();
    } catch (const Error& error) {
        reasons_[std::string(key)] = error.what();
    }
}

const Json* Answers::find(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
}

const std::string* Answers::reason(const std::string& key) const {
    const auto found = reasons_.find(key);
    return found == reasons_.end() ? nullptr : &found->second;
}

void check_parameters(const Checker& checker, const Json& in) {
    if (in.is_array()) {
        for (const Json& item : in.items()) check_parameters(checker, item);
    }
    if (!in.is_object()) return;
    const std::string known = fmt::format(" {} ", checker.parameters);
    for (const auto& [name, value] : in.members()) {
        if (known.find(fmt::format(" {} ", name)) == std::string::npos)
            throw Unserved(fmt::format("no {} has a parameter '{}'", checker.kind, name));
        check_parameters(checker, value);
    }
}

std::vector<std::string> differences(const Json& expected, const Answers& answers, double tol) {
    Differences found;
    for (const auto& [key, value] : expected.members()) {
        if (const Json* got = answers.find(key)) {
            compare(key, value, *got, tol, found);
        } else if (const std::string* reason = answers.reason(key)) {
            found.lines.push_back(
                fmt::format("{}: expected {}, got no answer ({})", key, shown(value), *reason));
        } else {
            found.unanswered.push_back(key);
        }
    }
    if (found.lines.empty() && !found.unanswered.empty())
        throw Unserved(fmt::format("nobody answers '{}'", fmt::join(found.unanswered, "', '")));
    for (const std::string& key : found.unanswered)
        found.lines.push_back(fmt::format("{}: nobody answers this key", key));
    return found.lines;
}

}  // namespace gradus::golden
