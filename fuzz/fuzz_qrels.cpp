// The reader of qrels files takes any bytes: it returns data that survives writing and reading, or
// throws Error.

#include <cstddef>
#include <cstdint>

#include "gradus/data/formats/qrels.hpp"
#include "gradus/testing/text_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    constexpr testing::TextFormat<Judgments> format{"input.qrels", read_qrels, write_qrels};
    return format.fuzz(data, size);
}
