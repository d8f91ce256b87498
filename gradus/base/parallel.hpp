#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace gradus {

/// Threads to use where the user names none: one per processor.
inline unsigned default_threads() {
    return std::max(1U, std::thread::hardware_concurrency());
}

namespace detail {

/// What the threads of one loop share. A helper that comes too late, because the machine had no
/// processor for it, finds no slice left and touches nothing else.
class SharedLoop {
  public:
    explicit SharedLoop(std::size_t slices) : slices_(slices) {}

    /// Runs slice after slice until none is left.
    template <class Slice>
    void work(const Slice& slice) {
        while (true) {
            const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
            if (index >= slices_) return;
            if (index <= failed_.load(std::memory_order_relaxed)) {
                try {
                    slice(index);
                } catch (...) {
                    note_failure(index);
                }
            }
            if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == slices_) done_.notify_all();
        }
    }

    /// Until all slices are done, whoever took them; rethrows the failure of the first. A helper
    /// that is still on its way out then holds no part of it.
    void wait() {
        for (std::size_t done = done_.load(std::memory_order_acquire); done != slices_;
             done = done_.load(std::memory_order_acquire))
            done_.wait(done, std::memory_order_acquire);
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

  private:
    void note_failure(std::size_t index) {
        const std::scoped_lock lock(guard_);
        if (index >= failed_.load()) return;
        failed_ = index;
        failure_ = std::current_exception();
    }

    std::size_t slices_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<std::size_t> failed_{std::numeric_limits<std::size_t>::max()};
    std::mutex guard_;
    std::exception_ptr failure_;
};

}  // namespace detail

/// Calls body(begin, end) on consecutive slices of [0, n). The slices depend on n and `slice`
/// alone, never on `threads`, so what is made slice by slice is the same to the last bit for any
/// number of threads. When bodies throw, the exception of the first slice (in data order) reaches
/// the caller once all slices have ended, so errors too are the same for any number of threads. The
/// caller waits for slices, not for threads: on a busy machine it may well do all the work.
template <std::invocable<std::size_t, std::size_t> Body>
void parallel_for(std::size_t n, std::size_t slice, unsigned threads, Body body) {
    const std::size_t slices = (n + slice - 1) / slice;
    const std::size_t wanted = std::min<std::size_t>(std::max(1U, threads), slices);
    if (wanted <= 1) {
        for (std::size_t begin = 0; begin < n; begin += slice)
            body(begin, std::min(n, begin + slice));
        return;
    }
    const auto loop = std::make_shared<detail::SharedLoop>(slices);
    const auto run = [&body, n, slice](std::size_t index) {
        body(index * slice, std::min(n, (index + 1) * slice));
    };
    for (std::size_t worker = 1; worker < wanted; ++worker) {
        try {
            std::thread([loop, run] { loop->work(run); }).detach();
        } catch (const std::system_error&) {
            break;  // no more threads are to be had: those that are there do the work
        }
    }
    loop->work(run);
    loop->wait();
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
