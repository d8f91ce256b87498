#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace gradus {

/// Threads that stay together for a long run of short steps: every worker runs the same body, and
/// they meet at barriers that cost less than a microsecond, because who waits stays awake for a
/// while before it sleeps. Between two runs the workers sleep.
class ThreadTeam {
  public:
    /// Worker 0 is whoever calls run().
    explicit ThreadTeam(unsigned threads);
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;
    ThreadTeam(ThreadTeam&&) = delete;
    ThreadTeam& operator=(ThreadTeam&&) = delete;
    ~ThreadTeam();

    unsigned size() const { return size_; }
    /// Calls body(worker) on all workers; returns when all have ended. The body must not throw: the
    /// others would wait for ever.
    void run(const std::function<void(unsigned)>& body);
    /// Inside run(): returns when every worker has come here.
    void barrier() {
        barrier([] {});
    }
    /// The same; whoever comes last first does what only one may do.
    template <class Last>
    void barrier(Last last) {
        const unsigned round = passed_.load(std::memory_order_relaxed);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
            last();
            arrived_.store(0, std::memory_order_relaxed);
            passed_.store(round + 1, std::memory_order_release);
            if (size_ > 1) passed_.notify_all();
        } else {
            wait_for_others(round);
        }
    }

    /// The share of [0, n), or of a range, that is a worker's own.
    struct Range {
        std::size_t begin;
        std::size_t end;
        std::size_t size() const { return end - begin; }
    };
    Range share(std::size_t n, unsigned worker) const {
        return {n * worker / size_, n * (worker + 1) / size_};
    }
    Range share(const Range& range, unsigned worker) const {
        const Range part = share(range.size(), worker);
        return {range.begin + part.begin, range.begin + part.end};
    }

  private:
    void work(unsigned worker);
    void wait_for_others(unsigned round);

    alignas(64) std::atomic<unsigned> arrived_{0};
    alignas(64) std::atomic<unsigned> passed_{0};   ///< counts the barriers that all have passed
    alignas(64) std::atomic<unsigned> started_{0};  ///< counts the runs
    std::atomic<bool> ending_{false};
    unsigned size_;
    int turns_awake_;
    const std::function<void(unsigned)>* body_ = nullptr;
    std::vector<std::jthread> threads_;
};

}  // namespace gradus
