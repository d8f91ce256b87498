#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gradus {

/// A weight that changes with the iteration m = 1, 2, …, kept within [0, 1] (Svore, Volkovs &
/// Burges, WWW 2011, section 5):
///   linear        w_m = w_{m−1} + η
///   exponential   w_m = w_{m−1} + e^(−η/m)
///   absolute      w_m = w_0 + e^(−η/m)
class Schedule {
  public:
    enum class Kind : unsigned char { linear, exponential, absolute };

    Schedule(Kind kind, double start, double rate);
    /// "linear:0.25:0.01": kind, w_0 and η.
    static Schedule parse(std::string_view text);

    double at(std::size_t iteration) const;
    std::string text() const;

  private:
    Kind kind_;
    double start_;
    double rate_;
    std::vector<double> steps_;  // of the recurrences from w_0 on, up to where they stay
};

}  // namespace gradus
