#include "gradus/measures/additive/gain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/text_number.hpp"

namespace gradus {

Gain Gain::exponential(double scale, bool relative) {
    return Gain(relative ? Kind::relative : Kind::exponential, scale);
}

Gain Gain::table(std::vector<double> worths) {
    Gain gain(Kind::table);
    gain.worths_ = std::move(worths);
    return gain;
}

Gain Gain::binary(double threshold) {
    return Gain(Kind::binary, threshold);
}

Gain Gain::share(double highest) {
    return Gain(Kind::share, highest);
}

double Gain::reference(std::span<const double> ideal, double highest) const {
    const double largest = ideal.empty() ? 0.0 : ideal.front();
    if (kind_ == Kind::relative) return number_ * largest;
    if (kind_ != Kind::share) return 0.0;
    if (number_ > 0.0) return number_;
    return highest > 0.0 ? highest : largest;
}

double Gain::of(double grade, double reference) const {
    if (grade <= 0.0) return 0.0;
    switch (kind_) {
        case Kind::exponential:
        case Kind::relative:
            return std::exp2(number_ * grade - reference) - std::exp2(-reference);
        case Kind::linear:
            return grade;
        case Kind::table:
            return worths_[static_cast<std::size_t>(
                std::min(grade, static_cast<double>(worths_.size() - 1)))];
        case Kind::binary:
            return grade >= number_ ? 1.0 : 0.0;
        case Kind::share:
            return std::min(grade / reference, 1.0);
    }
    return 0.0;
}

std::string Gain::objection(double grade) const {
    if (kind_ == Kind::exponential && number_ * grade > 1000.0) {
        return fmt::format("the gain 2^{} - 1 is beyond the range of numbers",
                           shortest(number_ * grade));
    }
    if (kind_ == Kind::table) {
        if (grade != std::floor(grade)) {
            return fmt::format("grade {} is not whole, but gains are given by whole grades",
                               shortest(grade));
        }
        if (grade >= static_cast<double>(worths_.size())) {
            return fmt::format("grade {} is beyond the gains, which end at grade {}",
                               shortest(grade),
                               worths_.size() - 1);
        }
    }
    if (kind_ == Kind::share && number_ > 0.0 && grade > number_) {
        return fmt::format("grade {} is above max={}", shortest(grade), shortest(number_));
    }
    return {};
}

}  // namespace gradus
