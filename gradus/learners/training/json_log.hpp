#pragma once

#include <chrono>
#include <cstddef>
#include <fstream>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace gradus {

/// A file that grows by one line of JSON a step, for viewers that follow a training. After a resume
/// lines may come again; the newest of a step counts.
class JsonLog {
  public:
    /// "" = no log. Error where the file cannot be written.
    explicit JsonLog(const std::string& path);

    bool is_open() const { return file_.is_open(); }
    /// Since the log was opened.
    double seconds() const;
    /// Nothing where there is no log.
    void write(const nlohmann::ordered_json& line);
    /// A line that says after which step a training goes on.
    void resume(std::size_t step);

  private:
    std::ofstream file_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace gradus
