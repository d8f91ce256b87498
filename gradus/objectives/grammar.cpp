#include "gradus/objectives/grammar.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/names.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

constexpr std::size_t most_characters = 10'000;
constexpr int most_nested = 50;

/// Names that stand for an objective with a parameter; what the user types besides wins over it.
struct Shorthand {
    std::string_view name;
    std::string_view objective;
    std::string_view parameter;
    std::string_view value;
};
constexpr std::array shorthands = {Shorthand{"sigmoid", "lambda", "cost", "sigmoid"}};

constexpr std::string_view mixture_name = "mixture";
constexpr std::string_view late_name = "late";

struct ScaleParams {
    MixtureScale scale = MixtureScale::none;
    static constexpr auto fields = std::tuple{Choice{
        "scale", &ScaleParams::scale, "none|mixture|parts", "what is divided by its deviation"}};
};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string without_quotes(std::string_view text) {
    const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                        (text.front() == '\'' || text.front() == '"') &&
                        text.find(text.front(), 1) == text.size() - 1;
    return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

/// One pass over the text, from left to right.
class Reader {
  public:
    Reader(std::string_view text, const Where& where) : text_(text), where_(where) {}

    ObjectiveSpelling whole() {
        if (text_.size() > most_characters) {
            throw Error(where_,
                        fmt::format("{} characters are too many", text_.size()),
                        fmt::format("write at most {}", most_characters));
        }
        ObjectiveSpelling all = sum();
        if (at_ < text_.size())
            refuse(fmt::format("'{}' is left over", excerpt(text_.substr(at_))),
                   "put + between objectives, and close what is opened");
        return all;
    }

  private:
    [[noreturn]] void refuse(const std::string& problem, std::string_view remedy) const {
        throw Error(where_, fmt::format("character {}: {}", at_ + 1, problem), remedy);
    }

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    bool is_next(char c) {
        skip_blanks();
        return at_ < text_.size() && text_[at_] == c;
    }
    bool take(char c) {
        if (!is_next(c)) return false;
        ++at_;
        return true;
    }
    void expect(char c, std::string_view remedy) {
        if (!take(c)) refuse(fmt::format("'{}' is missing", c), remedy);
    }

    ObjectiveSpelling sum() {
        if (++depth_ > most_nested)
            refuse("too many parentheses in each other", "write the sum without them");
        std::vector<double> weights;
        std::vector<ObjectiveSpelling> parts;
        bool has_weight = false;
        do {
            const std::optional<double> weight = take_weight();
            has_weight = has_weight || weight;
            weights.push_back(weight.value_or(1.0));
            parts.push_back(term());
        } while (take('+'));
        --depth_;
        if (std::ranges::all_of(weights, [](double weight) { return weight == 0.0; }))
            refuse("all weights of the sum are 0", "give one part at least a weight");
        if (parts.size() == 1 && !has_weight) return std::move(parts.front());
        return {.weights = std::move(weights), .parts = std::move(parts)};
    }

    std::optional<double> take_weight() {
        skip_blanks();
        constexpr std::string_view first = "0123456789.-";
        if (at_ >= text_.size() || first.find(text_[at_]) == std::string_view::npos) return {};
        const char* const begin = text_.data() + at_;
        const char* end = begin;
        double weight = 0.0;
        if (parse_number(end, text_.data() + text_.size(), weight) != NumberStatus::ok)
            refuse("the weight is not a number", "write one from 0 on, as in 0.5*ranknet");
        if (weight < 0.0) refuse("a weight is below 0", "write one from 0 on");
        at_ += static_cast<std::size_t>(end - begin);
        expect('*', "put * between the weight and its objective, as in 0.5*ranknet");
        return weight;
    }

    ObjectiveSpelling term() {
        if (take('(')) {
            ObjectiveSpelling inner = sum();
            expect(')', "close the parenthesis");
            return inner;
        }
        skip_blanks();
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of("()+*,=@ \t\r\n'\"", at_), text_.size());
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name.empty()) refuse("an objective is missing", "write one, as in lambda(NDCG@10)");
        const std::string plain = plain_name(name);
        if (plain == mixture_name) return mixture();
        if (plain == late_name) return late();
        return named(name);
    }

    ObjectiveSpelling mixture() {
        expect('(', "write mixture(0.5*ranknet + 0.5*pairs(FILE), scale=parts)");
        ObjectiveSpelling all = sum();
        if (all.entry != nullptr || all.scale != MixtureScale::none || all.schedule) {
            ObjectiveSpelling only{.weights = {1.0}};
            only.parts.push_back(std::move(all));
            all = std::move(only);
        }
        take_scale(all);
        expect(')', "close the parenthesis");
        return all;
    }

    ObjectiveSpelling late() {
        constexpr std::string_view form = "write late(lambda(AP), sigmoid(NDCG), linear:0.25:0.01)";
        expect('(', form);
        ObjectiveSpelling all{.weights = {1.0, 1.0}};
        all.parts.push_back(sum());
        expect(',', form);
        all.parts.push_back(sum());
        expect(',', form);
        skip_blanks();
        all.schedule = Schedule::parse(argument());
        take_scale(all);
        expect(')', form);
        return all;
    }

    void take_scale(ObjectiveSpelling& all) {
        if (!take(',')) return;
        skip_blanks();
        const auto [key, value] = key_and_value(argument());
        ScaleParams params;
        set_param(params, key, value, where_);
        all.scale = params.scale;
    }

    /// Up to the next comma or parenthesis that is not enclosed.
    std::string_view argument() {
        skip_blanks();
        const std::size_t begin = at_;
        int depth = 0;
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '\'' || c == '"') {
                at_ = text_.find(c, at_ + 1);
                if (at_ != std::string_view::npos) continue;
                at_ = begin;
                refuse("a quotation mark is not closed", "close it");
            }
            if (depth == 0 && (c == ',' || c == ')')) break;
            if (c == '(') ++depth;
            if (c == ')') --depth;
        }
        return trimmed(text_.substr(begin, at_ - begin));
    }

    /// "key=value" taken apart; a value alone has the key "".
    static std::pair<std::string, std::string> key_and_value(std::string_view argument) {
        const std::size_t mark = argument.find_first_of("=('\"");
        if (mark == std::string_view::npos || argument[mark] != '=')
            return {"", without_quotes(argument)};
        return {lower_case(trimmed(argument.substr(0, mark))),
                without_quotes(trimmed(argument.substr(mark + 1)))};
    }

    ObjectiveSpelling named(std::string_view name) {
        ObjectiveSpelling spelling;
        const auto* const shorthand =
            std::ranges::find(shorthands, plain_name(name), &Shorthand::name);
        const bool is_short = shorthand != shorthands.end();
        spelling.entry = &objective_named(is_short ? shorthand->objective : name, where_);
        if (is_short)
            spelling.settings.push_back(
                {std::string(shorthand->parameter), std::string(shorthand->value)});
        if (!take('(')) return spelling;
        std::vector<std::string> seen;
        while (!is_next(')')) {
            const std::string_view typed = argument();
            if (typed.empty())
                refuse("an argument is missing", "write one, or leave out the comma");
            auto [key, value] = key_and_value(typed);
            if (key != "after" && std::ranges::find(seen, key) != seen.end())
                refuse(key.empty() ? "a second subject" : fmt::format("{} is given twice", key),
                       "give it once");
            seen.push_back(key);
            add(spelling, std::move(key), std::move(value));
            if (!take(',')) break;
        }
        expect(')', "close the parenthesis");
        return spelling;
    }

    void add(ObjectiveSpelling& spelling, std::string key, std::string value) {
        const ObjectiveEntry& entry = *spelling.entry;
        const bool is_labels = entry.subject == Subject::labels && key == "labels";
        if (key.empty() || is_labels) {
            if (spelling.name || value.empty())
                refuse(value.empty() ? "the subject is empty" : "a second subject",
                       "give one, as in lambda(NDCG@10) or ranknet(click)");
            if (entry.subject == Subject::measure) {
                spelling.measure = named_measure(value);
            } else {
                spelling.name = std::move(value);
            }
            return;
        }
        if (entry.keeps_to_tiers && add_tier(spelling, key, value)) return;
        std::vector<std::string> known;
        for (const ParamInfo& info : entry.default_params()) known.push_back(info.name);
        if (std::ranges::find(known, key) == known.end()) {
            if (entry.subject == Subject::labels) known.emplace_back("labels");
            if (entry.keeps_to_tiers) known.insert(known.end(), {"after", "missing", "excluded"});
            throw UnknownName(where_, "parameter", key, known);
        }
        Setting setting{std::move(key), std::move(value)};
        entry.params({setting}, where_);  // refuses what is out of range
        spelling.settings.push_back(std::move(setting));
    }

    /// What a later tier is told, where the key is of that kind.
    bool add_tier(ObjectiveSpelling& spelling, const std::string& key, const std::string& value) {
        TierRule tier = spelling.tier.value_or(TierRule{});
        if (key == "after") {
            tier.earlier.push_back(value);
        } else if (key == "missing") {
            if (value != "matched" && value != "lenient")
                refuse("missing is neither matched nor lenient", "write missing=lenient");
            tier.missing = value == "lenient" ? MissingGrades::lenient : MissingGrades::matched;
        } else if (key == "excluded") {
            tier.excluded = number_from(value);
            if (!tier.excluded) refuse("the excluded grade is not a number", "write excluded=0");
        } else {
            return false;
        }
        spelling.tier = std::move(tier);
        return true;
    }

    std::string_view text_;
    const Where& where_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

