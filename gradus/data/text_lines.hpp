#pragma once

#include <cstddef>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"

namespace gradus {

/// Calls visit(line, where) for each line of the text, without its line end (LF or CRLF).
template <class Visit>
void for_each_line(TextSource& source, Visit visit) {
    Where where{source.name()};
    for (std::string_view batch = source.next_batch(); !batch.empty();
         batch = source.next_batch()) {
        while (!batch.empty()) {
            const std::size_t end = batch.find('\n');
            std::string_view line = batch.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            ++where.line;
            visit(line, where);
            batch.remove_prefix(end + 1);
        }
    }
}

}  // namespace gradus
