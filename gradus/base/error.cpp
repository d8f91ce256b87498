#include "gradus/base/error.hpp"

#include <utility>

#include <fmt/format.h>

#include "gradus/base/printable.hpp"
#include "gradus/base/settings_text.hpp"

namespace gradus {

Where Where::typed(std::string source) {
    return {.source = std::move(source), .kind = ErrorKind::usage};
}

Where Where::parameter(std::string name, std::optional<std::string> value) {
    return {.source = std::move(name),
            .kind = ErrorKind::usage,
            .is_parameter = true,
            .value = std::move(value)};
}

std::string Where::text() const {
    std::string text = printable(source);
    if (line > 0) text += fmt::format(":{}", line);
    if (column > 0) text += fmt::format(":{}", column);
    return text;
}

std::string error_text(std::string_view where, std::string_view problem, std::string_view remedy) {
    std::string text(where);
    if (!text.empty()) text += ": ";
    text += problem;
    if (!remedy.empty()) text += fmt::format("; {}", remedy);
    return text;
}

Error::Error(Where where, std::string_view problem, std::string_view remedy, Topic topic)
    : std::runtime_error(
          error_text(where.text(), spelled(problem, in_quotes), spelled(remedy, in_quotes))),
      where_(std::move(where)),
      problem_(problem),
      remedy_(remedy),
      topic_(topic) {}

std::string Error::message() const {
    return error_text(where_.text(), problem_, remedy_);
}

std::string excerpt(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown = printable(text.substr(0, longest));
    if (text.size() > longest) shown += "...";
    return shown;
}

}  // namespace gradus
