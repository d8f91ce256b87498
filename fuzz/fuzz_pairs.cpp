// The readers of pairs take any bytes: they return pairs that survive writing and reading, or throw
// Error. The first byte picks the reader.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/pairs.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace {

bool same(const gradus::Pairs& a, const gradus::Pairs& b) {
    return a.query_ids == b.query_ids && a.winners == b.winners && a.losers == b.losers &&
           a.weights == b.weights;
}

/// Pairs of rows have no writer of their own.
std::string rows_text(const gradus::Pairs& pairs) {
    std::string text;
    for (std::size_t i = 0; i < pairs.weights.size(); ++i) {
        text += pairs.winners[i];
        text += '\t';
        text += pairs.losers[i];
        text += '\t';
        gradus::append_shortest(text, pairs.weights[i]);
        text += '\n';
    }
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    if (size == 0) return 0;
    static const testing::TemporaryFolder folder;
    const std::size_t batch = (data[0] & 4) != 0 ? 1 : TextSource::usual_batch;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    Pairs first;
    try {
        TextSource source = TextSource::of_memory("input", text, batch);
        switch (data[0] & 3) {
            case 0:
                first = read_pairs(std::move(source));
                break;
            case 1:
                first = read_preferences(std::move(source));
                break;
            default:
                first = read_pairs_rows(std::move(source));
                if (!same(first, read_pairs_rows(TextSource::of_memory("copy", rows_text(first)))))
                    std::abort();
                return 0;
        }
    } catch (const Error&) {
        return 0;
    }
    write_pairs(first, folder.file("copy.pairs"));
    if (!same(first, read_pairs(TextSource(folder.file("copy.pairs"))))) std::abort();
    return 0;
}
