// The reader of run files takes any bytes: it returns data that survives writing and reading, or
// throws Error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/testing/temporary_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    if (size == 0) return 0;
    static const testing::TemporaryFolder folder;
    // The first byte picks the size of the batches, the rest is the file.
    const std::size_t batch = (data[0] & 1) != 0 ? 16 : TextSource::usual_batch;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    Run first;
    try {
        first = read_run(TextSource::of_memory("input", text, batch));
    } catch (const Error&) {
        return 0;
    }
    // What was read can be written: an Error from here on is a mistake of ours, and ends the
    // search.
    write_run(first, folder.file("copy.run"));
    if (!(read_run(TextSource(folder.file("copy.run"))) == first)) std::abort();
    return 0;
}
