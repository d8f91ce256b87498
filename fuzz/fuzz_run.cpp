// The reader of run files takes any bytes: it returns data that survives writing and reading, or
// throws Error.

#include <cstddef>
#include <cstdint>

#include "gradus/data/formats/run.hpp"
#include "gradus/testing/text_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    constexpr testing::TextFormat<Run> format{"input.run", read_run, write_run};
    return format.fuzz(data, size);
}
