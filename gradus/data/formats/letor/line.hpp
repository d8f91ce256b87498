#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gradus::letor {

/// Feature numbers go from 1 to this: a larger one is a slip of the pen, and a dense row of them 64
/// MB.
constexpr std::size_t largest_feature = std::size_t{1} << 24;

/// What stands in one line besides the features.
struct Line {
    float grade = 0.0F;
    std::string_view qid;      ///< empty: the line has none
    std::string_view comment;  ///< behind '#', to the end of the line
};

/// What is wrong with a line, for an Error.
struct Problem {
    std::size_t column = 0;  ///< from 1
    std::string what;
    std::string remedy;
};

/// True for a line that holds a document: not blank, and not a comment only.
bool holds_document(std::string_view line);

/// The largest feature number of a well-formed line (its last one); 0 where there is none or it
/// can't be told.
std::size_t last_feature(std::string_view line);

/// The largest feature number of a line whose features stand in any order; 0 where there is none.
std::size_t highest_feature(std::string_view line);

/// Visits the features of a line with the text of their values; those behind what is not
/// well-formed are left out. For what is seldom asked.
void for_each_feature(std::string_view line,
                      const std::function<void(std::size_t, std::string_view)>& visit);

/// Adds the feature numbers of a line to `numbers`; those behind what is not well-formed are left
/// out.
void add_features(std::string_view line, std::vector<std::size_t>& numbers);

/// How lines differ from file to file. Whatever it says, a usual line costs the same.
struct Rules {
    float gap = 0.0F;                              ///< the value of an absent feature
    std::span<const std::string> missing_words{};  ///< for missing values besides NULL
    bool graded =
        true;  ///< else a line may begin with its qid or features, and any number is a grade
};

/// Parses a line (without its line end, which must stand readable behind it) that holds a document.
/// Features go into `row`, absent ones become the gap. False, with the reason in `problem`, when
/// the line is not well-formed.
bool parse_line(std::string_view line,
                std::span<float> row,
                const Rules& rules,
                Line& parsed,
                Problem& problem);
inline bool parse_line(
    std::string_view line, std::span<float> row, float gap, Line& parsed, Problem& problem) {
    return parse_line(line, row, Rules{.gap = gap}, parsed, problem);
}

/// The same for a line whose features stand in any order, each at most once. `seen` is memory that
/// lines share.
bool parse_unordered_line(std::string_view line,
                          std::span<float> row,
                          const Rules& rules,
                          std::vector<unsigned char>& seen,
                          Line& parsed,
                          Problem& problem);

/// The document's id in a LETOR comment: X of "docid = X …", else the first word.
std::string_view document_id(std::string_view comment);

}  // namespace gradus::letor
