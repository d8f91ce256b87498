#include "gradus/base/sealed_json.hpp"

#include <cassert>

#include <fmt/format.h>

#include "gradus/base/checksum.hpp"

namespace gradus {
namespace {

constexpr std::string_view opening = "{\n";
constexpr std::string_view line_begin = "{\n \"checksum\": \"";
constexpr std::string_view line_end = "\",\n";
constexpr std::size_t digits = 16;

std::string checksum_text(std::string_view rest) {
    return fmt::format("{:016x}", checksum(rest.data(), rest.size()));
}

}  // namespace

std::string sealed_json(const std::string& text) {
    assert(text.starts_with(opening));
    const std::string_view rest = std::string_view(text).substr(opening.size());
    return fmt::format("{}{}{}{}", line_begin, checksum_text(rest), line_end, rest);
}

Seal seal_of(std::string_view text) {
    constexpr std::size_t end = line_begin.size() + digits;
    if (!text.starts_with(line_begin) || text.substr(0, end + line_end.size()).size() < end)
        return Seal::none;
    if (text.substr(end, line_end.size()) != line_end) return Seal::broken;
    const std::string_view rest = text.substr(end + line_end.size());
    return text.substr(line_begin.size(), digits) == checksum_text(rest) ? Seal::whole
                                                                         : Seal::broken;
}

}  // namespace gradus
