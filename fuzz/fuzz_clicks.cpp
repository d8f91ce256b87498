// The readers of click logs take any bytes: they return a log that survives writing and reading,
// and that click rates can be counted on, or throw Error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/clicks/click_labels.hpp"
#include "gradus/data/formats/clicks.hpp"
#include "gradus/testing/temporary_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    if (size == 0) return 0;
    static const testing::TemporaryFolder folder;
    // The first byte picks the reader and the size of the batches, the rest is the file.
    constexpr ClickLog (*readers[])(TextSource, Progress&) = {
        read_clicks, read_clicks_cn, read_clicks_bandit};
    const std::size_t batch = (data[0] & 4) != 0 ? 16 : TextSource::usual_batch;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const ClickLog first = readers[(data[0] & 3) % 3](
            TextSource::of_memory("input", text, batch), silent_progress());
        for (const ClickRate& rate : click_rates(first, QueryGroups()).rates) {
            if (rate.clicks > rate.impressions || rate.impressions > rate.issues) std::abort();
            if (!(rate.rate >= 0.0 && rate.rate <= 1.0)) std::abort();
        }
        write_clicks(first, folder.file("copy.jsonl"));
        const ClickLog second = read_clicks(TextSource(folder.file("copy.jsonl")));
        if (!same_content(first, second)) std::abort();
    } catch (const Error&) {
    }
    return 0;
}
