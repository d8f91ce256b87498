#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace gradus {

/// Memory that is used for one query and then for the next: handed out piece by piece, taken back
/// all at once, without a call of the allocator once it is large enough. One for each thread.
class Scratch {
  public:
    Scratch() = default;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = default;
    Scratch& operator=(Scratch&&) = default;
    ~Scratch() = default;

    /// Room for n values, not initialised, on a boundary of 64 bytes.
    template <class Value>
    std::span<Value> array(std::size_t n) {
        static_assert(std::is_trivially_destructible_v<Value>);
        return {static_cast<Value*>(take(n * sizeof(Value))), n};
    }
    template <class Value>
    std::span<Value> array(std::size_t n, Value fill) {
        const std::span<Value> values = array<Value>(n);
        std::ranges::fill(values, fill);
        return values;
    }
    /// An object that lives until clear().
    template <class Object, class... Arguments>
    Object& make(Arguments&&... arguments) {
        static_assert(std::is_trivially_destructible_v<Object>);
        return *new (take(sizeof(Object))) Object{std::forward<Arguments>(arguments)...};
    }
    /// Takes everything back; what was handed out is no longer valid.
    void clear();

    /// While it lives, what is handed out is its own, and taken back at its end.
    class Frame {
      public:
        explicit Frame(Scratch& scratch)
            : scratch_(scratch), block_(scratch.block_), used_(scratch.used_) {}
        Frame(const Frame&) = delete;
        Frame& operator=(const Frame&) = delete;
        Frame(Frame&&) = delete;
        Frame& operator=(Frame&&) = delete;
        ~Frame() {
            scratch_.block_ = block_;
            scratch_.used_ = used_;
        }

      private:
        Scratch& scratch_;
        std::size_t block_;
        std::size_t used_;
    };

  private:
    static constexpr std::size_t line = 64;
    struct alignas(line) Line {
        std::byte bytes[line];
    };

    struct Block {
        std::unique_ptr<Line[]> lines;
        std::size_t size;
    };

    void* take(std::size_t bytes);

    std::vector<Block> blocks_;
    std::size_t block_ = 0;  ///< the one in use
    std::size_t used_ = 0;   ///< lines of it
};

}  // namespace gradus
