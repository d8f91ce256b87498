#pragma once

#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/json.hpp"

namespace gradus::golden {

/// What the library says to one case, by key; NaN stands for null.
class Answers {
  public:
    /// To a case that expects something of these keys.
    explicit Answers(const Json& expected) : expected_(expected) {}

    /// Asks for one answer, if it is expected. What the library refuses, such as a measure that it
    /// does not know, is kept as the reason why there is none.
    void add(std::string_view key, const std::function<Json()>& ask);

    /// Null where there is no answer.
    const Json* find(const std::string& key) const;
    /// Why there is none; null where nobody was asked.
    const std::string* reason(const std::string& key) const;

  private:
    const Json& expected_;
    std::map<std::string, Json> values_;
    std::map<std::string, std::string> reasons_;
};

/// The case is written in words that nobody here knows: it is left unchecked, and counted as that.
class Unserved : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Answers the cases of one kind. `out` is what is expected: its shape says how much is asked.
struct Checker {
    std::string_view kind;
    /// The names that may stand in `in`, at any depth. A case with another name asks for something
    /// that nobody here hears.
    std::string_view parameters;
    void (*answer)(const Json& in, const Json& out, Answers& answers);
};

/// The kinds, by family: each is a file here.
std::span<const Checker> value_checkers();
std::span<const Checker> ability_checkers();
std::span<const Checker> argmax_checkers();
std::span<const Checker> objective_checkers();
std::span<const Checker> loss_checkers();
std::span<const Checker> optimality_checkers();
std::span<const Checker> svm_checkers();
std::span<const Checker> boost_checkers();
std::span<const Checker> tree_checkers();
std::span<const Checker> data_checkers();
std::span<const Checker> comparison_checkers();

/// Unserved where a case has a parameter that its checker does not know.
void check_parameters(const Checker& checker, const Json& in);

/// One line for each difference: key, expected, got. Numbers may differ by tol · max(1, |a|, |b|).
/// Unserved where all is as expected but for keys that nobody answers.
std::vector<std::string> differences(const Json& expected, const Answers& answers, double tol);

}  // namespace gradus::golden
