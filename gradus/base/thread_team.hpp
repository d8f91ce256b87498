#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace gradus {

/// Threads that stay together for a long run of short steps: every worker runs the same body, and
/// they meet at barriers that cost less than a microsecond, because who waits stays awake for a
/// while before it sleeps. Between two runs the workers sleep. Where the machine has other work and
/// takes processors away in the middle of steps, everybody would wait for whoever lost his: then
/// the caller works alone for a while, and tries again later with all.
class ThreadTeam {
  public:
    /// Worker 0 is whoever calls run().
    explicit ThreadTeam(unsigned threads);
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;
    ThreadTeam(ThreadTeam&&) = delete;
    ThreadTeam& operator=(ThreadTeam&&) = delete;
    ~ThreadTeam();

    /// Workers of the next run, or of the one at work: all, or one. It changes between runs only.
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
        const unsigned size = size_;  // whoever is past the last barrier of a run may change it
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size) {
            last();
            arrived_.store(0, std::memory_order_relaxed);
            passed_.store(round + 1, std::memory_order_release);
            if (size > 1) passed_.notify_all();
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
    void run_own_part(unsigned worker);
    void wait_for_others(unsigned round);
    void run_together();
    bool is_busy_elsewhere() const;

    alignas(64) std::atomic<unsigned> arrived_{0};
    alignas(64) std::atomic<unsigned> passed_{0};   ///< counts the barriers that all have passed
    alignas(64) std::atomic<unsigned> started_{0};  ///< counts the runs
    std::atomic<bool> ending_{false};
    unsigned most_;
    unsigned size_;
    int turns_awake_;
    // Of the runs together since somebody last looked whether they pay, in seconds.
    double began_ = 0.0;             ///< the newest of them
    double together_ = 0.0;          ///< they took
    std::atomic<double> lost_{0.0};  ///< by all workers: ready to go on, but without a processor
    double pause_ = 0.0;             ///< how long the caller works alone when they don't pay
    double alone_until_ = 0.0;
    const std::function<void(unsigned)>* body_ = nullptr;
    std::vector<std::jthread> threads_;
};

}  // namespace gradus
