#include "gradus/measures/spelling.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/names.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

/// Names that stand for a measure with parameters; what the user types besides wins over them.
struct Shorthand {
    std::string_view name;
    std::string_view meaning;
    Cutoff cutoff = Cutoff::optional;
    std::string_view tool = {};       ///< whose name it is, where its conventions are others:
    std::string_view parameter = {};  ///< this parameter
    std::string_view value = {};      ///< has this value there
};
constexpr std::array shorthands = {
    Shorthand{"cndcg", "ndcg(labels=click, scale=4)"},  // Svore, Volkovs & Burges, WWW 2011
    Shorthand{"ndcg_burges", "ndcg(gain=exp)"},         // ranx
    Shorthand{"ndcg_cut", "ndcg", Cutoff::required, "trec_eval", "gain", "linear"},
    Shorthand{"map_cut", "ap", Cutoff::required},  // trec_eval
};

// XGBoost's pre and objectives, LightGBM's objectives, full names, and names of other papers: near
// enough to be meant, not near enough to be taken for it.
constexpr Synonym synonyms[] = {
    {"pre", "p"},
    {"prec", "p"},
    {"precisionatk", "p"},
    {"recallatk", "recall"},
    {"hit", "success"},
    {"hits", "success"},
    {"hr", "success"},
    {"hitratio", "success"},
    {"meanaverageprecision", "ap"},
    {"meanreciprocalrank", "rr"},
    {"normalizeddiscountedcumulativegain", "ndcg"},
    {"ndcgscore", "ndcg"},
    {"lambdarank", "ndcg"},
    {"rankndcg", "ndcg"},
    {"rankxendcg", "ndcg"},
    {"rankmap", "ap"},
    {"rankpairwise", "pair_accuracy"},
    {"pairwise", "pair_accuracy"},
    {"rankbiasedprecision", "rbp"},
    {"ctr", "cndcg"},
    {"clickndcg", "cndcg"},
};

/// What any measure takes besides its own parameters.
constexpr const char* labels_parameter = "labels";
constexpr const char* tolerance_parameter = "tolerance";

/// Those of trec_eval's names that are followed by _k, or by .k on its command line.
constexpr std::array<std::string_view, 5> names_with_rank = {
    "p", "recall", "success", "ndcg_cut", "map_cut"};

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

const MeasureEntry* find_entry(std::string_view name) {
    for (const MeasureEntry* entry : all_measures()) {
        if (entry->name == name) return entry;
        for (const std::string& alias : words(entry->aliases)) {
            if (alias == name) return entry;
        }
    }
    return nullptr;
}

const Shorthand* find_shorthand(std::string_view name) {
    const auto* const found = std::ranges::find(shorthands, name, &Shorthand::name);
    return found == shorthands.end() ? nullptr : found;
}

/// "ndcg10" and "ndcg-10" as they should be written: "ndcg@10", in the letters that were typed.
std::string with_cutoff_apart(std::string_view name,
                              std::string_view typed,
                              const std::vector<std::string>& known) {
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == name.size()) return {};
    const std::string digits(name.substr(last + 1));
    std::string stem(name.substr(0, name.find_last_not_of("-_.:", last) + 1));
    if (stem.empty()) return {};
    if (std::ranges::find(known, stem) == known.end()) {
        const std::string meant = meaning_of(stem, synonyms, known);
        stem = meant.empty() ? nearest_name(stem, known) : meant;
        if (stem.empty()) return {};
    } else if (lower_case(typed.substr(0, stem.size())) == stem) {
        stem = typed.substr(0, stem.size());
    }
    return stem + "@" + digits;
}

void refuse_several(std::string_view text, const Where& where) {
    if (!names_several(text)) return;
    throw Error(where,
                "a comma separates the measures",
                "give each by itself, as in `measures=AP` and `measures=P@5`");
}

[[noreturn]] void refuse_name(const Spec& spec, std::string_view typed, const Where& where) {
    const std::string_view name = spec.name;
    std::vector<std::string> known;
    for (const MeasureEntry* entry : all_measures()) known.emplace_back(entry->name);
    for (const MeasureEntry* entry : all_measures()) {
        for (std::string& alias : words(entry->aliases)) known.push_back(std::move(alias));
    }
    for (const Shorthand& shorthand : shorthands) known.emplace_back(shorthand.name);
    std::string meant = meaning_of(name, synonyms, known);
    if (meant.empty() && spec.cutoff == 0) meant = with_cutoff_apart(name, typed, known);
    throw UnknownName(where, "name", name, known, Topic::measures, std::move(meant));
}

