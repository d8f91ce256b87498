#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "gradus/base/settings_text.hpp"

namespace gradus {

/// How far a piece of long work has come.
struct ProgressState {
    std::string_view task{};  ///< "reading train.txt"
    std::uint64_t done = 0;
    std::uint64_t total = 0;        ///< 0 = unknown
    bool is_limit = false;          ///< the work may well be done before `total`
    std::string_view unit{};        ///< "B", "trees"
    std::optional<double> value{};  ///< the measure now, in training
    std::optional<double> best{};   ///< and at its best
    std::string_view detail{};      ///< what else there is to see: "round 120, gap 0.02"
};

/// What long work reports to. The library never prints by itself: it is handed one of these.
class Progress {
  public:
    Progress() = default;
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    Progress(Progress&&) = delete;
    Progress& operator=(Progress&&) = delete;
    virtual ~Progress() = default;

    /// Called as often as is convenient; the display thins it out. From one thread at a time.
    virtual void update(const ProgressState& state) = 0;
    /// The task is done; `result` says what came of it ("662,026 documents"). The time it took is
    /// measured here.
    virtual void finish(const ProgressState& state, std::string_view result) = 0;
    /// Something the user should know though the work goes on. Settings stand in backquotes, as in
    /// an Error.
    virtual void note(std::string_view text) = 0;
};

/// Hears nothing.
class SilentProgress final : public Progress {
  public:
    void update(const ProgressState& /*state*/) override {}
    void finish(const ProgressState& /*state*/, std::string_view /*result*/) override {}
    void note(std::string_view /*text*/) override {}
};

/// The one that work reports to where nobody listens.
Progress& silent_progress();

/// Shows progress to people or programs.
class ProgressDisplay final : public Progress {
  public:
    enum class Style : unsigned char {
        live,   ///< one line that is written over, ten times a second: a terminal
        plain,  ///< a line at the end of a task, and every ten seconds of a long one: a file
        json,   ///< one JSON object a line
        quiet   ///< notes only
    };
    using Clock = std::function<double()>;  ///< seconds, rising; replaced in tests
    /// Columns of the terminal, asked for each live line, as people resize it; 0 = unknown.
    using Width = std::function<std::size_t()>;

    /// `speller` writes the settings of notes.
    ProgressDisplay(std::FILE* out,
                    Style style,
                    Clock clock = {},
                    Width width = {},
                    Speller speller = in_quotes);
    ~ProgressDisplay() override;

    void update(const ProgressState& state) override;
    void finish(const ProgressState& state, std::string_view result) override;
    void note(std::string_view text) override;

  private:
    void begin_if_new(const ProgressState& state);
    void print(const std::string& line);
    void clear_live_line();

    std::FILE* out_;
    Style style_;
    Clock clock_;
    Width width_;
    Speller speller_;
    std::mutex guard_;
    std::string task_;
    double started_ = 0.0;
    double shown_ = 0.0;
    bool line_open_ = false;
};

/// "1.5 GB", "350 MB/s": a byte count with three digits.
std::string human_bytes(double bytes);
/// "45 s", "3 min 20 s", "2 h 5 min".
std::string human_seconds(double seconds);
/// "662,026".
std::string human_count(std::uint64_t count);

}  // namespace gradus
