#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/advice/advice.hpp"
#include "apps/cli/advice/setting_names.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/help_formatter.hpp"
#include "apps/cli/signals.hpp"
#include "apps/cli/standard_streams.hpp"
#include "commands_catalog.inc"
#include "gradus/base/atomic_file.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/parallel.hpp"

namespace gradus::cli {

unsigned Session::thread_count() const {
    return threads == 0 ? default_threads() : threads;
}

Progress& Session::progress() {
    using Style = ProgressDisplay::Style;
    if (progress_ == nullptr) {
        Style style = ::isatty(STDERR_FILENO) == 1 ? Style::live : Style::plain;
        if (progress_style == "plain") style = Style::plain;
        if (progress_style == "live") style = Style::live;
        if (progress_style == "json") style = Style::json;
        if (quiet) style = Style::quiet;
        progress_ = std::make_unique<ProgressDisplay>(stderr, style, nullptr, nullptr, speller);
    }
    return *progress_;
}

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
        std::fflush(stdout) != 0) {
        if (errno == EPIPE) throw ClosedPipe();
        throw Error({"<stdout>"},
                    fmt::format("writing failed: {}", std::generic_category().message(errno)),
                    "free some space or choose another place");
    }
}

namespace {

constexpr int failure = 1;                  // the user's data or files
constexpr int wrong_use = 2;                // the command line
constexpr int closed_pipe = 128 + SIGPIPE;  // as a shell reports whom the signal ended

/// The groups of commands, such as `gradus data …`.
const std::map<std::string_view, std::string_view> group_summaries = {
    {"analyse", "analyse how a model was trained and whether it is optimal"},
    {"data", "inspect, convert, transform and generate data"},
    {"list", "list formats, learners, measures, profiles or synonyms"},
    {"model", "inspect a model: summary, feature importance, explanations, step functions"},
};

void add_common_options(CommandLine& line, Session& session) {
    const char* const heading = "Common";
    line.option("--seed", session.seed, "random seed").with_default().under(heading);
    line.option("--threads", session.threads, "number of threads; 0 = one per processor")
        .with_default()
        .range(0, 1024)
        .under(heading);
    line.option("--progress", session.progress_style, "how to show progress on stderr")
        .with_default()
        .one_of({"auto", "live", "plain", "json"})
        .under(heading);
    line.flag("--quiet", session.quiet, "show no progress and no outcome of training")
        .under(heading);
}

/// The command that the words begin with; null where they begin with none.
const CommandEntry* command_called(const Words& words) {
    for (const CommandEntry* entry : commands::catalog) {
        Words path{std::string(entry->name)};
        if (!entry->group.empty()) path.insert(path.begin(), std::string(entry->group));
        if (path.size() <= words.size() && std::equal(path.begin(), path.end(), words.begin()))
            return entry;
    }
    return nullptr;
}

/// All commands, with the options of the one that the words call: to declare those of every command
/// takes longer than most commands do. Where it is not clear which one is meant, all have theirs.
/// Only checks a line where `checks_only`.
void add_commands(CLI::App& app, const Words& words, Session& session, bool checks_only) {
    const CommandEntry* const called = command_called(words);
    std::map<std::string_view, CLI::App*> groups;
    for (const CommandEntry* entry : commands::catalog) {
        CLI::App* parent = &app;
        if (!entry->group.empty()) {
            CLI::App*& group = groups[entry->group];
            if (group == nullptr) {
                group = app.add_subcommand(std::string(entry->group),
                                           std::string(group_summaries.at(entry->group)));
                group->require_subcommand(1);
            }
            parent = group;
        }
        CLI::App* const command =
            parent->add_subcommand(std::string(entry->name), std::string(entry->summary));
        if (called != nullptr && called != entry) continue;
        CommandLine line(*command, checks_only);
        entry->add(line, session);
        add_common_options(line, session);
    }
}

/// The line if it would be taken, its names put right where that is clear; else nothing. Files are
/// not looked into.
Words acceptable(Words words) {
    constexpr int most_names = 16;
    for (int i = 0; i < most_names && !words.empty(); ++i) {
        Session session;
        CLI::App app;
        app.require_subcommand(1);
        add_commands(app, words, session, true);
        try {
            app.parse(Words(words.rbegin(), words.rend()));
            return words;
        } catch (const CLI::Success&) {  // it asks for help
            return words;
        } catch (const UnknownName& error) {
            words = with_name(app, words, error);
        } catch (const std::exception&) {
            return {};
        }
    }
    return {};
}

/// Shows only lines that work.
void suggest(const Words& corrected, const Words& then) {
    const Words line = acceptable(corrected);
    if (line.empty()) return;
    complain(fmt::format("Try: {}\n", as_typed(line)));
    const Words next = acceptable(then);
    if (!next.empty()) complain(fmt::format("Then: {}\n", as_typed(next)));
}

int refuse(const CLI::App& app, const Words& words, const Advice& advice) {
    complain(fmt::format("error: {}\n", advice.problem));
    suggest(advice.corrected, advice.then);
    const std::string command = command_of(app, words);
    const bool is_group = command.empty() || group_summaries.contains(command);
    complain(fmt::format("Run 'gradus {}--help' for the {}.\n",
                         command.empty() ? "" : command + " ",
                         is_group ? "commands" : "options"));
    return wrong_use;
}

/// Prints the help or the version that was asked for.
int show(const CLI::App& app, const CLI::ParseError& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    try {
        print(text.str());
    } catch (const ClosedPipe&) {
        return closed_pipe;
    } catch (const Error& error) {
        complain(fmt::format("error: {}\n", error.what()));
        return failure;
    }
    return 0;
}

int run(const std::string& program, const Words& words) {
    Session session;
    session.arguments = {program};
    session.arguments.insert(session.arguments.end(), words.begin(), words.end());
    CLI::App app(
        "Gradus trains a ranker for the measure you care about and measures whether it is better.",
        "gradus");
    app.set_version_flag("--version",
                         fmt::format("gradus {} ({})", GRADUS_VERSION,
#include "build_name.inc"
                                     ));
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    app.formatter(std::make_shared<HelpFormatter>());
    add_commands(app, words, session, false);
    const Speller speller = speller_of(app, words);
    session.speller = speller;
    if (const auto advice = advice_before(app, words)) return refuse(app, words, *advice);
    try {
        app.parse(Words(words.rbegin(), words.rend()));
        return session.exit_code;
    } catch (const CLI::ParseError& error) {
        const bool help = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
        if (help) return show(app, error);
        return refuse(app, words, advice_after(app, words, error));
    } catch (const ClosedPipe&) {
        return closed_pipe;  // who reads, such as head, has seen enough: nothing to report
    } catch (const Error& error) {
        session.progress();  // ends a live line before the message
        session = {};
        complain(fmt::format("error: {}\n", error_text(error, speller)));
        if (const auto* const unknown = dynamic_cast<const UnknownName*>(&error))
            suggest(with_name(app, words, *unknown), {});
        if (error.kind() == ErrorKind::usage) return wrong_use;
    } catch (const std::bad_alloc&) {
        complain("error: out of memory; use less data or a larger machine\n");
    } catch (const std::exception& error) {
        complain(fmt::format("error: internal: {}; please report it with the command you ran\n",
                             error.what()));
    }
    return failure;
}

}  // namespace
}  // namespace gradus::cli

int main(int argc, char** argv) {  // NOLINT: run() lets no exception of ours out
    gradus::cli::prepare_standard_streams();
    // A closed pipe and a file that may not grow are errors of ours to report, not a silent death.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    gradus::cli::install_signal_handlers();
    const gradus::cli::Words words(argv + std::min(argc, 1), argv + argc);
    return gradus::cli::run(argc > 0 ? argv[0] : "gradus",
                            gradus::cli::without_help_word(gradus::cli::with_values_apart(words)));
}
