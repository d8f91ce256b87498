#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gradus/data/dataset.hpp"

namespace gradus::cli {

/// What scores are written as.
enum class ScoreForm : unsigned char {
    lines,  ///< a score a line
    csv,    ///< query, document and score, with a header
    tsv,
    run  ///< TREC
};

/// The form named ("" = none), else by the ending of the file. Error for a file whose ending means
/// something else; `is_guess` where the ending means nothing.
ScoreForm score_form(const std::string& path, std::string_view name, bool& is_guess);

/// Where scores go, some documents at a time.
class ScoreOutput {
  public:
    ScoreOutput() = default;
    ScoreOutput(const ScoreOutput&) = delete;
    ScoreOutput& operator=(const ScoreOutput&) = delete;
    ScoreOutput(ScoreOutput&&) = delete;
    ScoreOutput& operator=(ScoreOutput&&) = delete;
    virtual ~ScoreOutput() = default;

    /// On standard output, lines and tables appear at once. `documents` are number `first` on,
    /// counted from 0; `name` is where they come from, in messages.
    virtual void add(const Dataset& documents,
                     std::span<const float> scores,
                     std::size_t first,
                     const std::string& name) = 0;
    virtual void finish() = 0;
};

/// `tag` is the name of the system in a run.
std::unique_ptr<ScoreOutput> score_output(const std::string& path,
                                          ScoreForm form,
                                          const std::string& tag);

}  // namespace gradus::cli