/// `P_10` and `P.10` are P@10.
void take_rank_from_name(Spec& spec, const Where& where) {
    const std::size_t mark = spec.name.find_last_of("_.");
    if (mark == std::string::npos) return;
    const std::string_view stem = std::string_view(spec.name).substr(0, mark);
    const std::string_view digits = std::string_view(spec.name).substr(mark + 1);
    if (std::ranges::find(names_with_rank, stem) == names_with_rank.end()) return;
    const auto rank = integer_from(digits);
    if (!rank) return;
    if (*rank < 1) {
        throw Error(where,
                    fmt::format("'{}' is not a cutoff", excerpt(digits)),
                    fmt::format("write a whole number from 1, as in {}_10", stem));
    }
    if (spec.cutoff != 0) throw Error(where, "the cutoff is given twice", "give it once");
    spec.cutoff = static_cast<std::size_t>(*rank);
    spec.name.resize(mark);
}

/// ranx's rbp.95 is RBP(p=0.95), there with the grade as the gain.
void take_persistence_from_name(MeasureSpelling& spelling, const Where& where) {
    constexpr std::string_view stem = "rbp.";
    Spec& spec = spelling.spec;
    if (!spec.name.starts_with(stem)) return;
    const std::string_view digits = std::string_view(spec.name).substr(stem.size());
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return;
    if (!spec.values.emplace("p", fmt::format("0.{}", digits)).second)
        throw Error(where, "p is given twice", "give it once");
    spelling.origin = {.name = spec.name, .tool = "ranx", .parameter = "gain", .value = "linear"};
    spec.name = "rbp";
}

std::string without_quotes(const std::string& value) {
    const bool quoted = value.size() >= 2 && value.front() == value.back() &&
                        (value.front() == '\'' || value.front() == '"');
    return quoted ? value.substr(1, value.size() - 2) : value;
}

/// ir-measures' `dcg` is our gain with the logarithmic discount.
void translate_dcg(Spec& spec, const Where& where) {
    const auto dcg = spec.values.find("dcg");
    if (dcg == spec.values.end()) return;
    if (dcg->second != "log2" && dcg->second != "exp-log2") {
        throw Error(where,
                    fmt::format("dcg={} is not one of log2|exp-log2", excerpt(dcg->second)),
                    "write gain=linear or gain=exp");
    }
    if (!spec.values.emplace("gain", dcg->second == "log2" ? "linear" : "exp").second) {
        throw Error(where, "gain and dcg say the same thing twice", "give one of them");
    }
    spec.values.erase("dcg");
}

void check_cutoff(Cutoff rule, std::string_view name, const Spec& spec, const Where& where) {
    if (rule == Cutoff::none && spec.cutoff != 0) {
        throw Error(where,
                    fmt::format("{} takes no cutoff", name),
                    fmt::format("leave out @{}", spec.cutoff));
    }
    if (rule == Cutoff::required && spec.cutoff == 0) {
        throw Error(
            where, fmt::format("{} needs a cutoff", name), fmt::format("write {}@10", name));
    }
}

/// The value as the entry would write it, so that 0.80 is 0.8 and true is yes.
std::string plain_value(const std::string& value, const ParamInfo& info) {
    if (info.range == "yes|no") {
        return value == "yes" || value == "true" || value == "1" ? "yes" : "no";
    }
    std::vector<double> numbers;
    std::istringstream parts{value};
    for (std::string part; std::getline(parts, part, ':');) {
        const auto number = number_from(part);
        if (!number) return value;
        numbers.push_back(*number);
    }
    return detail::list_text(numbers);
}

/// The label column that a spelling names.
std::string labels_of(const Spec& spec) {
    const auto given = spec.values.find(labels_parameter);
    return given == spec.values.end() ? NamedMeasure{}.labels : given->second;
}

double tolerance_of(const Spec& spec) {
    const auto given = spec.values.find(tolerance_parameter);
    return given == spec.values.end() ? 0.0 : number_from(given->second).value_or(0.0);
}

