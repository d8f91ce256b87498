#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "gradus/learners/training/json_log.hpp"
#include "gradus/measures/named_measure.hpp"

namespace gradus::net {

/// Where a training stands after an epoch.
struct LoggedEpoch {
    std::size_t epoch = 0;
    std::string objective = {};
    double rate = 0.0;
    std::size_t restarts = 0;
    std::size_t best_candidate = 0;
    std::size_t best_epoch = 0;
};

/// What some targets come to on one data set.
struct Curves {
    std::span<const NamedMeasure> targets;
    std::span<const double> values;
};

/// The learning curves: a line of JSON an epoch.
class NetLog {
  public:
    NetLog(const TrainingFiles& files, Progress& progress) : log_(files, progress) {}

    bool is_open() const { return log_.is_open(); }
    void write(const LoggedEpoch& epoch, const Curves& train, const Curves& valid);
    void resume(std::size_t epoch) { log_.resume(epoch); }

  private:
    JsonLog log_;
};

}  // namespace gradus::net
