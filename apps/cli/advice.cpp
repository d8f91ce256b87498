#include "apps/cli/advice.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/synonyms.hpp"
#include "gradus/base/names.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/synonyms.hpp"

namespace gradus::cli {
namespace {

constexpr std::string_view learner_word = "LEARNER";

Words split(std::string_view text) {
    std::istringstream stream{std::string(text)};
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// An option rather than a value: "-" is standard input, and "-3" a number.
bool looks_like_option(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

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

/// A learner's name, perhaps with options, for what was typed; "" where it is none.
std::string learner_for(const std::string& typed) {
    Words names;
    for (const LearnerEntry* entry : all_learners()) {
        names.emplace_back(entry->name);
        if (plain_name(entry->name) == plain_name(typed)) return names.back();
    }
    return meaning_of(typed, learner_synonyms(), names);
}

/// The commands that may be meant, at most three, the likeliest first.
Words commands_for(const CLI::App& app, const std::string& typed) {
    const Words paths = all_paths(app);
    if (const std::string meant = meaning_of(typed, command_synonyms(), paths); !meant.empty())
        return {meant};
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

/// The options of one command, and what of others may stand for them.
class Options {
  public:
    Options(const CLI::App& app, const Words& words, std::size_t first) : app_(app) {
        for (const CLI::Option* option : app.get_options()) {
            for (const std::string& name : option->get_lnames()) longs_.push_back(name);
            for (const std::string& name : option->get_lnames()) known_.push_back("--" + name);
            for (const std::string& name : option->get_snames()) known_.push_back("-" + name);
        }
        if (app.get_name() != "train") return;
        known_.emplace_back(learner_word);
        const Words learner = first < words.size() ? split(learner_for(words[first])) : Words{};
        for (const LearnerEntry* entry : all_learners()) {
            if (!learner.empty() && entry->name != learner.front()) continue;
            for (const ParamInfo& info : entry->params())
                if (std::ranges::find(parameters_, info.name) == parameters_.end())
                    parameters_.push_back(info.name);
        }
    }

    const CLI::Option* find(const std::string& name) const {
        return app_.get_option_no_throw(name);
    }
    bool takes_value(const std::string& name) const {
        const CLI::Option* const option = find(name);
        return option != nullptr && option->get_items_expected_min() > 0;
    }

    /// What an option that the command does not have surely means; "" where that is not sure. A
    /// parameter becomes "--set NAME=", behind which the value goes.
    std::string sure_meaning(const std::string& typed) const {
        const std::string plain = plain_name(typed);
        for (const std::string& name : longs_)
            if (plain_name(name) == plain) return "--" + name;
        for (const std::string& name : parameters_)
            if (plain_name(name) == plain) return "--set " + name + "=";
        if (std::string meant = meaning_of(typed, option_synonyms(), known_); !meant.empty())
            return meant;
        const std::string parameter = meaning_of(typed, parameter_synonyms(), parameters_);
        return parameter.empty() ? parameter : "--set " + parameter + "=";
    }

    /// Those that may be meant, at most three.
    Words meanings(const std::string& typed) const {
        if (std::string sure = sure_meaning(typed); !sure.empty()) return {sure};
        Words names = longs_;
        names.insert(names.end(), parameters_.begin(), parameters_.end());
        Words near;
        for (const std::string& name : nearest_names(typed, names)) {
            const bool own = std::ranges::find(longs_, name) != longs_.end();
            near.push_back(own ? "--" + name : "--set " + name + "=");
        }
        return near;
    }

  private:
    const CLI::App& app_;
    Words longs_;       ///< without dashes
    Words known_;       ///< with them, the short ones too, and LEARNER
    Words parameters_;  ///< of the learner, or of all
};

/// An option that the command does not have.
struct Stranger {
    std::size_t word;
    std::string name;  ///< as typed, without dashes and value
    Words meanings;
};

std::string without_dashes(const std::string& word) {
    const std::size_t begin = std::min(word.find_first_not_of('-'), word.size());
    return word.substr(begin, std::min(word.find('='), word.size()) - begin);
}

/// `glued` looks only for words that the parser would read as a short option and its value.
std::vector<Stranger> strangers(const Options& options,
                                const Words& words,
                                std::size_t first,
                                bool glued) {
    std::vector<Stranger> found;
    for (std::size_t i = first; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--") break;
        if (!looks_like_option(word)) continue;
        const std::string name = without_dashes(word);
        const bool is_long = word.starts_with("--");
        const std::string known = is_long ? "--" + name : word.substr(0, 2);
        const bool dash_is_missing =
            !is_long && name.size() > 2 && !options.sure_meaning(name).empty();
        if (options.find(known) != nullptr && !dash_is_missing) {
            const bool has_value = is_long ? word.find('=') != std::string::npos : word.size() > 2;
            if (!has_value && options.takes_value(known)) ++i;
            continue;
        }
        if (glued && !(dash_is_missing && options.find(known) != nullptr)) continue;
        found.push_back({i, name, options.meanings(name)});
    }
    return found;
}

/// The line with the likeliest meaning in place of each stranger; empty where one has none.
Words corrected(const Options& options,
                const Words& words,
                std::size_t first,
                const std::vector<Stranger>& found) {
    Words line(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
    Words learner;
    auto next = found.begin();
    for (std::size_t i = first; i < words.size(); ++i) {
        if (next == found.end() || next->word != i) {
            line.push_back(words[i]);
            continue;
        }
        if (next->meanings.empty()) return {};
        Words meant = split(next->meanings.front());
        ++next;
        const bool joined = meant.back().ends_with('=') || meant.back().ends_with('@');
        std::string value;
        if (joined || meant.front() == learner_word || options.takes_value(meant.front())) {
            const std::size_t equals = words[i].find('=');
            if (equals != std::string::npos) {
                value = words[i].substr(equals + 1);
            } else if (i + 1 < words.size() && !looks_like_option(words[i + 1])) {
                value = words[++i];
            } else {
                return {};
            }
        }
        if (meant.front() == learner_word) {
            learner = split(learner_for(value));
            if (learner.empty()) return {};
            continue;
        }
        if (joined) {
            meant.back() += value;
        } else if (!value.empty()) {
            meant.push_back(value);
        }
        line.insert(line.end(), meant.begin(), meant.end());
    }
    line.insert(line.begin() + static_cast<std::ptrdiff_t>(first), learner.begin(), learner.end());
    return line;
}

/// "--set leaves=" as it is shown: "--set leaves=..."
std::string shown(const std::string& meaning) {
    return meaning.ends_with('=') || meaning.ends_with('@') ? meaning + "..." : meaning;
}

std::string hint(const Words& meanings) {
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
    Advice advice{.problem = {}, .corrected = corrected(options, words, first, found)};
    const auto typed = [&](const Stranger& stranger) {
        return words[stranger.word].substr(0, words[stranger.word].find('='));
    };
    if (found.size() == 1) {
        const std::string meant = hint(found.front().meanings);
        advice.problem = fmt::format("{}: unknown option '{}'{}",
                                     place,
                                     typed(found.front()),
                                     meant.empty() ? "" : "; " + meant);
        return advice;
    }
    Words texts;
    for (const Stranger& stranger : found) {
        const std::string meant = hint(stranger.meanings);
        texts.push_back(
            fmt::format("'{}'{}", typed(stranger), meant.empty() ? "" : " (" + meant + ")"));
    }
    advice.problem = fmt::format("{}: unknown options {}", place, fmt::join(texts, ", "));
    return advice;
}

/// The line with its options put right as well, where that is clear.
Words with_options_right(const CLI::App& app, const Words& words) {
    const Found found = find_command(app, words);
    if (found.unknown || found.app->get_allow_extras()) return words;
    const Options options(*found.app, words, found.words);
    const auto others = strangers(options, words, found.words, false);
    if (others.empty()) return words;
    return corrected(options, words, found.words, others);
}

Advice about_command(const CLI::App& app, const Words& words, std::size_t place) {
    const std::string& typed = words[place];
    const Words meant = commands_for(app, typed);
    Advice advice{.problem = fmt::format("{}unknown command '{}'",
                                         place == 0 ? "" : full_name(words, place) + ": ",
                                         typed)};
    if (meant.empty()) return advice;
    advice.problem += "; " + did_you_mean(meant);
    Words line = split(meant.front());
    line.insert(line.end(), words.begin() + static_cast<std::ptrdiff_t>(place) + 1, words.end());
    const Found found = find_command(app, line);
    if (!found.unknown) advice.corrected = with_options_right(app, line);
    return advice;
}

/// Options without a command: RankLib's line begins so.
std::optional<Advice> about_missing_command(const CLI::App& app, const Words& words) {
    if (app.get_option_no_throw(words[0]) != nullptr) return std::nullopt;
    Words line = words;
    line.insert(line.begin(), "train");
    const Found found = find_command(app, line);
    const Options options(*found.app, line, found.words);
    const std::string meant = options.sure_meaning(without_dashes(words[0]));
    Advice advice{.problem = fmt::format("there is no command before '{}'", words[0])};
    if (meant.empty()) return advice;
    advice.problem += "; did you mean 'gradus train'?";
    advice.corrected = with_options_right(app, line);
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

std::string command_of(const CLI::App& app, const Words& words) {
    const Found found = find_command(app, words);
    return fmt::format(
        "{}",
        fmt::join(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(found.words), " "));
}

std::optional<Advice> advice_before(const CLI::App& app, const Words& words) {
    if (words.empty()) return Advice{"give a command: " + names_of_commands(app)};
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
            return {text.substr(0, text.find(':')) + " needs a value; write it behind the option"};
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
        const Words meant = split(error.meant());
        line.insert(line.end(), meant.begin(), meant.end());
        line.back() += rest;
    } else {
        // A parameter that is an option of its own: --set seed=3.
        const Found found = find_command(app, words);
        const Options options(*found.app, words, found.words);
        const std::string meant = options.sure_meaning(error.typed());
        if (!rest.starts_with('=') || line.empty() || line.back() != "--set" ||
            !meant.starts_with("-") || meant.find(' ') != std::string::npos)
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
        text += "'";
    }
    return text;
}

}  // namespace gradus::cli
