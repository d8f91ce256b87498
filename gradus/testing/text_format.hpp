#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus::testing {

/// A reader and its writer: what the tests and the fuzz target of a format do with them.
template <class Content>
struct TextFormat {
    const char* name;  ///< of the text, in messages
    Content (*read)(TextSource source, Progress& progress, unsigned threads);
    void (*write)(const Content& content, const std::string& path);

    Content parse(std::string_view text, std::size_t batch = TextSource::usual_batch) const {
        return read(TextSource::of_memory(name, text, batch), silent_progress(), 1);
    }

    /// What the reader says about a text that it cannot take.
    std::string refusal(std::string_view text) const {
        try {
            parse(text);
        } catch (const Error& error) {
            return error.what();
        }
        return "read without complaint";
    }

    /// What a reader finds in the file after writing.
    Content copy(const Content& content, const std::string& path) const {
        write(content, path);
        return read(TextSource(path), silent_progress(), 1);
    }

    /// The body of a fuzz target: any bytes are data that survives writing and reading, or an
    /// Error. The first byte picks the size of the batches, the rest is the file.
    int fuzz(const std::uint8_t* data, std::size_t size) const {
        if (size == 0) return 0;
        static const TemporaryFolder folder;
        const std::size_t batch = (data[0] & 1) != 0 ? 16 : TextSource::usual_batch;
        const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
        Content first;
        try {
            first = parse(text, batch);
        } catch (const Error&) {
            return 0;
        }
        // What was read can be written: an Error from here on is a mistake of ours, and ends the
        // search.
        if (!(copy(first, folder.file(name)) == first)) std::abort();
        return 0;
    }
};

}  // namespace gradus::testing
