#include "apps/cli/advice/foreign_options.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "apps/cli/advice/setting_names.hpp"
#include "apps/cli/advice/synonyms.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/split_text.hpp"
#include "gradus/learners/learner.hpp"
#include "gradus/learners/synonyms.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus::cli {
namespace {

constexpr std::string_view learner_word = "LEARNER";
constexpr std::string_view model_word = "MODEL";
constexpr std::string_view evaluation_word = "eval";  ///< a line behind that of the training

/// RankLib's -metric2t is trained for and -metric2T measured on the test data: the one place where
/// the case of a letter counts.
constexpr std::string_view ranklib_test_measure = "metric2T";

/// An objective of ours, as "--set objective=" takes it.
bool is_own_objective(const std::string& value) {
    return std::ranges::find(all_objectives(), value, &ObjectiveEntry::name) !=
           all_objectives().end();
}

/// The learner and options that an objective of another tool stands for; "" where it is none.
std::string objective_for(const std::string& value) {
    for (const Synonym& synonym : objective_synonyms())
        if (synonym.typed == plain_name(value)) return meaning_as_typed(synonym.meant);
    return {};
}

/// The value of "-o" in a line that is right.
std::string output_of(const Words& line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if ((line[i] == "-o" || line[i] == "--output") && i + 1 < line.size()) return line[i + 1];
        if (line[i].starts_with("--output=")) return line[i].substr(line[i].find('=') + 1);
    }
    return {};
}

/// Puts a line together word by word. Measures and their cutoffs are given apart elsewhere
/// (--metric ndcg --eval_at 5), and several are watched there where here they would be tiers.
class LineMaker {
  public:
    LineMaker(const Options& options, const Words& words, std::size_t first)
        : options_(options), words_(words), first_(first) {
        if (first < words.size() && !looks_like_option(words[first]))
            typed_learner_ = learner_for(words[first]);
    }

    Correction make(const std::vector<Stranger>& found) {
        auto next = found.begin();
        for (std::size_t i = first_; i < words_.size(); ++i) {
            if (next == found.end() || next->word != i) {
                body_.push_back(words_[i]);
                continue;
            }
            if (!next->is_clear || next->meanings.empty()) return {};
            const Words meant = split(next->meanings.front());
            ++next;
            std::string value;
            if (needs_value(meant)) {
                const std::size_t equals = words_[i].find('=');
                if (equals != std::string::npos) {
                    value = words_[i].substr(equals + 1);
                } else if (i + 1 < words_.size() && !looks_like_option(words_[i + 1])) {
                    value = words_[++i];
                } else {
                    return {};
                }
            }
            if (!add(meant, value)) return {};
        }
        return finished();
    }

  private:
    static bool is_joined(const Words& meant) {
        return meant.back().ends_with('=') || meant.back().ends_with('@');
    }

    bool needs_value(const Words& meant) const {
        return is_joined(meant) || meant.front() == evaluation_word ||
               options_.is_positional(meant.front()) || options_.takes_value(meant.front());
    }

    /// False where it cannot be said in our words.
    bool add(Words meant, const std::string& value) {
        if (meant.front() == learner_word) {
            learner_ = split(learner_for(value));
            return !learner_.empty();
        }
        if (meant.front() == evaluation_word) {
            (meant.back() == "-m" ? tested_for_ : tested_on_).push_back(value);
            return true;
        }
        if (meant.front() == model_word) {
            front_.insert(front_.begin(), value);
            return true;
        }
        if (options_.is_positional(meant.front())) {
            back_.push_back(value);
            return true;
        }
        if (meant.back() == "objective=" && !is_own_objective(value)) return add_objective(value);
        if (meant.front() == "--for" || meant.front() == "-m") {
            if (!measure_place_) measure_place_ = body_.size();
            measure_option_ = meant.front();
            Words& all = is_joined(meant) ? cutoffs_ : measures_;
            for (const std::string_view each : split_text(value, ","))
                if (!each.empty()) all.emplace_back(each);
            return true;
        }
        if (is_joined(meant)) {
            meant.back() += value;
        } else if (!value.empty()) {
            meant.push_back(value);
        }
        body_.insert(body_.end(), meant.begin(), meant.end());
        return true;
    }

