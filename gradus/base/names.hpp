#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"

namespace gradus {

/// Lower case of the ASCII letters; other bytes stay.
std::string lower_case(std::string_view text);

/// A name as people compare names: lower case, without blanks and the signs -_.: between words, so
/// that Coordinate_Ascent is coordinate-ascent.
std::string plain_name(std::string_view text);

/// What people type, in plain_name's form, and what it is called here: a name, perhaps with
/// settings behind it, as in "svm for=AP". One word may have several meanings; the first that
/// exists where it was typed counts.
struct Synonym {
    std::string_view typed;
    std::string_view meant;
};

/// What the word stands for, of the meanings whose first word is known; "" where none is.
std::string meaning_of(std::string_view typed,
                       std::span<const Synonym> synonyms,
                       const std::vector<std::string>& known);

/// The known names that are near enough to what was typed to be meant, at most three, the nearest
/// first: by edit distance, then those that one is a part of.
std::vector<std::string> nearest_names(std::string_view typed,
                                       const std::vector<std::string>& known);
/// The first of them, or "".
std::string nearest_name(std::string_view typed, const std::vector<std::string>& known);

/// "did you mean 'a', 'b' or 'c'?"; "" without names.
std::string did_you_mean(std::span<const std::string> names);

/// "did you mean 'svm' with `for=AP`?" of a synonym's meaning "svm for=AP".
std::string did_you_mean_synonym(std::string_view meant);

/// The remedy for an unknown name. Few names are all listed: "did you mean 'ndcg'? choose one of:
/// ap, err, ndcg". Of many the nearest are, and `shown_by` says what shows the others.
std::string name_remedy(std::string_view typed,
                        const std::vector<std::string>& known,
                        std::string_view shown_by = {});

/// A name that the user typed and nobody knows: "where: unknown measure 'ndgc'; did you mean
/// 'ndcg'?". Remembers both, so that a command line can be shown put right.
class UnknownName final : public Error {
  public:
    /// `meant` is what a table of synonyms says; without it the nearest known name counts. The
    /// topic is where a front end shows all known names.
    UnknownName(Where where,
                std::string_view noun,
                std::string_view typed,
                std::vector<std::string> known,
                Topic topic = Topic::none,
                std::string meant = {});
    const std::string& typed() const noexcept { return typed_; }
    const std::vector<std::string>& known() const noexcept { return known_; }
    /// What to write instead; "" where that is not clear.
    const std::string& meant() const noexcept { return meant_; }
    /// Whether that is known, not only near to what was typed.
    bool is_synonym() const noexcept { return is_synonym_; }

  private:
    std::string typed_;
    std::vector<std::string> known_;
    bool is_synonym_;
    std::string meant_;
};

}  // namespace gradus
