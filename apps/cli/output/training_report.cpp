#include "apps/cli/output/training_report.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/signals.hpp"
#include "gradus/base/printable.hpp"

namespace gradus::cli {
namespace {

std::string quoted_for_shell(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

bool writes_to_stdout(const TrainingReport& report) {
    return std::ranges::find(report.files, "-") != report.files.end();
}

/// "model.json", "model.json, ap.json".
std::string listed(const std::vector<std::string>& files) {
    return printable(fmt::format("{}", fmt::join(files, ", ")));
}

}  // namespace

std::string shell_text(const std::vector<std::string>& arguments) {
    std::string text;
    for (const std::string& argument : arguments)
        text += (text.empty() ? "" : " ") + quoted_for_shell(argument);
    return text;
}

void report_outcome(const TrainingReport& report, const Session& session) {
    if (session.quiet) return;
    const bool is_stdout_taken = writes_to_stdout(report);
    std::string text = report.outcome.text(session.speller) + "\n";
    text += fmt::format("Trained in {}", human_seconds(report.seconds));
    text += is_stdout_taken ? ".\n" : fmt::format("; wrote {}.\n", listed(report.files));
    if (is_stdout_taken) {
        std::fputs(text.c_str(), stderr);
    } else {
        print(text);
    }
}

void report_interruption(const TrainingReport& report, Session& session) {
    Progress& progress = session.progress();
    if (!report.files.empty())
        progress.note(fmt::format("interrupted; {} has the best model so far. {}",
                                  listed(report.files),
                                  report.outcome.text(session.speller)));
    if (!report.checkpoint.empty()) {
        std::vector<std::string> again = session.arguments;
        std::erase(again, "--force");  // that starts anew
        if (std::ranges::find(again, "--resume") == again.end()) again.emplace_back("--resume");
        progress.note(fmt::format("interrupted; {} has the state of training. Resume with: {}",
                                  report.checkpoint,
                                  shell_text(again)));
    }
    if (report.files.empty() && report.was_to_keep) {
        progress.note(
            "interrupted before the first step of training was finished; there is no model to "
            "keep");
    } else if (report.files.empty() && report.checkpoint.empty()) {
        progress.note(
            "interrupted; nothing was kept. --checkpoint FILE writes what a training can resume "
            "from, --on-interrupt keep the best model so far");
    }
    session.exit_code = signal_exit_code();
}

}  // namespace gradus::cli