/// The own parameters of one objective: the context's, then those that were typed.
Settings settings_of(const ObjectiveSpelling& spelling, const ObjectiveContext& context) {
    const std::vector<ParamInfo> params = spelling.entry->default_params();
    Settings own;
    for (const Setting& setting : context.settings)
        if (std::ranges::find(params, setting.name, &ParamInfo::name) != params.end())
            own.push_back(setting);
    own.insert(own.end(), spelling.settings.begin(), spelling.settings.end());
    return own;
}

/// Of tiers that were given no weights.
std::vector<double> usual_weights(std::size_t tiers) {
    std::vector<double> weights;
    double weight = 1.0;
    for (std::size_t tier = 0; tier < tiers; ++tier, weight *= 0.1) weights.push_back(weight);
    double sum = 0.0;
    for (const double each : weights) sum += each;
    for (double& each : weights) each /= sum;
    return weights;
}

/// The same objective for each target.
std::unique_ptr<const Objective> for_targets(const ObjectiveEntry& entry,
                                             ObjectiveArguments arguments,
                                             const ObjectiveContext& context,
                                             MixtureScale scale) {
    const std::size_t tiers = context.targets.size();
    const std::vector<double> weights =
        context.tier_weights.empty() ? usual_weights(tiers) : context.tier_weights;
    const std::vector<TierRule> rules =
        tier_rules(context.targets, context.missing, context.zero_grades);
    std::vector<MixturePart> parts;
    parts.reserve(tiers);
    for (std::size_t tier = 0; tier < tiers; ++tier) {
        arguments.measure = context.targets[tier];
        arguments.labels = context.targets[tier].labels;
        arguments.tier = rules[tier];
        arguments.is_first_tier = tier == 0 && tiers > 1;
        parts.push_back({entry.make(arguments), weights[tier]});
    }
    if (tiers == 1 && scale == MixtureScale::none) return std::move(parts.front().objective);
    return std::make_unique<Mixture>(std::move(parts), scale);
}

