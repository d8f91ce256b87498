#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace gradus {

/// Text for one of the user's files: appears whole or not at all (AtomicFile), compressed when the
/// name ends in .gz or .zst. The path "-" is standard output.
class TextSink {
  public:
    explicit TextSink(const std::string& path);
    TextSink(const TextSink&) = delete;
    TextSink& operator=(const TextSink&) = delete;
    TextSink(TextSink&&) = delete;
    TextSink& operator=(TextSink&&) = delete;
    ~TextSink();

    void write(std::string_view text);
    /// Completes it without putting it in its place, as AtomicFile::prepare().
    void prepare();
    void commit();

    class Writer;  // where the text goes; private to the source file

  private:
    std::unique_ptr<Writer> writer_;
    std::string buffer_;
    bool is_complete_ = false;
};

/// Writes a whole small text.
void write_text(const std::string& path, std::string_view text);

}  // namespace gradus
