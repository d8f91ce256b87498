// A cache file of any bytes: it opens and is the data once written, or throws Error. Nearly every
// change of a byte fails a checksum, so the header, table and manifest are what is searched here;
// cache_test.cpp flips every byte.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/data/formats/cache.hpp"
#include "gradus/testing/temporary_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    static const testing::TemporaryFolder folder;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        const Dataset opened = open_cache(folder.write("input.gradus", bytes));
        if (!same_content(opened, opened)) __builtin_trap();
    } catch (const Error&) {
    }
    return 0;
}
