#include "gradus/base/byte_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "gradus/base/error.hpp"

namespace gradus {
namespace {

constexpr std::size_t input_bytes = std::size_t{256} << 10;

class DescriptorStream final : public ByteStream {
  public:
    DescriptorStream(std::string name, int descriptor)
        : name_(std::move(name)), descriptor_(descriptor) {}
    DescriptorStream(const DescriptorStream&) = delete;
    DescriptorStream& operator=(const DescriptorStream&) = delete;
    DescriptorStream(DescriptorStream&&) = delete;
    DescriptorStream& operator=(DescriptorStream&&) = delete;
    ~DescriptorStream() override { ::close(descriptor_); }

    std::size_t read(char* out, std::size_t capacity) override {
        while (true) {
            const ::ssize_t count = ::read(descriptor_, out, capacity);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno == EINTR) continue;
            throw Error({name_},
                        fmt::format("cannot be read: {}", std::generic_category().message(errno)),
                        "check the file and the disk it is on");
        }
    }

  private:
    std::string name_;
    int descriptor_;
};

class MemoryStream final : public ByteStream {
  public:
    explicit MemoryStream(std::string_view text) : rest_(text) {}

    std::size_t read(char* out, std::size_t capacity) override {
        const std::size_t count = std::min(capacity, rest_.size());
        std::memcpy(out, rest_.data(), count);
        rest_.remove_prefix(count);
        return count;
    }

  private:
    std::string_view rest_;
};

/// What gzip and zstd share: a raw stream, a buffer of its bytes, and what to say when they are
/// wrong.
class DecompressedStream : public ByteStream {
  public:
    DecompressedStream(std::string name, std::unique_ptr<ByteStream> raw, const char* kind)
        : name_(std::move(name)), raw_(std::move(raw)), kind_(kind), input_(input_bytes) {}

  protected:
    /// The next raw bytes; empty at the end.
    std::string_view refill() { return {input_.data(), raw_->read(input_.data(), input_.size())}; }

    [[noreturn]] void cut_short() const {
        throw Error({name_},
                    fmt::format("the {} data ends too early", kind_),
                    "copy or compress the file again");
    }
    [[noreturn]] void damaged(const char* reason) const {
        throw Error(
            {name_},
            fmt::format(
                "the {} data is damaged: {}", kind_, reason == nullptr ? "unknown reason" : reason),
            "copy or compress the file again");
    }

  private:
    std::string name_;
    std::unique_ptr<ByteStream> raw_;
    const char* kind_;
    std::vector<char> input_;
};

class GzipStream final : public DecompressedStream {
  public:
    GzipStream(std::string name, std::unique_ptr<ByteStream> raw)
        : DecompressedStream(std::move(name), std::move(raw), "gzip") {
        if (inflateInit2(&state_, 15 + 16) != Z_OK) throw std::bad_alloc();  // 16: a gzip header
    }
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;
    GzipStream(GzipStream&&) = delete;
    GzipStream& operator=(GzipStream&&) = delete;
    ~GzipStream() override { inflateEnd(&state_); }

    std::size_t read(char* out, std::size_t capacity) override {
        state_.next_out = reinterpret_cast<Bytef*>(out);
        state_.avail_out = static_cast<uInt>(std::min<std::size_t>(capacity, 1U << 30));
        const std::size_t wanted = state_.avail_out;
        while (state_.avail_out == wanted) {
            if (state_.avail_in == 0) {
                const std::string_view more = refill();
                if (more.empty()) {
                    if (inside_member_) cut_short();
                    return 0;
                }
                state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(more.data()));
                state_.avail_in = static_cast<uInt>(more.size());
            }
            if (!inside_member_) {  // the first member, or one more after another
                inflateReset(&state_);
                inside_member_ = true;
            }
            const int result = inflate(&state_, Z_NO_FLUSH);
            if (result == Z_STREAM_END) {
                inside_member_ = false;
            } else if (result != Z_OK && result != Z_BUF_ERROR) {
                damaged(state_.msg);
            }
        }
        return wanted - state_.avail_out;
    }

  private:
    z_stream state_{};
    bool inside_member_ = false;
};

class ZstdStream final : public DecompressedStream {
  public:
    ZstdStream(std::string name, std::unique_ptr<ByteStream> raw)
        : DecompressedStream(std::move(name), std::move(raw), "zstd"),
          state_(ZSTD_createDStream()) {
        if (state_ == nullptr) throw std::bad_alloc();
    }

    std::size_t read(char* out, std::size_t capacity) override {
        ZSTD_outBuffer output{out, capacity, 0};
        while (output.pos == 0) {
            const bool drained = input_.pos == input_.size;
            if (drained) {
                const std::string_view more = refill();
                input_ = {more.data(), more.size(), 0};
                if (more.empty() && !inside_frame_) return 0;
            }
            const std::size_t result = ZSTD_decompressStream(state_.get(), &output, &input_);
            if (ZSTD_isError(result) != 0) damaged(ZSTD_getErrorName(result));
            if (drained && input_.size == 0 && output.pos == 0) cut_short();
            inside_frame_ = result != 0;
        }
        return output.pos;
    }

  private:
    struct Free {
        void operator()(ZSTD_DStream* state) const { ZSTD_freeDStream(state); }
    };
    std::unique_ptr<ZSTD_DStream, Free> state_;
    ZSTD_inBuffer input_{nullptr, 0, 0};
    bool inside_frame_ = false;
};

}  // namespace

Compression compression_of(std::string_view first_bytes) {
    if (first_bytes.starts_with("\x1f\x8b")) return Compression::gzip;
    if (first_bytes.starts_with("\x28\xb5\x2f\xfd")) return Compression::zstd;
    return Compression::none;
}

void refuse_other_compression(const std::string& name, std::string_view first_bytes) {
    const auto refuse = [&](const char* tool, const char* command) {
        throw Error({name},
                    fmt::format("it is compressed with {}, which is not read", tool),
                    fmt::format("unpack it with {}, or compress it with gzip or zstd", command));
    };
    if (first_bytes.starts_with("\xfd"
                                "7zX"))
        refuse("xz", "unxz");
    if (first_bytes.size() > 3 && first_bytes.starts_with("BZh") && first_bytes[3] >= '1' &&
        first_bytes[3] <= '9')
        refuse("bzip2", "bunzip2");
}

std::unique_ptr<ByteStream> stream_of_descriptor(std::string name, int descriptor) {
    return std::make_unique<DescriptorStream>(std::move(name), descriptor);
}

std::unique_ptr<ByteStream> stream_of_memory(std::string_view text) {
    return std::make_unique<MemoryStream>(text);
}

std::unique_ptr<ByteStream> decompressed(std::string name,
                                         std::unique_ptr<ByteStream> raw,
                                         Compression compression) {
    switch (compression) {
        case Compression::gzip:
            return std::make_unique<GzipStream>(std::move(name), std::move(raw));
        case Compression::zstd:
            return std::make_unique<ZstdStream>(std::move(name), std::move(raw));
        case Compression::none:
            break;
    }
    return raw;
}

}  // namespace gradus
