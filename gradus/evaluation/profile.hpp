#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gradus/base/names.hpp"

namespace gradus {

/// Which of two documents with equal scores stands first.
enum class TieOrder : unsigned char { id_descending, id_ascending, data_order };
/// What becomes of a judged query that the run does not have.
enum class MissingQuery : unsigned char { zero, skip, refuse };
/// What a judgment below 0 means.
enum class NegativeGrade : unsigned char { unjudged, zero };
/// In which order the values of queries are added up; it shows in the last digits.
enum class SumOrder : unsigned char { data_order, query_id };

/// A value for a measure's parameter where the user gives none; "@" is the cutoff.
struct MeasureDefault {
    std::string_view measure;
    std::string_view parameter;
    std::string_view value;
};

/// A name that is another measure's in the tool, in lower case, and what it is there.
struct OtherMeaning {
    std::string_view name;
    std::string_view meaning;
    std::string_view remedy;
};

/// The conventions of one evaluation tool, all at once; where nothing is said, our own.
struct Profile {
    std::string_view name;
    std::string_view summary;
    std::span<const MeasureDefault> defaults = {};
    double undefined_value = 0.0;  ///< what a query counts where the measure is undefined (0/0)
    bool float_scores = false;  ///< scores of runs are rounded to 32 bits before they are compared
    TieOrder run_ties = TieOrder::id_descending;
    TieOrder data_ties = TieOrder::data_order;  ///< in graded data, whose documents may be nameless
    MissingQuery missing = MissingQuery::zero;  ///< where a run lacks a judged query
    NegativeGrade negative_grades = NegativeGrade::zero;
    SumOrder sums = SumOrder::data_order;
    bool recall_rounds_up =
        false;  ///< recall x of R documents is reached with ⌊xR + 0.9⌋, else round(xR)
    bool always_cut = false;       ///< the tool has no measure without a cutoff
    std::string_view covers = {};  ///< the measures it agrees on, between blanks; "" = all
    std::span<const OtherMeaning> other_meanings = {};  ///< names that are refused
};

/// How equal scores are ordered, in words.
std::string_view in_words(TieOrder order);

std::span<const Profile> all_profiles();

/// The profile of that name; Error names those there are, and the option that asked for it.
const Profile& profile_named(std::string_view name, std::string_view setting = "profile");

/// What people call the tools: suggested where it is typed for a profile.
std::span<const Synonym> profile_synonyms();

/// One convention: what it is about, how a profile has it in words, and how to take it over.
struct ProfileRule {
    std::string_view name;
    std::string (*words)(const Profile& profile);
    void (*take)(Profile& profile, const Profile& from);
};
std::span<const ProfileRule> profile_rules();

}  // namespace gradus
