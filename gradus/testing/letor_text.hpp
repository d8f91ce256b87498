#pragma once

#include <string_view>

#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/letor.hpp"

namespace gradus::testing {

/// The data of some LETOR lines.
inline Dataset letor_data(std::string_view text) {
    return read_letor(TextSource::of_memory("data.txt", text), "", {});
}

}  // namespace gradus::testing
