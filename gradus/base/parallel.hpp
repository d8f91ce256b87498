#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace gradus {

/// Threads to use where the user names none: one per processor.
inline unsigned default_threads() {
    return std::max(1U, std::thread::hardware_concurrency());
}

/// Calls body(begin, end) on consecutive slices of [0, n). The slices depend on n and `slice`
/// alone, never on `threads`, so what is made slice by slice is the same to the last bit for any
/// number of threads. When bodies throw, the exception of the first slice (in data order) reaches
/// the caller once all workers have stopped, so errors too are the same for any number of threads.
template <std::invocable<std::size_t, std::size_t> Body>
void parallel_for(std::size_t n, std::size_t slice, unsigned threads, Body body) {
    const std::size_t slices = (n + slice - 1) / slice;
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> failed{std::numeric_limits<std::size_t>::max()};
    std::mutex guard;
    std::exception_ptr failure;
    const auto work = [&] {
        while (true) {
            const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
            if (index >= slices || index > failed.load(std::memory_order_relaxed)) return;
            try {
                body(index * slice, std::min(n, (index + 1) * slice));
            } catch (...) {
                const std::scoped_lock lock(guard);
                if (index < failed.load()) {
                    failed = index;
                    failure = std::current_exception();
                }
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        const std::size_t wanted = std::min<std::size_t>(std::max(1U, threads), slices);
        for (std::size_t worker = 1; worker < wanted; ++worker) helpers.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

/// Sum of part(begin, end) over the slices, added in slice order.
template <class Part>
double parallel_sum(std::size_t n, std::size_t slice, unsigned threads, Part part) {
    std::vector<double> partial((n + slice - 1) / slice);
    parallel_for(n, slice, threads, [&](std::size_t begin, std::size_t end) {
        partial[begin / slice] = part(begin, end);
    });
    double sum = 0.0;
    for (const double value : partial) sum += value;
    return sum;
}

}  // namespace gradus
