#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gradus/base/byte_stream.hpp"

namespace gradus {

/// What some editors put before a text in UTF-8.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// True where the lines of a text end in a carriage return alone, as old spreadsheets write them:
/// the first line end outside double quotes is one. The text before its first line feed decides.
bool ends_lines_in_returns(std::string_view text);

/// The text of a stream as readers want it: without a byte order mark at its start, and where lines
/// end in a carriage return alone with line feeds instead. Text that is neither passes unchanged.
/// Error, naming `name`, where it begins as UTF-16 or UTF-32 does.
std::unique_ptr<ByteStream> readable_text(std::string name, std::unique_ptr<ByteStream> raw);

/// Error where the text begins as UTF-16 or UTF-32 does: with its byte order mark, or with letters
/// between NUL bytes.
void refuse_wide_text(const std::string& name, std::string_view first_bytes);

}  // namespace gradus
