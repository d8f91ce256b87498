#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/evaluation/trec_eval/report.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::vector<std::string> measures;  // -m, as typed
    trec_eval::Settings settings;
    std::string profile = "trec10";
    std::vector<std::string> files;
};

/// trec_eval's flags: a letter and, in long form, a word; those with a value take it glued (-M100),
/// behind '=' or as the next argument.
struct Flag {
    std::string_view word;
    char letter;
    bool has_value;
};
constexpr Flag flags[] = {
    {"query_eval_wanted", 'q', false},
    {"no_summary_wanted", 'n', false},
    {"complete_rel_info_wanted", 'c', false},
    {"Judged_docs_only", 'J', false},
    {"level_for_rel", 'l', true},
    {"Max_retrieved_per_topic", 'M', true},
    {"Number_docs_in_coll", 'N', true},
    {"measure", 'm', true},
    {"Rel_info_format", 'R', true},
    {"Results_format", 'T', true},
    {"profile", 'p', true},  // ours, in the long form only
};

std::int64_t whole_number(const Flag& flag, std::string_view text) {
    const auto number = integer_from(text);
    if (!number || *number < 0)
        misuse(fmt::format("-{} {}: not a whole number", flag.letter, text));
    return *number;
}

void set(Options& options, const Flag& flag, const std::string& value) {
    switch (flag.letter) {
        case 'q':
            options.settings.by_query = true;
            break;
        case 'n':
            options.settings.no_summary = true;
            break;
        case 'c':
            options.settings.complete = true;
            break;
        case 'J':
            options.settings.judged_only = true;
            break;
        case 'l':
            options.settings.level = whole_number(flag, value);
            break;
        case 'M':
            options.settings.depth = static_cast<std::size_t>(whole_number(flag, value));
            break;
        case 'N':
            options.settings.collection = static_cast<double>(whole_number(flag, value));
            break;
        case 'm':
            options.measures.push_back(value);
            break;
        case 'R':
            if (value != "qrels") misuse(fmt::format("-R {}: only qrels can be read", value));
            break;
        case 'T':
            if (value != "trec_results")
                misuse(fmt::format("-T {}: only trec_results can be read", value));
            break;
        default:
            options.profile = value;
    }
}

const Flag* flag_of_letter(char letter) {
    for (const Flag& flag : flags)
        if (flag.letter == letter && flag.word != "profile") return &flag;
    return nullptr;
}
const Flag* flag_of_word(std::string_view word) {
    for (const Flag& flag : flags)
        if (flag.word == word) return &flag;
    return nullptr;
}

/// As getopt reads them: letters may share an argument, and files may stand between flags.
Options parse(std::span<const std::string> arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view text = arguments[i];
        const auto value_of = [&](const Flag& flag, std::optional<std::string_view> glued) {
            if (glued) return std::string(*glued);
            if (++i == arguments.size()) misuse(fmt::format("-{} needs a value", flag.letter));
            return arguments[i];
        };
        if (text == "-" || !text.starts_with('-')) {
            options.files.emplace_back(text);
        } else if (text.starts_with("--")) {
            const std::size_t equals = text.find('=');
            const Flag* const flag = flag_of_word(text.substr(2, equals - 2));
            if (flag == nullptr) misuse(fmt::format("{}: unknown option", text));
            std::optional<std::string_view> glued;
            if (equals != std::string_view::npos) glued = text.substr(equals + 1);
            set(options, *flag, flag->has_value ? value_of(*flag, glued) : std::string());
        } else {
            for (std::size_t letter = 1; letter < text.size(); ++letter) {
                const Flag* const flag = flag_of_letter(text[letter]);
                if (flag == nullptr) misuse(fmt::format("-{}: unknown option", text[letter]));
                if (!flag->has_value) {
                    set(options, *flag, {});
                    continue;
                }
                std::optional<std::string_view> glued;
                if (letter + 1 < text.size()) glued = text.substr(letter + 1);
                set(options, *flag, value_of(*flag, glued));
                break;
            }
        }
    }
    if (options.files.size() != 2) misuse("give two files: the judgments (qrels), then the run");
    for (std::size_t i = 0; i < 2; ++i) {
        if (options.files[i].empty())
            misuse(fmt::format("{}: the name is empty", i == 0 ? "QRELS" : "RUN"));
    }
    if (options.profile != "trec9" && options.profile != "trec10")
        misuse(fmt::format("--profile {}: choose trec9 or trec10", options.profile));
    return options;
}

void trec_eval_command(std::span<const std::string> arguments, Session& session) {
    const Options options = parse(arguments);
    const Profile& profile = profile_named(options.profile);
    const std::vector<trec_eval::Selected> measures = trec_eval::select(options.measures, profile);
    const Judgments judgments =
        read_qrels(TextSource(options.files[0]), session.progress(), session.thread_count());
    const Run run =
        read_run(TextSource(options.files[1]), session.progress(), session.thread_count());
    print(trec_eval::report(judgments,
                            options.files[0],
                            run,
                            options.files[1],
                            measures,
                            options.settings,
                            profile,
                            session.thread_count()));
}

constexpr std::string_view help =
    "Usage: gradus trec_eval [flags] QRELS RUN     (RUN may be -)\n"
    "  -m MEASURE   a measure, with parameters as in P.5,10; official, set or all_trec\n"
    "  -q           values of each query too        -n  no summary\n"
    "  -c           count 0 for judged queries that the run lacks\n"
    "  -l LEVEL     minimum grade of a relevant document (1)\n"
    "  -M DEPTH     maximum documents per query\n"
    "  -J           remove unjudged documents\n"
    "  -N COUNT     documents in the collection, for utility\n"
    "  --profile trec9|trec10   version to imitate (trec10)";

}  // namespace

namespace commands {
extern const CommandEntry trec_eval_entry{
    .group = "",
    .name = "trec_eval",
    .summary = "evaluate a run with trec_eval's own flags, names and output",
    .add =
        [](CommandLine& line, Session& session) {
            const auto arguments = std::make_shared<std::vector<std::string>>();
            line.leave_rest(*arguments);
            line.footer([] { return std::string(help); });
            line.check([arguments] { parse(*arguments); });
            line.files([arguments](FileRoles& files) {
                const Options options = parse(*arguments);
                files.reads("QRELS", options.files[0]);
                files.reads("RUN", options.files[1]);
            });
            line.action([arguments, &session] { trec_eval_command(*arguments, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
