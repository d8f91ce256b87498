#include "gradus/base/progress.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>

#include "gradus/base/utf8.hpp"

namespace gradus {
namespace {

constexpr double live_interval = 0.1;
constexpr double plain_interval = 10.0;
constexpr double json_interval = 1.0;

std::string quantity(double amount, std::string_view unit) {
    if (unit == "B") return human_bytes(amount);
    if (amount == 1.0 && unit.ends_with('s')) unit.remove_suffix(1);
    if (amount >= 100.0 || amount == std::floor(amount)) {
        return fmt::format("{} {}", human_count(static_cast<std::uint64_t>(amount)), unit);
    }
    return fmt::format("{:.3g} {}", amount, unit);
}

/// "reading train.txt: 45 %, 350 MB/s, 3 s left, value 0.5123, best 0.5130"
std::string sentence(const ProgressState& state, double seconds) {
    std::string text(state.task);
    const double rate = seconds > 0.0 ? static_cast<double>(state.done) / seconds : 0.0;
    if (state.total > 0) {
        text +=
            fmt::format(": {:.0f} %",
                        100.0 * static_cast<double>(state.done) / static_cast<double>(state.total));
    } else {
        text += fmt::format(": {}", quantity(static_cast<double>(state.done), state.unit));
    }
    if (rate > 0.0) text += fmt::format(", {}/s", quantity(rate, state.unit));
    if (rate > 0.0 && state.total > state.done) {
        text += fmt::format(", {}{} left",
                            state.is_limit ? "at most " : "",
                            human_seconds(static_cast<double>(state.total - state.done) / rate));
    }
    if (state.value) text += fmt::format(", value {:.4f}", *state.value);
    if (state.best) text += fmt::format(", best {:.4f}", *state.best);
    if (!state.detail.empty()) text += fmt::format(", {}", state.detail);
    return text;
}

std::string json_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : as_utf8(text)) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string json_object(const ProgressState& state,
                        double seconds,
                        std::optional<std::string_view> result) {
    std::string text = fmt::format(R"({{"task":{},"done":{},"total":{},"unit":{},"seconds":{:.3f})",
                                   json_text(state.task),
                                   state.done,
                                   state.total,
                                   json_text(state.unit),
                                   seconds);
    if (state.value) text += fmt::format(R"(,"value":{})", *state.value);
    if (state.best) text += fmt::format(R"(,"best":{})", *state.best);
    if (!state.detail.empty()) text += fmt::format(R"(,"detail":{})", json_text(state.detail));
    if (result) text += fmt::format(R"(,"result":{})", json_text(*result));
    return text + "}";
}

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Columns of the terminal behind a stream; 0 where there is none.
std::size_t terminal_width(std::FILE* out) {
    winsize size{};
    const int file = ::fileno(out);
    if (file < 0 || ::ioctl(file, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col;
}

/// The start of a line that leaves the last of so many columns free, as a full line may move the
/// cursor to the next; characters of UTF-8 stay whole and count one.
std::string cut_to(std::string line, std::size_t columns) {
    if (columns == 0) return line;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool continues = (static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80U;
        if (continues || ++shown < columns) continue;
        line.resize(i);
        break;
    }
    return line;
}

}  // namespace

Progress& silent_progress() {
    static SilentProgress silent;
    return silent;
}

ProgressDisplay::ProgressDisplay(
    std::FILE* out, Style style, Clock clock, Width width, Speller speller)
    : out_(out),
      style_(style),
      clock_(clock ? std::move(clock) : Clock(steady_seconds)),
      width_(width ? std::move(width) : Width([out] { return terminal_width(out); })),
      speller_(std::move(speller)) {}

ProgressDisplay::~ProgressDisplay() {
    clear_live_line();
}

void ProgressDisplay::begin_if_new(const ProgressState& state) {
    if (state.task == task_) return;
    task_ = state.task;
    started_ = clock_();
    shown_ = started_;
}

void ProgressDisplay::print(const std::string& line) {
    std::fputs((line + "\n").c_str(), out_);
    std::fflush(out_);
}

void ProgressDisplay::clear_live_line() {
    if (line_open_) std::fputs("\r\033[K", out_);
    line_open_ = false;
}

void ProgressDisplay::update(const ProgressState& state) {
    const std::scoped_lock lock(guard_);
    begin_if_new(state);
    const double now = clock_();
    const double seconds = now - started_;
    const double waited = now - shown_;
    switch (style_) {
        case Style::live:
            if (waited < live_interval) return;
            std::fputs(
                fmt::format("\r\033[K{}", cut_to(sentence(state, seconds), width_())).c_str(),
                out_);
            std::fflush(out_);
            line_open_ = true;
            break;
        case Style::plain:
            if (waited < plain_interval) return;
            print(sentence(state, seconds));
            break;
        case Style::json:
            if (waited < json_interval) return;
            print(json_object(state, seconds, std::nullopt));
            break;
        case Style::quiet:
            break;
    }
    shown_ = now;
}

void ProgressDisplay::finish(const ProgressState& state, std::string_view result) {
    const std::scoped_lock lock(guard_);
    begin_if_new(state);
    clear_live_line();
    const double seconds = clock_() - started_;
    if (style_ == Style::json) {
        print(json_object(state, seconds, result));
    } else if (style_ != Style::quiet) {
        std::string line = fmt::format("{}: {}, {}", state.task, result, human_seconds(seconds));
        if (seconds > 0.0 && state.done > 0) {
            line += fmt::format(" ({}/s)",
                                quantity(static_cast<double>(state.done) / seconds, state.unit));
        }
        print(line);
    }
    task_.clear();
}

void ProgressDisplay::note(std::string_view text) {
    const std::scoped_lock lock(guard_);
    clear_live_line();
    const std::string shown = spelled(text, speller_);
    if (style_ == Style::json) {
        print(fmt::format(R"({{"note":{}}})", json_text(shown)));
    } else {
        print(fmt::format("note: {}", shown));
    }
}

std::string human_bytes(double bytes) {
    constexpr std::array units = {"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < units.size()) {
        bytes /= 1000.0;
        ++unit;
    }
    const int decimals = unit == 0 || bytes >= 99.95 ? 0 : (bytes >= 9.995 ? 1 : 2);
    return fmt::format("{:.{}f} {}", bytes, decimals, units[unit]);
}

std::string human_seconds(double seconds) {
    if (seconds < 9.95) return fmt::format("{:.2g} s", seconds);
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string human_count(std::uint64_t count) {
    const std::string digits = std::to_string(count);
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
        grouped += digits[i];
    }
    return grouped;
}

}  // namespace gradus
