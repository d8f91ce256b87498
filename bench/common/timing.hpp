#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace gradus::bench {

/// How long the work takes; what it returns goes to `result`, so that it cannot be left out.
inline double seconds(const std::function<double()>& work, double& result) {
    const auto started = std::chrono::steady_clock::now();
    result = work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

/// The upper of the two in the middle, where the number of values is even.
inline double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

}  // namespace gradus::bench