void check_common_parameters(const Spec& spec, const Where& where) {
    if (labels_of(spec).empty()) throw Error(where, "labels= names no column", "name one");
    const auto tolerance = spec.values.find(tolerance_parameter);
    if (tolerance == spec.values.end()) return;
    const auto number = number_from(tolerance->second);
    if (!number || !(*number >= 0.0)) {
        throw Error(where,
                    fmt::format("tolerance={} is not a number from 0", excerpt(tolerance->second)),
                    "the default is 0");
    }
}

}  // namespace

bool names_several(std::string_view text) {
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == ',' && depth == 0) return true;
    }
    return false;
}

MeasureSpelling read_measure(std::string_view text, const Where& where) {
    MeasureSpelling spelling;
    Spec& spec = spelling.spec;
    refuse_several(text, where);
    spec = parse_spec(text, where);
    for (auto& [key, value] : spec.values) value = without_quotes(value);
    spelling.entry = find_entry(spec.name);
    if (spelling.entry == nullptr) take_rank_from_name(spec, where);
    if (spelling.entry == nullptr) take_persistence_from_name(spelling, where);
    if (const Shorthand* shorthand = find_shorthand(spec.name)) {
        check_cutoff(shorthand->cutoff, shorthand->name, spec, where);
        Spec meaning = parse_spec(shorthand->meaning, where);
        spec.name = meaning.name;
        spec.values.merge(meaning.values);
        spelling.origin = {.name = std::string(shorthand->name),
                           .tool = shorthand->tool,
                           .parameter = shorthand->parameter,
                           .value = shorthand->value};
    }
    if (spelling.entry == nullptr) spelling.entry = find_entry(spec.name);
    if (spelling.entry == nullptr) refuse_name(spec, text, where);
    spec.name = spelling.entry->name;
    if (spec.name == "ndcg") translate_dcg(spec, where);
    check_cutoff(spelling.entry->cutoff, spelling.entry->name, spec, where);
    check_common_parameters(spec, where);
    return spelling;
}

NamedMeasure named_measure(const MeasureSpelling& spelling,
                           std::string_view typed,
                           const Where& where) {
    Spec own = spelling.spec;
    own.values.erase(labels_parameter);
    own.values.erase(tolerance_parameter);
    return {.text = canonical_text(spelling),
            .typed = std::string(typed),
            .labels = labels_of(spelling.spec),
            .cutoff = own.cutoff,
            .tolerance = tolerance_of(spelling.spec),
            .measure = spelling.entry->make(own, where)};
}

std::string canonical_text(const MeasureSpelling& spelling) {
    const NamedMeasure standard;
    std::vector<std::string> shown;
    if (const std::string labels = labels_of(spelling.spec); labels != standard.labels)
        shown.push_back(fmt::format("labels={}", labels));
    if (const double tolerance = tolerance_of(spelling.spec); tolerance != standard.tolerance)
        shown.push_back(fmt::format("tolerance={}", shortest(tolerance)));
    for (const ParamInfo& info : spelling.entry->params()) {
        const auto given = spelling.spec.values.find(info.name);
        if (given == spelling.spec.values.end()) continue;
        const std::string value = plain_value(given->second, info);
        if (value != info.value) shown.push_back(fmt::format("{}={}", info.name, value));
    }
    std::string text(spelling.entry->name);
    if (!shown.empty()) text += fmt::format("({})", fmt::join(shown, ", "));
    if (spelling.spec.cutoff != 0) text += fmt::format("@{}", spelling.spec.cutoff);
    return text;
}

std::string convention_note(const MeasureSpelling& spelling) {
    const NameOrigin& origin = spelling.origin;
    if (origin.tool.empty()) return {};
    for (const ParamInfo& info : spelling.entry->params()) {
        if (info.name != origin.parameter) continue;
        const auto given = spelling.spec.values.find(info.name);
        const std::string value = given == spelling.spec.values.end() ? info.value : given->second;
        if (value == origin.value) return {};
        return fmt::format("{0} is a name of {1}, which computes it with {2}={3}; here {2}={4}",
                           origin.name,
                           origin.tool,
                           origin.parameter,
                           origin.value,
                           value);
    }
    return {};
}

Where measure_place(std::string_view text) {
    return Where::typed(fmt::format("measure '{}'", excerpt(text)));
}

std::span<const Synonym> measure_synonyms() {
    return synonyms;
}

}  // namespace gradus
