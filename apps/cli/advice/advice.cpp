#include "apps/cli/advice/advice.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/advice/foreign_options.hpp"
#include "apps/cli/advice/setting_names.hpp"
#include "apps/cli/advice/synonyms.hpp"
#include "gradus/base/names.hpp"

namespace gradus::cli {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* /*command*/) { return true; });
}

/// The command that the first words name, as far as they do.
struct Found {
    const CLI::App* app;
    std::size_t words;     ///< that name it
    bool unknown = false;  ///< the word behind them names none
};

Found find_command(const CLI::App& app, const Words& words) {
    Found found{&app, 0};
    while (!commands_of(*found.app).empty() && found.words < words.size() &&
           !looks_like_option(words[found.words])) {
        const auto commands = commands_of(*found.app);
        const auto next = std::ranges::find_if(commands, [&](const CLI::App* command) {
            return command->get_name() == words[found.words];
        });
        if (next == commands.end()) {
            found.unknown = true;
            return found;
        }
        found.app = *next;
        ++found.words;
    }
    return found;
}

/// Every command and group: "data", "data stats", "eval".
Words all_paths(const CLI::App& app) {
    Words paths;
    for (const CLI::App* command : commands_of(app)) {
        paths.push_back(command->get_name());
        for (const CLI::App* inner : commands_of(*command))
            paths.push_back(command->get_name() + " " + inner->get_name());
    }
    return paths;
}

std::string last_word(const std::string& path) {
    return path.substr(path.find(' ') + 1);
}

/// The commands that may be meant, at most three, the likeliest first.
Words commands_for(const CLI::App& app, const std::string& group, const std::string& typed) {
    const Words paths = all_paths(app);
    const std::string meant = meaning_of(typed, command_synonyms(), paths);
    // `gradus export` converts data, but `gradus model export` does not mean that.
    const bool is_elsewhere =
        !group.empty() && meant.find(' ') != std::string::npos && !meant.starts_with(group + " ");
    if (!meant.empty() && !is_elsewhere) return {meant};
    for (const std::string& path : paths)
        if (plain_name(last_word(path)) == plain_name(typed)) return {path};
    if (const std::string learner = learner_for(typed); !learner.empty())
        return {"train " + learner};
    Words last_words;
    for (const std::string& path : paths) last_words.push_back(last_word(path));
    Words near;
    for (const std::string& word : nearest_names(typed, last_words)) {
        const auto place = std::ranges::find(last_words, word) - last_words.begin();
        near.push_back(paths[static_cast<std::size_t>(place)]);
    }
    return near;
}

/// "--set leaves=" as it is shown: "--set leaves=..."
std::string shown(const std::string& meaning) {
    if (meaning.starts_with("eval ")) return "gradus " + meaning;
    return meaning.ends_with('=') || meaning.ends_with('@') ? meaning + "..." : meaning;
}

/// The value that was typed for an option; "" where there is none.
std::string value_of(const Words& words, const Stranger& stranger) {
    const std::string& word = words[stranger.word];
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
        return word.substr(equals + 1);
    return stranger.word + 1 < words.size() ? words[stranger.word + 1] : "";
}

std::string hint(const Options& options, const Words& words, const Stranger& stranger) {
    const Words& meanings = stranger.meanings;
    if (meanings.empty()) return options.explanation(stranger.name);
    if (options.is_positional(meanings.front()))
        return fmt::format("write the {} without an option", lower_case(meanings.front()));
    if (std::string known = Options::objective_hint(meanings.front(), value_of(words, stranger));
        !known.empty())
        return known;
    Words texts;
    for (const std::string& meaning : meanings) texts.push_back(shown(meaning));
    return did_you_mean(texts);
}

std::string full_name(const Words& words, std::size_t count) {
    std::string name = "gradus";
    for (std::size_t i = 0; i < count; ++i) name += " " + words[i];
    return name;
}

