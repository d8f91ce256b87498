#include "gradus/base/thread_team.hpp"

#include <algorithm>

namespace gradus {
namespace {

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

}  // namespace

ThreadTeam::ThreadTeam(unsigned threads)
    : size_(std::max(1U, threads)), turns_awake_(turns_awake(size_)) {
    for (unsigned worker = 1; worker < size_; ++worker)
        threads_.emplace_back([this, worker] { work(worker); });
}

ThreadTeam::~ThreadTeam() {
    ending_ = true;
    started_.fetch_add(1);
    started_.notify_all();
}

void ThreadTeam::run(const std::function<void(unsigned)>& body) {
    body_ = &body;
    started_.fetch_add(1);
    started_.notify_all();
    body(0);
    barrier();
}

void ThreadTeam::work(unsigned worker) {
    for (unsigned seen = 0;; ++seen) {
        started_.wait(seen);
        if (ending_) return;
        (*body_)(worker);
        barrier();
    }
}

void ThreadTeam::wait_for_others(unsigned round) {
    for (int turn = 0; turn < turns_awake_; ++turn) {
        if (passed_.load(std::memory_order_acquire) != round) return;
        pause_processor();
    }
    passed_.wait(round, std::memory_order_acquire);
}

}  // namespace gradus
