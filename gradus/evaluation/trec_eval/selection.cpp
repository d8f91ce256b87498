#include "gradus/evaluation/trec_eval/selection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/split_text.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus::trec_eval {
namespace {

constexpr std::string_view official[] = {"runid",
                                         "num_q",
                                         "num_ret",
                                         "num_rel",
                                         "num_rel_ret",
                                         "map",
                                         "gm_map",
                                         "Rprec",
                                         "bpref",
                                         "recip_rank",
                                         "iprec_at_recall",
                                         "P"};
constexpr std::string_view of_sets[] = {"runid",
                                        "num_q",
                                        "num_ret",
                                        "num_rel",
                                        "num_rel_ret",
                                        "utility",
                                        "set_P",
                                        "set_recall",
                                        "set_relative_P",
                                        "set_map",
                                        "set_F"};

[[noreturn]] void refuse(const std::string& typed,
                         std::string_view what,
                         std::string_view remedy,
                         Topic topic = Topic::none) {
    throw Error(Where::parameter("measures", excerpt(typed)), what, remedy, topic);
}

double number_of(std::string_view text, const std::string& typed) {
    const auto number = number_from(text);
    if (!number)
        refuse(typed, fmt::format("'{}' is not a number", excerpt(text)), "write decimal numbers");
    return *number;
}

/// A gain is given for a grade; rbp has its p besides.
void check_gain_name(const Entry& entry, std::string_view name, const std::string& typed) {
    if (integer_from(name) || (entry.name == "rbp" && name == "p")) return;
    refuse(typed, fmt::format("'{}' is not a grade", excerpt(name)), "write grade=gain, as in 2=3");
}

void check_numbers(const Entry& entry, std::span<const double> numbers, const std::string& typed) {
    if (entry.name == "utility" && numbers.size() != 4)
        refuse(typed, "it needs four numbers", "write utility.1,-1,0,0");
    const bool single = entry.name == "set_F" || entry.name == "relstring";
    if (single && (numbers.size() != 1 || numbers[0] < 0.0))
        refuse(typed, "it needs one number from 0", fmt::format("write {}.1", entry.name));
    const bool recalls = entry.name == "iprec_at_recall" || entry.name == "11pt_avg";
    const auto is_recall = [](double number) { return number >= 0.0 && number <= 1.0; };
    if (recalls && !std::ranges::all_of(numbers, is_recall))
        refuse(typed, "recall lies between 0 and 1", "give numbers from 0 to 1");
}

Parameters parse(const Entry& entry, std::string_view text, const std::string& typed) {
    Parameters parameters{.text = std::string(text), .numbers = {}, .values = {}};
    if (entry.kind == Kind::plain)
        refuse(typed, "this measure has no parameters", "leave them out");
    for (const std::string_view part : split_text(text, ",")) {
        if (entry.kind == Kind::pairs) {
            const std::size_t equals = part.find('=');
            if (equals == std::string_view::npos || equals == 0)
                refuse(typed,
                       fmt::format("'{}' has no '='", excerpt(part)),
                       "write grade=gain, as in 2=3");
            check_gain_name(entry, part.substr(0, equals), typed);
            parameters.values[std::string(part.substr(0, equals))] =
                number_of(part.substr(equals + 1), typed);
        } else {
            parameters.numbers.push_back(number_of(part, typed));
        }
    }
    std::vector<double>& numbers = parameters.numbers;
    if (entry.kind == Kind::cutoffs)
        for (double& number : numbers) number = std::trunc(number);
    if (entry.kind == Kind::cutoffs || entry.kind == Kind::fractions) {
        std::ranges::sort(numbers);
        if (std::ranges::adjacent_find(numbers) != numbers.end())
            refuse(typed, "a cutoff is given twice", "give each once");
        const double least = entry.kind == Kind::cutoffs ? 1.0 : 0.0;
        if (numbers.front() < least || numbers.back() > 1e15)
            refuse(typed, "a cutoff is out of range", fmt::format("give numbers from {}", least));
    }
    check_numbers(entry, numbers, typed);
    return parameters;
}

std::vector<std::string> names_of(const Entry& entry, const Parameters& parameters) {
    std::vector<std::string> names;
    if (entry.kind == Kind::cutoffs) {
        for (const double cutoff : parameters.numbers)
            names.push_back(fmt::format("{}_{:.0f}", entry.name, cutoff));
    } else if (entry.kind == Kind::fractions) {
        for (const double fraction : parameters.numbers)
            names.push_back(fmt::format("{}_{:.2f}", entry.name, fraction));
    } else {
        names.emplace_back(entry.name);
        if (!parameters.text.empty()) names.back() += "_" + parameters.text;
    }
    return names;
}

/// The measures of a set; none where the name is no set's.
std::vector<std::string_view> members(std::string_view set, bool version_10) {
    if (set == "official") return {std::begin(official), std::end(official)};
    if (set == "set") return {std::begin(of_sets), std::end(of_sets)};
    std::vector<std::string_view> names;
    if (set == "all_trec") {
        for (const Entry& entry : all_entries())
            if (entry.in_all_trec && (version_10 || !entry.version_10)) names.push_back(entry.name);
    }
    return names;
}

const Entry& entry_named(std::string_view name, bool version_10, const std::string& typed) {
    std::vector<std::string> known = {"official", "set", "all_trec"};
    for (const Entry& entry : all_entries()) {
        if (entry.version_10 && !version_10) continue;
        if (entry.name == name) return entry;
        known.emplace_back(entry.name);
    }
    const bool is_ours = std::ranges::find(all_measures(), lower_case(name), &MeasureEntry::name) !=
                         all_measures().end();
    refuse(typed,
           fmt::format("unknown measure '{}'", excerpt(name)),
           is_ours ? "trec_eval has no such measure, but Gradus evaluates it itself"
                   : name_remedy(name, known),
           is_ours ? Topic::own_measures : Topic::none);
}

}  // namespace

bool is_version_10(const Profile& profile) {
    return profile.name == "trec10";
}

std::vector<Selected> select(std::span<const std::string> typed, const Profile& profile) {
    const bool version_10 = is_version_10(profile);
    std::map<std::string_view, Parameters> chosen;
    const auto choose = [&](const Entry& entry) -> Parameters& {
        const auto [place, fresh] = chosen.try_emplace(entry.name);
        if (fresh) place->second.numbers = entry.standard;
        return place->second;
    };
    const std::vector<std::string> standard = {"official"};
    for (const std::string& text : typed.empty() ? std::span<const std::string>(standard) : typed) {
        const std::size_t dot = text.find('.');
        const std::string_view name = std::string_view(text).substr(0, dot);
        const std::vector<std::string_view> set = members(name, version_10);
        for (const std::string_view member : set) choose(entry_named(member, version_10, text));
        if (!set.empty()) continue;
        const Entry& entry = entry_named(name, version_10, text);
        Parameters& parameters = choose(entry);
        if (dot != std::string::npos)
            parameters = parse(entry, std::string_view(text).substr(dot + 1), text);
    }
    std::vector<Selected> selected;
    for (const Entry& entry : all_entries()) {
        const auto found = chosen.find(entry.name);
        if (found == chosen.end()) continue;
        selected.push_back({&entry, found->second, names_of(entry, found->second)});
    }
    return selected;
}

}  // namespace gradus::trec_eval
