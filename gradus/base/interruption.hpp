#pragma once

#include "gradus/base/stop_request.hpp"

namespace gradus {

/// While it lives, long work heeds requests to stop: it asks between two steps.
class Interruption {
  public:
    /// The request may be none, and must outlive it.
    explicit Interruption(StopRequest* request) : request_(request) {
        if (request_ != nullptr) request_->is_heeded = true;
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    Interruption(Interruption&&) = delete;
    Interruption& operator=(Interruption&&) = delete;
    ~Interruption() {
        if (request_ != nullptr) request_->is_heeded = false;
    }

    bool is_wanted() const { return request_ != nullptr && request_->is_wanted; }

  private:
    StopRequest* request_;
};

}  // namespace gradus