Advice about_strangers(const Options& options,
                       const Words& words,
                       std::size_t first,
                       const std::vector<Stranger>& found) {
    const std::string place = full_name(words, first);
    const Correction correction = corrected(options, words, first, found);
    Advice advice{.problem = {}, .corrected = correction.line, .then = correction.then};
    const auto typed = [&](const Stranger& stranger) {
        return words[stranger.word].substr(0, words[stranger.word].find('='));
    };
    if (found.size() == 1) {
        const std::string meant = hint(options, words, found.front());
        advice.problem = fmt::format("{}: unknown option '{}'{}",
                                     place,
                                     typed(found.front()),
                                     meant.empty() ? "" : "; " + meant);
        return advice;
    }
    Words texts;
    for (const Stranger& stranger : found) {
        const std::string meant = hint(options, words, stranger);
        texts.push_back(
            fmt::format("'{}'{}", typed(stranger), meant.empty() ? "" : " (" + meant + ")"));
    }
    advice.problem = fmt::format("{}: unknown options {}", place, fmt::join(texts, ", "));
    return advice;
}

/// The line with its options put right as well, where that is clear.
Correction with_options_right(const CLI::App& app, const Words& words) {
    const Found found = find_command(app, words);
    if (found.unknown || found.app->get_allow_extras()) return {words, {}};
    const Options options(*found.app, words, found.words);
    const auto others = strangers(options, words, found.words, false);
    if (others.empty()) return {words, {}};
    return corrected(options, words, found.words, others);
}

Advice about_command(const CLI::App& app, const Words& words, std::size_t place) {
    const std::string& typed = words[place];
    const Words meant = commands_for(app, place == 0 ? "" : words[0], typed);
    Advice advice{.problem = fmt::format("{}unknown command '{}'",
                                         place == 0 ? "" : full_name(words, place) + ": ",
                                         typed)};
    const std::string_view how =
        meant.empty() ? explanation_of_command(typed) : explanation_of(typed);
    if (!meant.empty()) advice.problem += "; " + did_you_mean(meant);
    if (!how.empty()) advice.problem += fmt::format("{} {}", meant.empty() ? ";" : "", how);
    if (meant.empty()) return advice;
    Words line = split(meant.front());
    line.insert(line.end(), words.begin() + static_cast<std::ptrdiff_t>(place) + 1, words.end());
    const Found found = find_command(app, line);
    if (found.unknown) return advice;
    const Correction correction = with_options_right(app, line);
    advice.corrected = correction.line;
    advice.then = correction.then;
    return advice;
}

/// RankLib has one command; what it is to do shows in its options.
std::string command_of_options(const Words& words) {
    Words names;
    for (const std::string& word : words)
        if (looks_like_option(word)) names.push_back(plain_name(without_dashes(word)));
    const auto has = [&](std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    if (has("train") || !has("load")) return "train";
    return has("rank") ? "score" : "eval";
}

/// The line with the command that stands behind options moved to its beginning; empty where there
/// is none.
Words with_command_first(const CLI::App& app, const Words& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i);
        const Found found = find_command(app, Words(begin, words.end()));
        if (found.words == 0 || found.unknown || !commands_of(*found.app).empty()) continue;
        Words line = words;
        const auto place = line.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(line.begin(), place, place + static_cast<std::ptrdiff_t>(found.words));
        return line;
    }
    return {};
}

