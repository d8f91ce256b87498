#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gradus {

/// Many short texts in one piece of memory.
class StringColumn {
  public:
    StringColumn() = default;
    StringColumn(std::string bytes, std::vector<std::uint64_t> ends)
        : bytes_(std::move(bytes)), ends_(std::move(ends)) {}

    void push_back(std::string_view text) {
        bytes_ += text;
        ends_.push_back(bytes_.size());
    }
    std::string_view operator[](std::size_t i) const {
        const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(bytes_).substr(begin, ends_[i] - begin);
    }
    std::size_t size() const { return ends_.size(); }
    bool empty() const { return ends_.empty(); }
    void clear() {
        bytes_.clear();
        ends_.clear();
    }

    /// The parts, for writing to a file.
    const std::string& bytes() const { return bytes_; }
    const std::vector<std::uint64_t>& ends() const { return ends_; }

    friend bool operator==(const StringColumn&, const StringColumn&) = default;

  private:
    std::string bytes_;
    std::vector<std::uint64_t> ends_;
};

}  // namespace gradus
