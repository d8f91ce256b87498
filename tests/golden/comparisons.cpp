// Verdicts on two lists of values: tiers and rank correlation.

#include <array>

#include "gradus/base/error.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/rank/kendall.hpp"
#include "gradus/rank/paired_values.hpp"
#include "tests/golden/golden.hpp"

namespace gradus::golden {
namespace {

std::vector<double> numbers(const Json& in, const char* key, std::size_t size) {
    auto values = in.at(key).as<std::vector<double>>();
    if (values.size() != size) throw Error({key}, "not as many values as in the other list", "");
    return values;
}

void answer_lex(const Json& in, const Json& /*out*/, Answers& answers) {
    const std::size_t tiers = in.at("a").size();
    const std::vector<double> a = numbers(in, "a", tiers);
    const std::vector<double> b = numbers(in, "b", tiers);
    const std::vector<double> c = numbers(in, "c", tiers);
    const std::vector<double> tolerances(tiers, in.at("tol").as<double>());
    answers.add("a_b", [&] { return compare_tiers(a, b); });
    answers.add("a_c", [&] { return compare_tiers(a, c); });
    answers.add("a_c_tol", [&] { return compare_tiers(a, c, tolerances); });
}

void answer_kendall(const Json& in, const Json& /*out*/, Answers& answers) {
    const std::vector<double> x = numbers(in, "x", in.at("x").size());
    const std::vector<double> y = numbers(in, "y", x.size());
    answers.add("tau_a", [&] { return kendall_tau_a(x, y); });
    answers.add("tau_b", [&] { return kendall_tau_b(x, y); });
    answers.add("rms", [&] { return root_mean_square_difference(x, y); });
    answers.add("wins_losses", [&] {
        const WinsAndLosses counts = wins_and_losses(x, y);
        return Json::Array{counts.wins, counts.losses};
    });
}

}  // namespace

std::span<const Checker> comparison_checkers() {
    static constexpr std::array checkers = {Checker{"lex", "a b c tol", answer_lex},
                                            Checker{"kendall", "x y", answer_kendall}};
    return checkers;
}

}  // namespace gradus::golden
