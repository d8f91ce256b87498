#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gradus {

/// What must be put right: the user's data and files, or what the user typed.
enum class ErrorKind : unsigned char { input, usage };

/// What a front end can tell more about, as it knows which command or function of its own helps.
enum class Topic : unsigned char {
    none,
    formats,
    learners,
    learner_parameters,
    measures,
    grades,          ///< what the grades and weights of data are
    query_order,     ///< the documents of a query must stand together
    saved_bins,      ///< how a file of thresholds comes into being
    foreign_scores,  ///< how the scores of another tool's model are evaluated
    own_measures,    ///< how measures that trec_eval lacks are evaluated
    graded_data,     ///< how data with label columns is evaluated
    written_scores,  ///< how files of scores are written
    top_documents,   ///< labels for the top documents alone
};

/// A place in the user's own input. Lines and columns are those an editor shows, from 1; 0 =
/// unknown.
struct Where {
    std::string source;  ///< file name, "<stdin>", "measure 'ndgc'", or the name of a parameter
    std::size_t line = 0;
    std::size_t column = 0;
    ErrorKind kind = ErrorKind::input;
    bool is_parameter = false;              ///< `source` is the name of a parameter or setting
    std::optional<std::string> value = {};  ///< what the parameter was set to, if that is known

    /// A place in what the user typed: "measure 'ndgc'".
    static Where typed(std::string source);
    /// A parameter or setting, by its name in the library: "learning_rate", "for".
    static Where parameter(std::string name, std::optional<std::string> value = {});

    /// "train.txt:12:3", or the name of the parameter.
    std::string text() const;
};

/// Something the user can put right. Problem and remedy name settings in backquotes, as the library
/// knows them ("lower `min_leaf_documents`"); front ends spell them (settings_text.hpp). what() is
/// "where: problem; remedy" for people who use the library itself, with names in single quotes.
class Error : public std::runtime_error {
  public:
    Error(Where where,
          std::string_view problem,
          std::string_view remedy,
          Topic topic = Topic::none);
    ErrorKind kind() const noexcept { return where_.kind; }
    const Where& where() const noexcept { return where_; }
    const std::string& problem() const noexcept { return problem_; }
    const std::string& remedy() const noexcept { return remedy_; }
    Topic topic() const noexcept { return topic_; }
    /// As what(), with the names of settings in backquotes: for a note or another error.
    std::string message() const;

  private:
    Where where_;
    std::string problem_;
    std::string remedy_;
    Topic topic_;
};

/// "where: problem; remedy", without what is empty.
std::string error_text(std::string_view where, std::string_view problem, std::string_view remedy);

/// A piece of the user's text fit for a message: cut to a few dozen characters, control bytes shown
/// as \xNN.
std::string excerpt(std::string_view text);

}  // namespace gradus
