#include "gradus/base/error.hpp"

#include <utility>

#include <fmt/format.h>

namespace gradus {
namespace {

std::string message(const Where& where, std::string_view what, std::string_view remedy) {
    std::string text = where.source;
    if (where.line > 0) text += fmt::format(":{}", where.line);
    if (where.column > 0) text += fmt::format(":{}", where.column);
    if (!text.empty()) text += ": ";
    text += what;
    if (!remedy.empty()) text += fmt::format("; {}", remedy);
    return text;
}

}  // namespace

Where Where::typed(std::string source) {
    return {.source = std::move(source), .kind = ErrorKind::usage};
}

Error::Error(Where where, std::string_view what, std::string_view remedy)
    : std::runtime_error(message(where, what, remedy)), where_(std::move(where)) {}

std::string excerpt(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown;
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            shown += fmt::format("\\x{:02x}", byte);
        } else {
            shown += c;
        }
    }
    if (text.size() > longest) shown += "...";
    return shown;
}

}  // namespace gradus
