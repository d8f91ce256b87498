// The readers of side files take any bytes: what they read survives writing and reading, or they
// throw Error. The first byte picks the file, the second the number of documents.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/data/side_files.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace {

gradus::Dataset documents(std::size_t count) {
    gradus::Dataset data;
    data.features = gradus::FeatureMatrix(count, 1);
    data.labels.push_back({"grade", std::vector<float>(count)});
    return data;
}

/// Each document a query of its own, as weights of queries want queries.
gradus::Dataset queries(std::size_t count) {
    gradus::Dataset data = documents(count);
    data.query_begins.push_back(0);
    for (std::size_t i = 0; i < count; ++i) {
        data.query_ids.push_back(std::to_string(i + 1));
        data.query_begins.push_back(i + 1);
    }
    return data;
}

void read(gradus::Dataset& data, const std::string& path, const std::string& kind) {
    gradus::ReadOptions options;
    if (kind == "click") options.columns = {kind};
    if (kind == "query") {
        read_query_file(data, path);
    } else {
        add_side_files(data, path, path, options);
        add_query_weight_file(data, path);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace gradus;
    if (size < 2) return 0;
    static const testing::TemporaryFolder folder;
    static const std::string kinds[] = {"click", "weight", "position", "query", "query_weight"};
    const std::string& kind = kinds[(bytes[0] & 4) != 0 ? 4 : bytes[0] & 3];
    const std::size_t count = bytes[1] % 8U;
    folder.write("a.txt." + kind,
                 std::string_view(reinterpret_cast<const char*>(bytes) + 2, size - 2));
    try {
        const auto empty = kind == "query_weight" ? queries : documents;
        Dataset first = empty(count);
        read(first, folder.file("a.txt"), kind);
        Dataset second = empty(count);
        if (kind == "query") {
            OutputSet files;
            add_query_file(files, first, folder.file("b.txt"));
            files.commit();
        } else {
            write_side_files(first, folder.file("b.txt"));
        }
        read(second, folder.file("b.txt"), kind);
        if (!same_content(first, second)) std::abort();
    } catch (const Error&) {
    }
    for (const std::string_view name : {"a.txt.", "b.txt."})
        std::filesystem::remove(folder.file(std::string(name) + kind));
    std::filesystem::remove(folder.file("b.txt.weight"));  // what weights of queries become
    return 0;
}
