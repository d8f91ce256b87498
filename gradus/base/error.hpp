#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gradus {

/// What must be put right: the user's data and files, or what the user typed.
enum class ErrorKind : unsigned char { input, usage };

/// A place in the user's own input. Lines and columns are those an editor shows, from 1; 0 =
/// unknown.
struct Where {
    std::string source;  ///< file name, "<stdin>", or "option --trees"
    std::size_t line = 0;
    std::size_t column = 0;
    ErrorKind kind = ErrorKind::input;

    /// A place in what the user typed: "option --set leaves=x", "measure 'ndgc'".
    static Where typed(std::string source);
};

/// Something the user can put right. Reads "where: what; remedy".
class Error : public std::runtime_error {
  public:
    Error(Where where, std::string_view what, std::string_view remedy);
    const Where& where() const noexcept { return where_; }
    ErrorKind kind() const noexcept { return where_.kind; }

  private:
    Where where_;
};

/// A piece of the user's text fit for a message: cut to a few dozen characters, control bytes shown
/// as \xNN.
std::string excerpt(std::string_view text);

}  // namespace gradus
