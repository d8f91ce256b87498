// The LETOR reader takes any bytes: it returns data that survives writing and reading, or throws
// Error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/testing/temporary_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    if (size == 0) return 0;
    static const testing::TemporaryFolder folder;
    ReadOptions options;
    options.most_bytes = std::size_t{1} << 20;  // a wide row takes long to write
    // The first byte picks the options, the rest is the file.
    options.gaps = (data[0] & 1) != 0 ? Gaps::missing : Gaps::zero;
    options.queries = (data[0] & 2) != 0 ? QuerySource::comment : QuerySource::automatic;
    const std::size_t batch = (data[0] & 4) != 0 ? 16 : TextSource::usual_batch;
    if ((data[0] & 8) != 0) options.feature_order = FeatureOrder::any;
    if ((data[0] & 16) != 0) options.missing_words = {"nan", "?"};
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const Dataset first = read_letor(TextSource::of_memory("input", text, batch), "", options);
        write_letor(first, folder.file("copy.txt"), {});
        options.queries = QuerySource::qid;
        options.feature_order = FeatureOrder::rising;
        options.missing_words.clear();
        const Dataset second = read_letor(TextSource(folder.file("copy.txt")), "", options);
        if (!same_content(first, second)) std::abort();
    } catch (const Error&) {
    }
    return 0;
}
