// The CSV reader takes any bytes: it returns data that survives writing and reading, or throws
// Error. The cut into batches changes nothing.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "gradus/base/byte_stream.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/formats/csv.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace {

struct Outcome {
    std::optional<gradus::Dataset> data{};
    std::string message{};
};

/// `open` may fail too: text of another encoding is refused at its beginning.
template <class Open>
Outcome read(Open open, char separator, const gradus::ReadOptions& options) {
    try {
        return {.data = gradus::read_csv(open(), "", separator, options)};
    } catch (const gradus::Error& error) {
        return {.message = error.what()};
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    if (size == 0) return 0;
    static const testing::TemporaryFolder folder;
    static const std::string description = folder.write(
        "d.cd", "0\tTarget\n1\tGroupId\n2\tDocId\n3\tWeight\n4\tAuxiliary\n5\tNum\tx\n");
    // The first byte picks the options, the rest is the file.
    ReadOptions options;
    options.most_bytes = std::size_t{16} << 20;
    const char separator = (data[0] & 1) != 0 ? '\t' : ',';
    if ((data[0] & 2) != 0) options.columns = {"click"};
    if ((data[0] & 4) != 0) options.column_description = description;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Outcome whole =
        read([&] { return TextSource::of_memory("input", text); }, separator, options);
    const Outcome cut =
        read([&] { return TextSource::of_memory("input", text, 1); }, separator, options);
    // Damage to compressed text may be met before or after what is wrong with the text itself.
    const bool plain = compression_of(text) == Compression::none;
    if (plain ? whole.message != cut.message : whole.message.empty() != cut.message.empty())
        std::abort();
    if (!whole.data) return 0;
    if (!cut.data || !same_content(*whole.data, *cut.data)) std::abort();
    try {
        write_csv(*whole.data, folder.file("copy.csv"), separator, {});
    } catch (const Error&) {  // two columns would have one name
        return 0;
    }
    options.column_description.clear();
    const Outcome copy =
        read([&] { return TextSource(folder.file("copy.csv")); }, separator, options);
    if (!copy.data || !same_content(*whole.data, *copy.data)) std::abort();
    return 0;
}
