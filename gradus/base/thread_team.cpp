#include "gradus/base/thread_team.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace gradus {
namespace {

// All in seconds.
constexpr double shortest_look = 0.003;  ///< at runs together, before a verdict on them
constexpr double first_pause = 0.05;
constexpr double longest_pause = 2.0;
/// The share of the workers' time for which they wanted a processor and had none, from which on it
/// is better to be alone.
constexpr double most_lost = 0.15;
constexpr double pause_for_each_look = 20.0;
constexpr double usual_awakening = 2e-4;  ///< what a worker may take to begin

/// What this thread has slept at barriers.
thread_local double rested = 0.0;

/// Turns to wait awake, some 50 microseconds; none where threads must share processors, as whom one
/// waits for may need this one.
int turns_awake(unsigned size) {
    return size <= std::max(1U, std::thread::hardware_concurrency()) ? 4000 : 0;
}

void pause_processor() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// That this thread has used.
double processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

ThreadTeam::ThreadTeam(unsigned threads)
    : most_(std::max(1U, threads)),
      size_(most_),
      turns_awake_(turns_awake(most_)),
      pause_(first_pause) {
    for (unsigned worker = 1; worker < most_; ++worker)
        threads_.emplace_back([this, worker] { work(worker); });
}

ThreadTeam::~ThreadTeam() {
    ending_ = true;
    started_.fetch_add(1);
    started_.notify_all();
}

void ThreadTeam::run(const std::function<void(unsigned)>& body) {
    body_ = &body;
    if (size_ > 1) {
        run_together();
    } else {
        body(0);
    }
    if (most_ == 1) return;
    if (size_ > 1 && is_busy_elsewhere()) {
        alone_until_ = now() + std::max(pause_, pause_for_each_look * together_);
        pause_ = std::min(2.0 * pause_, longest_pause);
        size_ = 1;
    } else if (size_ > 1 && together_ >= shortest_look) {
        pause_ = first_pause;
    } else if (size_ == 1 && now() >= alone_until_) {
        size_ = most_;
    }
    if (size_ == 1 || together_ >= shortest_look) {
        together_ = 0.0;
        lost_ = 0.0;
    }
}

void ThreadTeam::run_together() {
    began_ = now();
    started_.fetch_add(1);
    started_.notify_all();
    run_own_part(0);
    together_ += now() - began_;
}

void ThreadTeam::work(unsigned worker) {
    for (unsigned seen = 0;; ++seen) {
        started_.wait(seen);
        if (ending_) return;
        run_own_part(worker);
    }
}

void ThreadTeam::run_own_part(unsigned worker) {
    const double start = now();
    const double processor_before = processor_time();
    const double rested_before = rested;
    (*body_)(worker);
    const double worked = processor_time() - processor_before;
    const double lost = now() - start - worked - (rested - rested_before);
    lost_.fetch_add(std::max(0.0, lost) + std::max(0.0, start - began_ - usual_awakening));
    barrier();
}

/// Whether the workers lost too much of their time.
bool ThreadTeam::is_busy_elsewhere() const {
    return together_ >= shortest_look && lost_ > most_lost * together_ * static_cast<double>(most_);
}

void ThreadTeam::wait_for_others(unsigned round) {
    for (int turn = 0; turn < turns_awake_; ++turn) {
        if (passed_.load(std::memory_order_acquire) != round) return;
        pause_processor();
    }
    const double began = now();
    passed_.wait(round, std::memory_order_acquire);
    rested += now() - began;
}

}  // namespace gradus