std::unique_ptr<const Objective> make_named(const ObjectiveSpelling& spelling,
                                            const ObjectiveContext& context,
                                            const Where& where,
                                            MixtureScale scale) {
    const ObjectiveEntry& entry = *spelling.entry;
    ObjectiveArguments arguments{
        .settings = settings_of(spelling, context), .seed = context.seed, .where = where};
    const bool has_subject = spelling.measure || spelling.name || spelling.tier;
    if (entry.subject != Subject::file && !has_subject && !context.targets.empty())
        return for_targets(entry, std::move(arguments), context, scale);
    if (entry.subject == Subject::measure) {
        if (!spelling.measure && context.targets.empty())
            throw Error(where,
                        fmt::format("no measure for {}", entry.name),
                        fmt::format("name one, as in {}(NDCG@10)", entry.name));
        arguments.measure = spelling.measure ? *spelling.measure : context.targets.front();
    }
    if (entry.subject == Subject::labels && spelling.name) arguments.labels = *spelling.name;
    if (entry.subject == Subject::file) arguments.file = spelling.name.value_or(context.pairs);
    if (entry.subject == Subject::file && arguments.file.empty())
        throw Error(where, "there is no file of pairs", "name one, as in pairs(FILE)");
    arguments.tier = spelling.tier.value_or(TierRule{});
    std::unique_ptr<const Objective> objective = entry.make(arguments);
    if (scale == MixtureScale::none) return objective;
    std::vector<MixturePart> only;
    only.push_back({std::move(objective), 1.0});
    return std::make_unique<Mixture>(std::move(only), scale);
}

std::unique_ptr<const Objective> make_scaled(const ObjectiveSpelling& spelling,
                                             const ObjectiveContext& context,
                                             const Where& where,
                                             MixtureScale scale) {
    if (spelling.entry != nullptr) return make_named(spelling, context, where, scale);
    std::vector<MixturePart> parts;
    parts.reserve(spelling.parts.size());
    for (std::size_t i = 0; i < spelling.parts.size(); ++i) {
        parts.push_back({make_scaled(spelling.parts[i], context, where, MixtureScale::none),
                         spelling.weights[i]});
    }
    return std::make_unique<Mixture>(std::move(parts),
                                     spelling.scale == MixtureScale::none ? scale : spelling.scale,
                                     spelling.schedule);
}

}  // namespace

ObjectiveSpelling read_objective(std::string_view text, const Where& where) {
    return Reader(text, where).whole();
}

std::unique_ptr<const Objective> make_objective(const ObjectiveSpelling& spelling,
                                                const ObjectiveContext& context,
                                                const Where& where) {
    return make_scaled(spelling, context, where, context.scale);
}

std::unique_ptr<const Objective> make_objective(std::string_view text,
                                                const ObjectiveContext& context) {
    const Where where = objective_place(text);
    return make_objective(read_objective(text, where), context, where);
}

Where objective_place(std::string_view text) {
    return Where::typed(fmt::format("objective '{}'", excerpt(text)));
}

}  // namespace gradus
