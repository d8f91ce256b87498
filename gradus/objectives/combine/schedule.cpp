#include "gradus/objectives/combine/schedule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

constexpr std::array<std::string_view, 3> kind_names = {"linear", "exponential", "absolute"};
constexpr std::size_t most_steps = 1'000'000;  // iterations beyond keep the last weight

[[noreturn]] void refuse(std::string_view text, std::string_view what) {
    throw Error(Where::typed(fmt::format("schedule '{}'", excerpt(text))),
                what,
                "write linear:W:RATE, exponential:W:RATE or absolute:W:RATE with W from 0 to 1");
}

double boost(double rate, std::size_t iteration) {
    return std::exp(-rate / static_cast<double>(iteration));
}

}  // namespace

Schedule::Schedule(Kind kind, double start, double rate)
    : kind_(kind), start_(start), rate_(rate), steps_{std::clamp(start, 0.0, 1.0)} {
    if (kind == Kind::absolute) return;
    while (steps_.size() < most_steps) {
        const double step = kind == Kind::linear ? rate : boost(rate, steps_.size());
        const double next = std::clamp(steps_.back() + step, 0.0, 1.0);
        const bool stays = next == steps_.back() && (kind == Kind::linear || next == 1.0);
        if (stays) break;
        steps_.push_back(next);
    }
}

Schedule Schedule::parse(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t end = text.find(':'); end != std::string_view::npos;
         end = text.find(':', begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(text.substr(begin));
    if (parts.size() != 3) refuse(text, "it has not three parts");
    const auto* const kind = std::ranges::find(kind_names, parts[0]);
    if (kind == kind_names.end()) refuse(text, "unknown kind");
    const std::optional<double> start = number_from(parts[1]);
    const std::optional<double> rate = number_from(parts[2]);
    if (!start || !(*start >= 0.0 && *start <= 1.0)) refuse(text, "W is not a number from 0 to 1");
    if (!rate || !std::isfinite(*rate)) refuse(text, "RATE is not a number");
    return {static_cast<Kind>(kind - kind_names.begin()), *start, *rate};
}

double Schedule::at(std::size_t iteration) const {
    if (kind_ != Kind::absolute || iteration == 0) {
        return steps_[std::min(iteration, steps_.size() - 1)];
    }
    return std::clamp(start_ + boost(rate_, iteration), 0.0, 1.0);
}

std::string Schedule::text() const {
    return fmt::format("{}:{}:{}",
                       kind_names.at(static_cast<std::size_t>(kind_)),
                       shortest(start_),
                       shortest(rate_));
}

}  // namespace gradus