/// Options without a command: RankLib's line begins so.
std::optional<Advice> about_missing_command(const CLI::App& app, const Words& words) {
    if (app.get_option_no_throw(words[0]) != nullptr) return std::nullopt;
    if (words[0] == "-v" || words[0] == "-V" || words[0] == "-version") {
        return Advice{
            .problem = fmt::format("unknown option '{}'; did you mean '--version'?", words[0]),
            .corrected = {"--version"}};
    }
    if (const Words moved = with_command_first(app, words); !moved.empty()) {
        const Correction correction = with_options_right(app, moved);
        return Advice{.problem = fmt::format("the command comes first, before '{}'", words[0]),
                      .corrected = correction.line,
                      .then = correction.then};
    }
    Words line = words;
    const std::string command = command_of_options(words);
    line.insert(line.begin(), command);
    const Found found = find_command(app, line);
    const Options options(*found.app, line, found.words);
    const std::string meant = options.sure_meaning(without_dashes(words[0]));
    Advice advice{.problem = fmt::format("there is no command before '{}'", words[0])};
    if (meant.empty()) return advice;
    advice.problem += fmt::format("; did you mean 'gradus {}'?", command);
    const Correction correction = with_options_right(app, line);
    advice.corrected = correction.line;
    advice.then = correction.then;
    return advice;
}

std::string names_of_commands(const CLI::App& app) {
    Words names;
    for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Extra arguments in the order in which they were typed.
Words extras_in_order(const CLI::App& app, const Words& words) {
    Words extras = app.remaining();
    Words sorted;
    for (const std::string& word : words) {
        const auto found = std::ranges::find(extras, word);
        if (found == extras.end()) continue;
        sorted.push_back(word);
        extras.erase(found);
    }
    return sorted;
}

/// A training without its learner, or with a file where no option says what it is for.
Advice about_training(const CLI::App& train, const Words& words, const std::string& problem) {
    const auto is_given = [&](const char* name) { return train.get_option(name)->count() > 0; };
    const std::string typed = is_given("LEARNER") ? train.get_option("LEARNER")->results()[0] : "";
    const Words extras = extras_in_order(train, words);
    const bool is_file = !typed.empty() && learner_for(typed).empty() &&
                         (is_given("--train") || std::filesystem::exists(typed));
    if (typed.empty() || (is_file && !is_given("--train"))) {
        Advice advice{.problem =
                          "gradus train: LEARNER is missing; name a learner, such as lambdamart "
                          "(gradus list learners shows all)"};
        advice.corrected = words;
        if (!typed.empty()) {
            advice.problem += fmt::format(", and give '{0}' as --train {0}", typed);
            const auto place = std::ranges::find(advice.corrected, typed);
            advice.corrected.insert(place, "--train");
        }
        advice.corrected.insert(advice.corrected.begin() + 1, "lambdamart");
        return advice;
    }
    if (is_given("--train") || extras.size() != 1) return {problem};
    Advice advice{.problem = fmt::format(
                      "--train is required; give '{0}' as --train {0} if that is the training data",
                      extras[0])};
    advice.corrected = words;
    advice.corrected.insert(std::ranges::find(advice.corrected, extras[0]), "--train");
    return advice;
}

/// "NDCG(gain=exp)@5" begins with the name "ndcg".
bool begins_with_name(std::string_view word, std::string_view name) {
    if (lower_case(word.substr(0, name.size())) != lower_case(name)) return false;
    return word.size() == name.size() ||
           std::string_view("=(@").find(word[name.size()]) != std::string_view::npos;
}

}  // namespace

Words without_help_word(Words words) {
    if (words.empty() || words[0] != "help") return words;
    words.erase(words.begin());
    std::erase_if(words, looks_like_option);
    words.emplace_back("--help");
    return words;
}

Words with_values_apart(Words words) {
    if (!words.empty() && words[0] == "trec_eval") return words;
    Words apart;
    for (const std::string& word : words) {
        const bool is_joined =
            word.size() > 3 && word[0] == '-' && word[1] != '-' && word[2] == '=';
        apart.push_back(is_joined ? word.substr(0, 2) : word);
        if (is_joined) apart.push_back(word.substr(3));
    }
    return apart;
}

std::string command_of(const CLI::App& app, const Words& words) {
    const Found found = find_command(app, words);
    return fmt::format(
        "{}",
        fmt::join(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(found.words), " "));
}