    /// An objective of LightGBM, XGBoost or CatBoost: a learner and what it is to be told.
    bool add_objective(const std::string& value) {
        const Words meant = split(objective_for(value));
        if (meant.empty()) return false;
        if (typed_learner_.empty() && learner_.empty()) learner_ = {meant.front()};
        if (!typed_learner_.empty() && typed_learner_ != meant.front()) return false;
        for (std::size_t i = 1; i + 1 < meant.size(); i += 2) {
            if (meant[i] == "--for") {
                if (!measure_place_) measure_place_ = body_.size();
                measure_option_ = "--for";
                objective_measure_ = meant[i + 1];
            } else {
                body_.push_back(meant[i]);
                body_.push_back(meant[i + 1]);
            }
        }
        return true;
    }

    /// Each measure with each cutoff.
    Words joined_measures() const {
        Words names = measures_;
        if (names.empty() && !objective_measure_.empty()) names = {objective_measure_};
        if (names.empty() && !cutoffs_.empty()) names = {"NDCG"};
        if (cutoffs_.empty()) return names;
        Words joined;
        for (const std::string& name : names) {
            if (name.find('@') != std::string::npos) {
                joined.push_back(name);
                continue;
            }
            const bool is_ndcg = lower_case(name) == "ndcg";
            for (const std::string& cutoff : cutoffs_)
                joined.push_back((is_ndcg ? "NDCG" : name) + "@" + cutoff);
        }
        return joined;
    }

    Correction finished() {
        const Words measures = joined_measures();
        if (measure_place_) {
            const bool is_tiers = measure_option_ == "--for";
            const bool is_told = std::ranges::find(body_, "--for") != body_.end();
            if (is_tiers && (measures.size() > 1 || is_told)) return {};
            Words inserted;
            for (const std::string& measure : measures) {
                inserted.push_back(measure_option_);
                inserted.push_back(measure);
            }
            body_.insert(body_.begin() + static_cast<std::ptrdiff_t>(*measure_place_),
                         inserted.begin(),
                         inserted.end());
        }
        Correction correction;
        Words& line = correction.line;
        line.assign(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(first_));
        // MODEL comes before FILE: where both are named they stand together.
        if (!front_.empty()) front_.insert(front_.end(), back_.begin(), back_.end());
        const Words behind = front_.empty() ? back_ : Words{};
        for (const Words* part :
             std::initializer_list<const Words*>{&learner_, &front_, &body_, &behind})
            line.insert(line.end(), part->begin(), part->end());
        const std::string model = output_of(line);
        if (tested_on_.empty() || model.empty()) return correction;
        correction.then = {"eval"};
        for (const std::string& data : tested_on_)
            correction.then.insert(correction.then.end(), {"--data", data});
        correction.then.insert(correction.then.end(), {"--model", model});
        for (const std::string& measure : tested_for_.empty() ? measures : tested_for_)
            correction.then.insert(correction.then.end(), {"-m", measure});
        return correction;
    }

    const Options& options_;
    const Words& words_;
    std::size_t first_;
    std::string typed_learner_;
    Words learner_;
    Words front_;
    Words body_;
    Words back_;
    std::optional<std::size_t> measure_place_;  ///< in the body
    std::string measure_option_;
    std::string objective_measure_;
    Words measures_;
    Words cutoffs_;
    Words tested_on_;
    Words tested_for_;
};

}  // namespace

