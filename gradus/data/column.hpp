#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gradus/data/checked_memory.hpp"

namespace gradus {

/// A vector that may instead read someone else's memory (a mapped file), which is checked when it
/// is first touched. Changing such a column copies it first. Copies share foreign memory.
template <class Value>
class Column {
  public:
    Column() = default;
    Column(std::vector<Value> values) : own_(std::move(values)) {}  // NOLINT: a vector is a column
    Column(std::initializer_list<Value> values) : own_(values) {}
    Column(std::span<const Value> values, std::shared_ptr<const CheckedMemory> memory)
        : foreign_(values), memory_(std::move(memory)) {}

    std::size_t size() const { return memory_ == nullptr ? own_.size() : foreign_.size(); }
    bool empty() const { return size() == 0; }
    const Value* data() const {
        if (memory_ == nullptr) return own_.data();
        memory_->check(foreign_.data(), foreign_.data() + foreign_.size());
        return foreign_.data();
    }
    const Value* begin() const { return data(); }
    const Value* end() const { return data() + size(); }
    const Value& operator[](std::size_t i) const { return data()[i]; }
    const Value& back() const { return data()[size() - 1]; }
    // NOLINTNEXTLINE(misc-explicit-constructor): a column is a span
    operator std::span<const Value>() const { return {data(), size()}; }

    Value& operator[](std::size_t i) { return changed()[i]; }
    void push_back(Value value) { changed().push_back(value); }
    void resize(std::size_t size) { changed().resize(size); }
    void reserve(std::size_t size) { changed().reserve(size); }
    void append(std::span<const Value> values) {
        changed().insert(own_.end(), values.begin(), values.end());
    }
    void clear() { *this = {}; }

    friend bool operator==(const Column& a, const Column& b) { return std::ranges::equal(a, b); }

  private:
    std::vector<Value>& changed() {
        if (memory_ != nullptr) {
            own_.assign(begin(), end());
            foreign_ = {};
            memory_ = nullptr;
        }
        return own_;
    }

    std::vector<Value> own_;
    std::span<const Value> foreign_;
    std::shared_ptr<const CheckedMemory> memory_;
};

}  // namespace gradus
