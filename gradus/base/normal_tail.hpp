#pragma once

#include <cmath>

#include "gradus/base/exponential.hpp"

namespace gradus {

/// From here on a tail and its density, below 1e-293, count as nothing.
constexpr double end_of_tail = 26.0;

/// e^(−x²), 0 from end_of_tail on.
inline double bell(double x) {
    const double distance = std::abs(x);
    const double near = distance > end_of_tail ? end_of_tail : distance;
    const double height = exponential(-near * near);
    return distance >= end_of_tail ? 0.0 : height;
}

/// ½ erfc(x) for x >= 0 from bell(x), within max(1, x²)·1e-15 of it relatively. Our own and without
/// a branch, for the reasons of exponential(). (1 + 2x)·e^(x²)·erfc(x) is smooth in t = (x
/// − 3.5)/(x + 3.5) (Shepherd & Laframboise, Mathematics of Computation 36(153), 1981); the
/// polynomial in t meets it at 22 Chebyshev nodes of x in [0, 27] and is off by 1e-16 between them.
/// Even and odd powers are summed apart: two chains that the processor goes along at once.
inline double upper_tail(double x, double bell_of_x) {
    const double near = x > end_of_tail ? end_of_tail : x;
    const double t = (near - 3.5) / (near + 3.5);
    const double square = t * t;
    double even = -4.7333892455053e-09;
    even = even * square + 8.350670795247428e-09;
    even = even * square - 6.555564562897581e-08;
    even = even * square + 2.343834903973033e-06;
    even = even * square - 4.278909954325689e-05;
    even = even * square + 0.0005643863085414196;
    even = even * square - 0.004215020226406408;
    even = even * square - 0.048823325796918234;
    even = even * square - 0.11508959816172723;
    even = even * square - 0.010555596332188744;
    even = even * square + 1.2423492448711544;
    double odd = 4.386112966061096e-09;
    odd = odd * square - 7.508017607392337e-08;
    odd = odd * square + 5.773341331402747e-07;
    odd = odd * square - 3.7982089140148424e-06;
    odd = odd * square + 2.4253923496144468e-05;
    odd = odd * square - 0.00012151050108679262;
    odd = odd * square - 0.00030226821048644236;
    odd = odd * square + 0.01909933097798805;
    odd = odd * square + 0.08798315382268053;
    odd = odd * square + 0.09751909515332438;
    odd = odd * square - 0.14000918013762007;
    return bell_of_x * (even + t * odd) / (2.0 + 4.0 * near);
}

}  // namespace gradus