Words split(std::string_view text) {
    std::istringstream stream{std::string(text)};
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

bool looks_like_option(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

std::string learner_for(const std::string& typed) {
    Words names;
    for (const LearnerEntry* entry : all_learners()) {
        names.emplace_back(entry->name);
        if (plain_name(entry->name) == plain_name(typed)) return names.back();
    }
    return meaning_as_typed(meaning_of(typed, learner_synonyms(), names));
}

Options::Options(const CLI::App& app, const Words& words, std::size_t first)
    : app_(app), trains_(app.get_name() == "train") {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) longs_.push_back(name);
        for (const std::string& name : option->get_lnames()) known_.push_back("--" + name);
        for (const std::string& name : option->get_snames()) known_.push_back("-" + name);
        if (option->get_positional()) positionals_.push_back(option->get_name(true, false));
    }
    known_.insert(known_.end(), positionals_.begin(), positionals_.end());
    if (!trains_) return;
    known_.emplace_back(evaluation_word);
    const Words learner = first < words.size() ? split(learner_for(words[first])) : Words{};
    for (const LearnerEntry* entry : all_learners()) {
        if (!learner.empty() && entry->name != learner.front()) continue;
        for (const ParamInfo& info : entry->params())
            if (std::ranges::find(parameters_, info.name) == parameters_.end())
                parameters_.push_back(info.name);
    }
}

const CLI::Option* Options::find(const std::string& name) const {
    return app_.get_option_no_throw(name);
}

bool Options::takes_value(const std::string& name) const {
    const CLI::Option* const option = find(name);
    return option != nullptr && option->get_items_expected_min() > 0;
}

bool Options::is_positional(std::string_view name) const {
    return std::ranges::find(positionals_, name) != positionals_.end();
}

std::string Options::sure_meaning(const std::string& typed) const {
    const std::string plain = plain_name(typed);
    if (trains_ && typed == ranklib_test_measure) return "eval -m";
    for (const std::string& name : longs_)
        if (plain_name(name) == plain) return "--" + name;
    for (const std::string& name : parameters_)
        if (plain_name(name) == plain) return "--set " + name + "=";
    if (std::string meant = meaning_of(typed, option_synonyms(), known_); !meant.empty())
        return meant;
    const std::string parameter = meaning_of(typed, parameter_synonyms(), parameters_);
    return parameter.empty() ? parameter : "--set " + parameter + "=";
}

Words Options::meanings(const std::string& typed) const {
    if (const std::string sure = sure_meaning(typed); !sure.empty()) return {sure};
    if (!explanation(typed).empty()) return {};
    // The model that is made, or the one to go on from: one of them would be overwritten.
    if (trains_ && (plain_name(typed) == "model" || plain_name(typed) == "modelfile"))
        return {"-o", "--start"};
    Words names = longs_;
    names.insert(names.end(), parameters_.begin(), parameters_.end());
    Words near;
    for (const std::string& name : nearest_names(typed, names)) {
        const bool own = std::ranges::find(longs_, name) != longs_.end();
        near.push_back(own ? "--" + name : "--set " + name + "=");
    }
    return near;
}

std::string Options::explanation(const std::string& typed) const {
    return std::string(sure_meaning(typed).empty() ? explanation_of(typed) : std::string_view());
}

std::string Options::objective_hint(std::string_view meaning, const std::string& value) {
    if (meaning != "--set objective=" || is_own_objective(value)) return {};
    const std::string meant = objective_for(value);
    if (meant.empty()) return {};
    if (meant.find(' ') != std::string::npos)
        return fmt::format("'{}' is 'gradus train {}' here", value, meant);
    const LearnerEntry& learner = learner_named(meant);
    return fmt::format(
        "'{}' is what 'gradus train {}' does without it, for {} unless --for names "
        "another measure",
        value,
        meant,
        learner.default_measure);
}

std::string without_dashes(const std::string& word) {
    const std::size_t begin = std::min(word.find_first_not_of('-'), word.size());
    return word.substr(begin, std::min(word.find('='), word.size()) - begin);
}

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
        Stranger stranger{i, name, options.meanings(name), true};
        // Where the output is one of several, the wrong choice would write over a file.
        stranger.is_clear = stranger.meanings.empty() || stranger.meanings.front() != "-o" ||
                            stranger.meanings.size() == 1;
        found.push_back(std::move(stranger));
    }
    return found;
}

Correction corrected(const Options& options,
                     const Words& words,
                     std::size_t first,
                     const std::vector<Stranger>& found) {
    return LineMaker(options, words, first).make(found);
}

}  // namespace gradus::cli
