#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace gradus {

/// The text of one of the user's files in batches of whole lines: a plain file (mapped), a gzip or
/// zstd file or standard input (read and decompressed by a thread of its own, a few batches ahead).
/// A byte order mark at its start is left out, and lines that end in a carriage return alone come
/// with a line feed instead (line_ends.hpp).
/// Every batch ends with a line end, also where the file's last line has none; so a reader may look
/// one byte behind any line.
class TextSource {
  public:
    static constexpr std::size_t usual_batch = std::size_t{8} << 20;

    /// `path` "-" is standard input.
    explicit TextSource(const std::string& path, std::size_t batch_bytes = usual_batch);
    /// For a reader that answers each line: what comes by a pipe is handed out as soon as a whole
    /// line is there, all that is there at once.
    static TextSource as_it_comes(const std::string& path);
    /// Text in memory, which must outlive the source; `name` stands in messages.
    static TextSource of_memory(std::string name,
                                std::string_view text,
                                std::size_t batch_bytes = usual_batch);
    TextSource(TextSource&&) noexcept;
    TextSource& operator=(TextSource&&) noexcept;
    TextSource(const TextSource&) = delete;
    TextSource& operator=(const TextSource&) = delete;
    ~TextSource();

    /// The name to show in messages: the path, or "<stdin>".
    const std::string& name() const;
    /// Bytes of the whole text; 0 when unknown (compressed, or a pipe).
    std::uint64_t bytes_in_all() const;
    /// The next lines, valid until the next call; empty at the end. About `batch_bytes`, more where
    /// a line is longer.
    std::string_view next_batch();

    struct Batches;  // where the batches come from; private to the source file

  private:
    enum class Pace : unsigned char { whole_batches, as_it_comes };
    TextSource(const std::string& path, std::size_t batch_bytes, Pace pace);
    explicit TextSource(std::unique_ptr<Batches> batches);
    std::unique_ptr<Batches> batches_;
};

/// A whole small text at once.
std::string read_text(const std::string& path);

}  // namespace gradus
