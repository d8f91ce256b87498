#include "gradus/base/text_source.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gradus/base/byte_stream.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/line_ends.hpp"
#include "gradus/base/mapped_file.hpp"

namespace gradus {

struct TextSource::Batches {
    explicit Batches(std::string source_name) : name(std::move(source_name)) {}
    Batches(const Batches&) = delete;
    Batches& operator=(const Batches&) = delete;
    Batches(Batches&&) = delete;
    Batches& operator=(Batches&&) = delete;
    virtual ~Batches() = default;
    virtual std::string_view next() = 0;

    std::string name;
    std::uint64_t bytes_in_all = 0;
};

namespace {

std::string_view without_mark(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

/// Batches cut out of text that is all there and whose lines end in line feeds.
class ViewBatches final : public TextSource::Batches {
  public:
    ViewBatches(std::string source_name, MappedFile file, std::size_t batch_bytes)
        : Batches(std::move(source_name)),
          file_(std::move(file)),
          rest_(without_mark(file_.text())),
          batch_bytes_(batch_bytes) {
        bytes_in_all = rest_.size();
        file_.read_in_order();
    }
    ViewBatches(std::string source_name, std::string_view text, std::size_t batch_bytes)
        : Batches(std::move(source_name)), rest_(without_mark(text)), batch_bytes_(batch_bytes) {
        bytes_in_all = rest_.size();
    }

    std::string_view next() override {
        if (rest_.empty()) return {};
        std::size_t end = std::min(batch_bytes_, rest_.size());
        const std::size_t last_line_end = rest_.substr(0, end).rfind('\n');
        if (last_line_end != std::string_view::npos) {
            end = last_line_end + 1;
        } else {
            const std::size_t first_line_end = rest_.find('\n', end);
            end = first_line_end == std::string_view::npos ? rest_.size() : first_line_end + 1;
        }
        std::string_view batch = rest_.substr(0, end);
        rest_.remove_prefix(end);
        if (batch.back() != '\n') {  // only the file's last line
            last_line_ = batch;
            last_line_ += '\n';
            batch = last_line_;
        }
        return batch;
    }

  private:
    MappedFile file_;
    std::string_view rest_;
    std::size_t batch_bytes_;
    std::string last_line_;
};

/// Batches that a thread reads ahead from a stream.
class StreamBatches final : public TextSource::Batches {
  public:
    StreamBatches(std::string source_name,
                  std::unique_ptr<ByteStream> stream,
                  std::size_t batch_bytes)
        : Batches(std::move(source_name)), stream_(std::move(stream)), batch_bytes_(batch_bytes) {
        reader_ = std::jthread([this](const std::stop_token& stop) { read_ahead(stop); });
    }
    StreamBatches(const StreamBatches&) = delete;
    StreamBatches& operator=(const StreamBatches&) = delete;
    StreamBatches(StreamBatches&&) = delete;
    StreamBatches& operator=(StreamBatches&&) = delete;
    ~StreamBatches() override {
        reader_.request_stop();
        room_.notify_all();
    }

    std::string_view next() override {
        std::unique_lock lock(guard_);
        ready_.wait(lock, [&] { return !queue_.empty() || finished_; });
        if (queue_.empty()) {
            if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
            return {};
        }
        current_ = std::move(queue_.front());
        queue_.pop_front();
        room_.notify_all();
        return {current_.data(), current_.size()};
    }

  private:
    static constexpr std::size_t batches_ahead = 2;

    void read_ahead(const std::stop_token& stop) {
        try {
            std::vector<char> batch;
            std::vector<char> carried;  // the start of a line whose end is not read yet
            bool at_end = false;
            while (!at_end && !stop.stop_requested()) {
                batch = std::move(carried);
                carried.clear();
                std::size_t filled = batch.size();
                std::size_t line_end = 0;  // behind the last line end
                batch.resize(std::max(batch_bytes_, filled));
                while (line_end == 0 || filled < batch_bytes_) {
                    if (filled == batch.size()) batch.resize(2 * batch.size());
                    const std::size_t count =
                        stream_->read(batch.data() + filled, batch.size() - filled);
                    if (count == 0) {
                        at_end = true;
                        break;
                    }
                    const std::string_view fresh(batch.data() + filled, count);
                    const std::size_t found = fresh.rfind('\n');
                    if (found != std::string_view::npos) line_end = filled + found + 1;
                    filled += count;
                    if (stop.stop_requested()) return;
                }
                batch.resize(filled);
                if (at_end) {
                    if (!batch.empty() && batch.back() != '\n') batch.push_back('\n');
                } else {
                    carried.assign(batch.begin() + static_cast<std::ptrdiff_t>(line_end),
                                   batch.end());
                    batch.resize(line_end);
                }
                if (!batch.empty()) hand_over(std::move(batch), stop);
            }
        } catch (...) {
            failure_ = std::current_exception();
        }
        const std::scoped_lock lock(guard_);
        finished_ = true;
        ready_.notify_all();
    }

    void hand_over(std::vector<char> batch, const std::stop_token& stop) {
        std::unique_lock lock(guard_);
        room_.wait(lock, stop, [&] { return queue_.size() < batches_ahead; });
        queue_.push_back(std::move(batch));
        ready_.notify_all();
    }

    std::unique_ptr<ByteStream> stream_;
    std::size_t batch_bytes_;
    std::mutex guard_;
    std::condition_variable ready_;
    std::condition_variable_any room_;
    std::deque<std::vector<char>> queue_;
    std::vector<char> current_;
    std::exception_ptr failure_;
    bool finished_ = false;
    std::jthread reader_;  // last: it uses all of the above
};

/// Lines as they come. Without a thread that reads ahead, as it could not be stopped while it waits
/// for bytes.
class LineBatches final : public TextSource::Batches {
  public:
    /// The bytes of the stream come from `descriptor`, which the stream keeps open.
    LineBatches(std::string source_name,
                std::unique_ptr<ByteStream> stream,
                int descriptor,
                std::size_t batch_bytes)
        : Batches(std::move(source_name)),
          stream_(std::move(stream)),
          descriptor_(descriptor),
          batch_bytes_(batch_bytes) {}

    std::string_view next() override {
        text_.erase(0, lines_);
        lines_ = 0;
        while (!at_end_ && (lines_ == 0 || (text_.size() < batch_bytes_ && has_more()))) read();
        if (at_end_) {
            if (!text_.empty() && text_.back() != '\n') text_ += '\n';
            lines_ = text_.size();
        }
        return std::string_view(text_).substr(0, lines_);
    }

  private:
    static constexpr std::size_t read_bytes = std::size_t{1} << 16;

    /// Whether reading would not have to wait.
    bool has_more() const {
        pollfd asked{.fd = descriptor_, .events = POLLIN, .revents = 0};
        return ::poll(&asked, 1, 0) > 0;
    }

    void read() {
        const std::size_t before = text_.size();
        text_.resize(before + read_bytes);
        const std::size_t count = stream_->read(text_.data() + before, read_bytes);
        text_.resize(before + count);
        at_end_ = count == 0;
        const std::size_t found = std::string_view(text_).substr(before).rfind('\n');
        if (found != std::string_view::npos) lines_ = before + found + 1;
    }

    std::unique_ptr<ByteStream> stream_;
    int descriptor_;
    std::size_t batch_bytes_;
    std::string text_;
    std::size_t lines_ = 0;  ///< bytes of whole lines
    bool at_end_ = false;
};

/// A stream of which the first bytes have been read already, to tell its compression.
class PeekedStream final : public ByteStream {
  public:
    PeekedStream(std::string first_bytes, std::unique_ptr<ByteStream> rest)
        : first_bytes_(std::move(first_bytes)), rest_(std::move(rest)) {}

    std::size_t read(char* out, std::size_t capacity) override {
        const std::size_t count = std::min(capacity, first_bytes_.size());
        if (count == 0) return rest_->read(out, capacity);
        std::copy_n(first_bytes_.data(), count, out);
        first_bytes_.erase(0, count);
        return count;
    }

  private:
    std::string first_bytes_;
    std::unique_ptr<ByteStream> rest_;
};

bool may_be_compressed(std::string_view first_bytes) {
    return first_bytes.starts_with('\x1f') || first_bytes.starts_with('\x28');
}

/// The first bytes, as many as it takes to tell the compression.
std::string take(ByteStream& stream, std::size_t wanted) {
    std::string bytes(wanted, '\0');
    std::size_t filled = 0;
    // A pipe may have given its first line, and wait for the answer: plain text is told by a byte.
    while (filled < wanted && (filled == 0 || may_be_compressed(bytes.substr(0, filled)))) {
        const std::size_t count = stream.read(bytes.data() + filled, wanted - filled);
        if (count == 0) break;
        filled += count;
    }
    bytes.resize(filled);
    return bytes;
}

/// Nothing where a file is empty or cannot be mapped: those of /proc and /sys tell a size that is
/// not theirs, and have to be read to find out.
std::optional<MappedFile> mapped(const std::string& path) {
    try {
        MappedFile file(path);
        if (file.size() > 0) return file;
    } catch (const Error&) {  // reading it will tell
        return std::nullopt;
    }
    return std::nullopt;
}

bool is_regular(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

TextSource::TextSource(std::unique_ptr<Batches> batches) : batches_(std::move(batches)) {}

TextSource::TextSource(const std::string& path, std::size_t batch_bytes)
    : TextSource(path, batch_bytes, Pace::whole_batches) {}

TextSource TextSource::as_it_comes(const std::string& path) {
    return {path, usual_batch, Pace::as_it_comes};
}

TextSource::TextSource(const std::string& path, std::size_t batch_bytes, Pace pace) {
    const bool standard_input = path == "-";
    const std::string name = standard_input ? "<stdin>" : path;
    const int descriptor = standard_input ? ::dup(STDIN_FILENO) : open_for_reading(path);
    const bool regular = !standard_input && is_regular(descriptor);
    std::unique_ptr<ByteStream> raw = stream_of_descriptor(name, descriptor);
    std::string first_bytes = take(*raw, 4);
    refuse_other_compression(name, first_bytes);
    const Compression compression = compression_of(first_bytes);
    if (regular && compression == Compression::none) {
        std::optional<MappedFile> file = mapped(path);
        if (file && !ends_lines_in_returns(file->text())) {
            refuse_wide_text(name, file->text().substr(0, 4));
            batches_ = std::make_unique<ViewBatches>(name, std::move(*file), batch_bytes);
            return;
        }
    }
    raw = std::make_unique<PeekedStream>(std::move(first_bytes), std::move(raw));
    auto stream = readable_text(name, decompressed(name, std::move(raw), compression));
    if (pace == Pace::as_it_comes) {
        batches_ = std::make_unique<LineBatches>(name, std::move(stream), descriptor, batch_bytes);
    } else {
        batches_ = std::make_unique<StreamBatches>(name, std::move(stream), batch_bytes);
    }
}

TextSource TextSource::of_memory(std::string name, std::string_view text, std::size_t batch_bytes) {
    const Compression compression = compression_of(text);
    if (compression == Compression::none && !ends_lines_in_returns(text)) {
        refuse_wide_text(name, text.substr(0, 4));
        return TextSource(std::make_unique<ViewBatches>(std::move(name), text, batch_bytes));
    }
    auto stream = readable_text(name, decompressed(name, stream_of_memory(text), compression));
    return TextSource(
        std::make_unique<StreamBatches>(std::move(name), std::move(stream), batch_bytes));
}

TextSource::TextSource(TextSource&&) noexcept = default;
TextSource& TextSource::operator=(TextSource&&) noexcept = default;
TextSource::~TextSource() = default;

const std::string& TextSource::name() const {
    return batches_->name;
}

std::uint64_t TextSource::bytes_in_all() const {
    return batches_->bytes_in_all;
}

std::string_view TextSource::next_batch() {
    return batches_->next();
}

std::string read_text(const std::string& path) {
    TextSource source(path);
    std::string text;
    for (std::string_view batch = source.next_batch(); !batch.empty(); batch = source.next_batch())
        text += batch;
    return text;
}

}  // namespace gradus
