#include "gradus/data/clicks/query_groups.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"

namespace gradus {
namespace {

struct Letter {
    std::uint32_t code = 0;
    std::size_t bytes = 0;
};

/// The UTF-8 letter at the front of a text; a byte that begins none stands for itself, as no
/// letter.
Letter letter_at(std::string_view text) {
    constexpr std::uint32_t none = 0xFFFFFFFF;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto goes_on = [&](std::size_t i) {
        return i < text.size() && (byte(i) & 0xC0U) == 0x80U;
    };
    if (byte(0) < 0x80) return {byte(0), 1};
    if (byte(0) >= 0xC2 && byte(0) < 0xE0 && goes_on(1)) {
        return {((byte(0) & 0x1FU) << 6U) | (byte(1) & 0x3FU), 2};
    }
    if ((byte(0) & 0xF0U) == 0xE0U && goes_on(1) && goes_on(2)) {
        return {((byte(0) & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU), 3};
    }
    return {none, 1};  // longer letters are neither blanks nor folded: their bytes stay
}

bool is_blank(std::uint32_t code) {
    return code == ' ' || (code >= '\t' && code <= '\r') || code == 0x85 || code == 0xA0 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
           code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

/// Simple case folding of the Unicode Character Database (CaseFolding.txt, status C). Left out are
/// the African and phonetic letters of Latin Extended-B, the Greek symbols from U+03CF on, and all
/// that comes behind Cyrillic but Vietnamese and its neighbours (U+1E00 to U+1EFF).
std::uint32_t folded(std::uint32_t code) {
    const auto within = [&](std::uint32_t first, std::uint32_t last) {
        return code >= first && code <= last;
    };
    if (within('A', 'Z')) return code + 32;
    if (code == 0xB5) return 0x3BC;  // micro sign: Greek mu
    if (within(0xC0, 0xDE) && code != 0xD7) return code + 32;
    // Pairs of a capital and its small letter, the capital on an even or on an odd place.
    const bool even_pairs = within(0x100, 0x12F) || within(0x132, 0x137) || within(0x14A, 0x177) ||
                            within(0x1A0, 0x1A5) || within(0x1DE, 0x1EF) || within(0x1F8, 0x21F) ||
                            within(0x222, 0x233) || within(0x460, 0x481) || within(0x48A, 0x4BF) ||
                            within(0x4D0, 0x52F) || within(0x1E00, 0x1E95) ||
                            within(0x1EA0, 0x1EFF);
    const bool odd_pairs = within(0x139, 0x148) || within(0x179, 0x17E) || within(0x1AF, 0x1B0) ||
                           within(0x1CD, 0x1DC) || within(0x4C1, 0x4CE);
    if (even_pairs) return code | 1U;
    if (odd_pairs) return code % 2 == 1 ? code + 1 : code;
    if (code == 0x178) return 0xFF;
    if (code == 0x17F) return 's';  // long s
    if (code == 0x370 || code == 0x372 || code == 0x376) return code + 1;
    if (code == 0x37F) return 0x3F3;
    if (code == 0x386) return 0x3AC;
    if (within(0x388, 0x38A)) return code + 37;
    if (code == 0x38C) return 0x3CC;
    if (code == 0x38E || code == 0x38F) return code + 63;
    if (within(0x391, 0x3AB) && code != 0x3A2) return code + 32;
    if (code == 0x3C2) return 0x3C3;  // final sigma
    if (within(0x400, 0x40F)) return code + 80;
    if (within(0x410, 0x42F)) return code + 32;
    if (code == 0x4C0) return 0x4CF;
    return code;
}

void append_utf8(std::string& out, std::uint32_t code) {  // folding stays below U+2000
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    if (code < 0x800) {
        out += static_cast<char>(0xC0U | (code >> 6U));
    } else {
        out += static_cast<char>(0xE0U | (code >> 12U));
        out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    }
    out += static_cast<char>(0x80U | (code & 0x3FU));
}

struct Mapping {
    std::string query;
    std::size_t line = 0;
};

}  // namespace

std::string normalised_query(std::string_view text) {
    std::string result;
    bool blank_before = false;
    while (!text.empty()) {
        const Letter letter = letter_at(text);
        if (is_blank(letter.code)) {
            blank_before = true;
        } else {
            if (blank_before && !result.empty()) result += ' ';
            blank_before = false;
            const std::uint32_t fold = folded(letter.code);
            if (fold == letter.code) {
                result += text.substr(0, letter.bytes);
            } else {
                append_utf8(result, fold);
            }
        }
        text.remove_prefix(letter.bytes);
    }
    return result;
}

QueryGroups::QueryGroups(bool normalise, const std::string& path) : normalise_(normalise) {
    const std::string content = read_text(path);
    std::string_view rest = content;
    std::vector<Mapping> mappings;
    Where where{path == "-" ? "<stdin>" : path};
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        ++where.line;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        const std::size_t tab = line.find('\t');
        const bool one_tab =
            tab != std::string_view::npos && line.find('\t', tab + 1) == std::string_view::npos;
        std::string query = one_tab ? text_of(line.substr(0, tab)) : "";
        const std::string group = one_tab ? text_of(line.substr(tab + 1)) : "";
        if (query.empty() || group.empty()) {
            throw Error(where,
                        fmt::format("'{}' is not a query and its group", excerpt(line)),
                        "write query<TAB>group");
        }
        const auto [known, fresh] = groups_.emplace(query, group);
        if (!fresh && known->second != group) {
            throw Error(where,
                        fmt::format("query '{}' is in the groups '{}' and '{}'",
                                    excerpt(query),
                                    excerpt(known->second),
                                    excerpt(group)),
                        "put a query into one group");
        }
        if (fresh) mappings.push_back({std::move(query), where.line});
    }
    for (const Mapping& mapping : mappings) {
        const std::string& group = groups_.at(mapping.query);
        const auto further = groups_.find(group);
        if (further == groups_.end() || further->second == group) continue;
        throw Error({where.source, mapping.line},
                    fmt::format("the group '{}' is itself a query of the group '{}'",
                                excerpt(group),
                                excerpt(further->second)),
                    "name the last group in both lines");
    }
}

std::string QueryGroups::text_of(std::string_view query) const {
    return normalise_ ? normalised_query(query) : std::string(query);
}

std::string QueryGroups::of(std::string_view query) const {
    const std::string text = text_of(query);
    const auto found = groups_.find(text);
    return found == groups_.end() ? text : found->second;
}

}  // namespace gradus
