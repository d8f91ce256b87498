#pragma once

#include <atomic>

namespace gradus {

/// How long work is asked to end early, from a signal handler or another thread. Who does the work
/// looks at `is_wanted` between two steps and says by `is_heeded` that it does: where nobody looks,
/// there is nothing to wait for.
struct StopRequest {
    std::atomic<bool> is_heeded{false};
    std::atomic<bool> is_wanted{false};
};

}  // namespace gradus
