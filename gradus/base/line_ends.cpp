#include "gradus/base/line_ends.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus {
namespace {

/// Looks at a text piece by piece until it knows how lines end.
class LineEndSearch {
  public:
    enum class Found : unsigned char { nothing_yet, feeds, returns };

    Found look(std::string_view piece) {
        for (const char c : piece) {
            if (found_ != Found::nothing_yet) break;
            if (c == '\n') {
                found_ = Found::feeds;
            } else if (c == '\r') {
                after_return_ = after_return_ || !quoted_;
            } else if (after_return_) {  // several returns may stand before a line feed
                found_ = Found::returns;
            } else if (c == '"') {
                quoted_ = !quoted_;
            }
        }
        return found_;
    }

    /// At the end of the text.
    Found end() const { return after_return_ ? Found::returns : found_; }

  private:
    Found found_ = Found::nothing_yet;
    bool quoted_ = false;
    bool after_return_ = false;
};

/// Bytes of ASCII text, as they stand between NUL bytes in UTF-16.
bool is_text(char c) {
    return (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n';
}

/// The encoding that the bytes begin with, other than UTF-8; "" for none.
std::string_view wide_encoding(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) return "UTF-16";
    if (bytes.size() < 4) return {};
    const auto pair = [&](std::size_t text, std::size_t nul) {
        return is_text(bytes[text]) && bytes[nul] == '\0';
    };
    if (pair(0, 1) && pair(2, 3)) return "UTF-16LE";
    if (pair(1, 0) && pair(3, 2)) return "UTF-16BE";
    return {};
}

/// Whether more than these bytes are needed to tell.
bool may_be_wide(std::string_view bytes) {
    if (bytes.size() >= 4) return false;
    const bool has_mark = bytes.starts_with('\xFF') || bytes.starts_with('\xFE');
    if (bytes.size() < 2) return bytes != "\n";
    return has_mark || bytes.find('\0') < 2;
}

class ReadableText final : public ByteStream {
  public:
    ReadableText(std::string name, std::unique_ptr<ByteStream> raw)
        : name_(std::move(name)), raw_(std::move(raw)) {}

    std::size_t read(char* out, std::size_t capacity) override {
        if (ends_ == LineEndSearch::Found::nothing_yet) {
            skip_mark();
            while (may_be_wide(held_) && hold_more(1)) {
            }
            refuse_wide_text(name_, held_);
            find_line_ends();
        }
        const std::size_t count = take(out, capacity);
        if (ends_ == LineEndSearch::Found::returns) replace_returns(out, count);
        return count;
    }

  private:
    static constexpr std::size_t piece_bytes = std::size_t{64} << 10;

    /// False at the end of the stream.
    bool hold_more(std::size_t most) {
        const std::size_t before = held_.size();
        held_.resize(before + most);
        const std::size_t count = raw_->read(held_.data() + before, most);
        held_.resize(before + count);
        return count > 0;
    }

    void skip_mark() {
        while (held_.size() < byte_order_mark.size() && byte_order_mark.starts_with(held_)) {
            if (!hold_more(1)) break;
        }
        if (held_ == byte_order_mark) held_.clear();
    }

    void find_line_ends() {
        LineEndSearch search;
        ends_ = search.look(held_);
        while (ends_ == LineEndSearch::Found::nothing_yet) {
            const std::size_t before = held_.size();
            if (!hold_more(piece_bytes)) {
                ends_ = search.end() == LineEndSearch::Found::returns
                            ? LineEndSearch::Found::returns
                            : LineEndSearch::Found::feeds;
                return;
            }
            ends_ = search.look(std::string_view(held_).substr(before));
        }
    }

    /// What was held back, then what the stream has.
    std::size_t take(char* out, std::size_t capacity) {
        if (given_ == held_.size()) {
            held_.clear();
            given_ = 0;
            return raw_->read(out, capacity);
        }
        const std::size_t count = std::min(capacity, held_.size() - given_);
        std::memcpy(out, held_.data() + given_, count);
        given_ += count;
        return count;
    }

    /// A return right before a line feed stays: readers know the two as one line end.
    void replace_returns(char* out, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (out[i] != '\r') continue;
            const bool last = i + 1 == count;
            if (last && given_ == held_.size()) hold_more(1);
            const bool feed_follows =
                last ? given_ < held_.size() && held_[given_] == '\n' : out[i + 1] == '\n';
            if (!feed_follows) out[i] = '\n';
        }
    }

    std::string name_;
    std::unique_ptr<ByteStream> raw_;
    std::string held_;       ///< read from the stream before it was asked for
    std::size_t given_ = 0;  ///< of those, how many were handed out
    LineEndSearch::Found ends_ = LineEndSearch::Found::nothing_yet;
};

}  // namespace

bool ends_lines_in_returns(std::string_view text) {
    LineEndSearch search;
    const auto found = search.look(text);
    return (found == LineEndSearch::Found::nothing_yet ? search.end() : found) ==
           LineEndSearch::Found::returns;
}

std::unique_ptr<ByteStream> readable_text(std::string name, std::unique_ptr<ByteStream> raw) {
    return std::make_unique<ReadableText>(std::move(name), std::move(raw));
}

void refuse_wide_text(const std::string& name, std::string_view first_bytes) {
    const std::string_view encoding = wide_encoding(first_bytes);
    if (encoding.empty()) return;
    throw Error({name},
                fmt::format("the text is {}, and only UTF-8 is read", encoding),
                fmt::format("save it as UTF-8, as in: iconv -f {} -t UTF-8 OLD > NEW", encoding));
}

}  // namespace gradus
