#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "gradus/data/column.hpp"

namespace gradus {

/// Many short texts in one piece of memory.
class StringColumn {
  public:
    StringColumn() = default;
    /// Text i is bytes[ends[i - 1], ends[i]); the ends must rise and lie within the bytes.
    StringColumn(Column<char> bytes, Column<std::uint64_t> ends)
        : bytes_(std::move(bytes)), ends_(std::move(ends)) {}

    void push_back(std::string_view text) {
        bytes_.append(text);
        ends_.push_back(bytes_.size());
    }
    std::string_view operator[](std::size_t i) const {
        const std::uint64_t* const ends = ends_.data();
        const std::uint64_t begin = i == 0 ? 0 : ends[i - 1];
        return {bytes_.data() + begin, ends[i] - begin};
    }
    std::size_t size() const { return ends_.size(); }
    bool empty() const { return ends_.empty(); }
    void clear() { *this = {}; }

    /// The parts, for writing to a file.
    const Column<char>& bytes() const { return bytes_; }
    const Column<std::uint64_t>& ends() const { return ends_; }

    friend bool operator==(const StringColumn&, const StringColumn&) = default;

  private:
    Column<char> bytes_;
    Column<std::uint64_t> ends_;
};

}  // namespace gradus
