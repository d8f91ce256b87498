// The reader of thresholds takes any bytes: it returns thresholds that survive writing and reading,
// or throws Error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/data/transforms/thresholds.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    try {
        const Thresholds first =
            thresholds_from_json({reinterpret_cast<const char*>(data), size}, "input");
        if (thresholds_from_json(to_json(first), "copy") != first) std::abort();
    } catch (const Error&) {
    }
    return 0;
}