std::optional<Advice> advice_before(const CLI::App& app, const Words& words) {
    if (words.empty()) return Advice{"give a command: " + names_of_commands(app)};
    // LightGBM is called as 'lightgbm config=train.conf'.
    const auto config = std::ranges::find_if(
        words, [](const std::string& word) { return word.starts_with("config="); });
    if (config != words.end())
        return Advice{fmt::format("'{}': {}", *config, explanation_of("config"))};
    if (looks_like_option(words[0])) return about_missing_command(app, words);
    const Found found = find_command(app, words);
    if (found.unknown) return about_command(app, words, found.words);
    if (found.app->get_allow_extras()) return std::nullopt;
    const bool goes_on =
        found.words < words.size() && found.app->get_option_no_throw(words[found.words]) != nullptr;
    if (!commands_of(*found.app).empty() && !goes_on) {
        return Advice{fmt::format(
            "{}: give one of: {}", full_name(words, found.words), names_of_commands(*found.app))};
    }
    const Options options(*found.app, words, found.words);
    if (strangers(options, words, found.words, true).empty()) return std::nullopt;
    return about_strangers(
        options, words, found.words, strangers(options, words, found.words, false));
}

Advice advice_after(const CLI::App& app, const Words& words, const CLI::ParseError& error) {
    const Found found = find_command(app, words);
    if (found.app->get_allow_extras()) return {error.what()};
    const Options options(*found.app, words, found.words);
    const auto others = strangers(options, words, found.words, false);
    if (!others.empty()) return about_strangers(options, words, found.words, others);
    if (found.app->get_name() == "train" &&
        dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
        return about_training(*found.app, words, error.what());
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        for (const CLI::Option* option : found.app->get_options()) {
            if (option->get_items_expected_max() != 1 || option->count() < 2) continue;
            return {fmt::format(
                "{} is given {} times; give it once", option->get_name(), option->count())};
        }
        for (const CLI::Option* option : found.app->get_options()) {
            const int wanted = option->get_items_expected_min();
            const auto given = static_cast<int>(option->count());
            if (wanted < 2 || given == 0 || given >= wanted) continue;
            return {fmt::format("{} needs {} values, not {}", option->get_name(), wanted, given)};
        }
        const std::string text = error.what();
        if (text.ends_with("missing"))
            return {text.substr(0, text.find(':')) + " needs a value; write it after the option"};
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const Words extras = extras_in_order(*found.app, words);
        return {fmt::format("{}: unexpected argument{} '{}'",
                            full_name(words, found.words),
                            extras.size() == 1 ? "" : "s",
                            fmt::join(extras, "', '"))};
    }
    return {error.what()};
}

Words with_name(const CLI::App& app, const Words& words, const UnknownName& error) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (begins_with_name(words[i], error.typed())) places.push_back(i);
    if (places.size() != 1) return {};
    const auto place = words.begin() + static_cast<std::ptrdiff_t>(places.front());
    const std::string rest = place->substr(error.typed().size());
    Words line(words.begin(), place);
    if (!error.meant().empty()) {
        const Words meant = split(error.topic() == Topic::learners ? meaning_as_typed(error.meant())
                                                                   : error.meant());
        line.insert(line.end(), meant.begin(), meant.end());
        line.back() += rest;
    } else {
        // A parameter that is an option of its own: --set seed=3.
        const Found found = find_command(app, words);
        const Options options(*found.app, words, found.words);
        const std::string meant = options.sure_meaning(error.typed());
        if (!rest.starts_with('=') || line.empty() || line.back() != "--set" ||
            !meant.starts_with('-') || meant.find(' ') != std::string::npos)
            return {};
        line.back() = meant;
        if (options.takes_value(meant)) line.push_back(rest.substr(1));
    }
    line.insert(line.end(), place + 1, words.end());
    return line;
}

std::string as_typed(const Words& words) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    std::string text = "gradus";
    for (const std::string& word : words) {
        if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
            text += " " + word;
            continue;
        }
        text += " '";
        for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
    return text;
}

}  // namespace gradus::cli
