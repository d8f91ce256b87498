#include "gradus/base/line_ends.hpp"

#include <string>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

/// Hands out a text in pieces of so many bytes, as a pipe may.
class Pieces final : public ByteStream {
  public:
    Pieces(std::string text, std::size_t bytes) : text_(std::move(text)), bytes_(bytes) {}

    std::size_t read(char* out, std::size_t capacity) override {
        const std::size_t count = std::min({bytes_, capacity, text_.size() - given_});
        text_.copy(out, count, given_);
        given_ += count;
        return count;
    }

  private:
    std::string text_;
    std::size_t bytes_;
    std::size_t given_ = 0;
};

std::string readable(const std::string& text, std::size_t piece, std::size_t capacity) {
    const auto stream = readable_text("text", std::make_unique<Pieces>(text, piece));
    std::string result;
    std::string buffer(capacity, '\0');
    for (std::size_t count = stream->read(buffer.data(), capacity); count > 0;
         count = stream->read(buffer.data(), capacity))
        result.append(buffer, 0, count);
    return result;
}

/// By definition: the mark away; then, where the first line ends in returns, each return that no
/// line feed follows is a line feed.
std::string readable_slowly(std::string text) {
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    if (!ends_lines_in_returns(text)) return text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) text[i] = '\n';
    }
    return text;
}

TEST(LineEnds, TheFirstLineTells) {
    EXPECT_TRUE(ends_lines_in_returns("a\rb\r"));
    EXPECT_TRUE(ends_lines_in_returns("a\rb\n"));
    EXPECT_TRUE(ends_lines_in_returns("a\r"));
    EXPECT_TRUE(ends_lines_in_returns("\"x\"\ra"));
    EXPECT_FALSE(ends_lines_in_returns("a\r\nb\rc"));
    EXPECT_FALSE(ends_lines_in_returns("a\r\r\nb"));
    EXPECT_FALSE(ends_lines_in_returns("a\nb\r"));
    EXPECT_FALSE(ends_lines_in_returns("\"a\rb\"\nc"));
    EXPECT_FALSE(ends_lines_in_returns(""));
}

TEST(LineEnds, ReturnsBecomeLineFeeds) {
    EXPECT_EQ(readable("a\rb\r\nc\r\rd", 100, 100), "a\nb\r\nc\n\nd");
    EXPECT_EQ(readable("\xEF\xBB\xBF"
                       "a\rb",
                       100,
                       100),
              "a\nb");
    EXPECT_EQ(readable("\xEF\xBB\xBF", 100, 100), "");
    EXPECT_EQ(readable("\xEF\xBB", 100, 100), "\xEF\xBB");
    EXPECT_EQ(readable("a\r\nb\rc\n", 100, 100), "a\r\nb\rc\n");
}

TEST(LineEnds, PiecesChangeNothing) {
    constexpr std::string_view parts[] = {
        "a", "\"", "\r", "\n", "\r\n", "\xEF\xBB\xBF", "bc", "\xEF"};
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Random random(seed, "line ends");
        std::string text = random.chance(0.3) ? std::string(byte_order_mark) : "";
        for (std::size_t i = random.below(12); i > 0; --i)
            text += parts[random.below(std::size(parts))];
        const std::size_t piece = 1 + random.below(5);
        const std::size_t capacity = 1 + random.below(5);
        ASSERT_EQ(readable(text, piece, capacity), readable_slowly(text)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace gradus
