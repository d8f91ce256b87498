#include "gradus/base/text_sink.hpp"

#include <array>
#include <new>
#include <stdexcept>

#include <zlib.h>
#include <zstd.h>

#include "gradus/base/atomic_file.hpp"
#include "gradus/base/byte_stream.hpp"

namespace gradus {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

}  // namespace

/// Plain: straight to the file. The compressing ones override add().
class TextSink::Writer {
  public:
    explicit Writer(const std::string& path) : file_(path) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    Writer(Writer&&) = delete;
    Writer& operator=(Writer&&) = delete;
    virtual ~Writer() = default;

    virtual void add(std::string_view text, bool /*last*/) {
        // Text that begins as packed bytes do would be unpacked by its reader. A blank line, which
        // every text format skips, keeps it plain.
        if (first_ && compression_of(text) != Compression::none) file_.write("\n");
        first_ = false;
        file_.write(text);
    }
    void prepare() { file_.prepare(); }
    void commit() { file_.commit(); }

    static std::unique_ptr<Writer> make(const std::string& path);

  protected:
    AtomicFile& file() { return file_; }
    std::array<char, buffer_bytes>& out() { return *out_; }

  private:
    AtomicFile file_;
    bool first_ = true;
    std::unique_ptr<std::array<char, buffer_bytes>> out_ =
        std::make_unique<std::array<char, buffer_bytes>>();
};

namespace {

class GzipWriter final : public TextSink::Writer {
  public:
    explicit GzipWriter(const std::string& path) : Writer(path) {
        if (deflateInit2(
                &state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) !=
            Z_OK) {
            throw std::bad_alloc();
        }
    }
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;
    GzipWriter(GzipWriter&&) = delete;
    GzipWriter& operator=(GzipWriter&&) = delete;
    ~GzipWriter() override { deflateEnd(&state_); }

    void add(std::string_view text, bool last) override {
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
        state_.avail_in = static_cast<uInt>(text.size());
        do {
            state_.next_out = reinterpret_cast<Bytef*>(out().data());
            state_.avail_out = static_cast<uInt>(out().size());
            deflate(&state_, last ? Z_FINISH : Z_NO_FLUSH);
            file().write(out().data(), out().size() - state_.avail_out);
        } while (state_.avail_out == 0);
    }

  private:
    z_stream state_{};
};

class ZstdWriter final : public TextSink::Writer {
  public:
    explicit ZstdWriter(const std::string& path) : Writer(path), state_(ZSTD_createCStream()) {
        if (state_ == nullptr) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(state_.get(), ZSTD_c_checksumFlag, 1);
    }

    void add(std::string_view text, bool last) override {
        ZSTD_inBuffer input{text.data(), text.size(), 0};
        std::size_t left = 0;
        do {
            ZSTD_outBuffer output{out().data(), out().size(), 0};
            left = ZSTD_compressStream2(
                state_.get(), &output, &input, last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left) != 0) throw std::runtime_error(ZSTD_getErrorName(left));
            file().write(out().data(), output.pos);
        } while (last ? left != 0 : input.pos < input.size);
    }

  private:
    struct Free {
        void operator()(ZSTD_CStream* state) const { ZSTD_freeCStream(state); }
    };
    std::unique_ptr<ZSTD_CStream, Free> state_;
};

}  // namespace

std::unique_ptr<TextSink::Writer> TextSink::Writer::make(const std::string& path) {
    if (path.ends_with(".gz")) return std::make_unique<GzipWriter>(path);
    if (path.ends_with(".zst")) return std::make_unique<ZstdWriter>(path);
    return std::make_unique<Writer>(path);
}

TextSink::TextSink(const std::string& path) : writer_(Writer::make(path)) {
    buffer_.reserve(2 * buffer_bytes);
}

TextSink::~TextSink() = default;

void TextSink::write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() < buffer_bytes) return;
    writer_->add(buffer_, false);
    buffer_.clear();
}

void TextSink::prepare() {
    if (!is_complete_) writer_->add(buffer_, true);
    is_complete_ = true;
    buffer_.clear();
    writer_->prepare();
}

void TextSink::commit() {
    prepare();
    writer_->commit();
}

void write_text(const std::string& path, std::string_view text) {
    TextSink sink(path);
    sink.write(text);
    sink.commit();
}

}  // namespace gradus
