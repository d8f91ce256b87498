#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gradus {

/// The processes that work on one training together. Learners see this interface and nothing of how
/// the processes talk. Sums are of integers, so that they do not depend on the order of adding.
class Communicator {
  public:
    Communicator() = default;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    Communicator(Communicator&&) = delete;
    Communicator& operator=(Communicator&&) = delete;
    virtual ~Communicator() = default;

    virtual std::size_t rank() const = 0;
    virtual std::size_t size() const = 0;
    /// Replaces each value by its sum, or maximum, over all processes.
    virtual void sum(std::span<std::int64_t> values) = 0;
    virtual void max(std::span<std::int64_t> values) = 0;
    /// Replaces `bytes` on every process by those of process `root`.
    virtual void broadcast(std::span<std::byte> bytes, std::size_t root) = 0;
    /// Returns when every process has come here.
    virtual void barrier() = 0;
};

/// One process alone: nobody to talk to.
class SingleProcess final : public Communicator {
  public:
    std::size_t rank() const override { return 0; }
    std::size_t size() const override { return 1; }
    void sum(std::span<std::int64_t> /*values*/) override {}
    void max(std::span<std::int64_t> /*values*/) override {}
    void broadcast(std::span<std::byte> /*bytes*/, std::size_t /*root*/) override {}
    void barrier() override {}
};

/// The one that training has where it is not given another.
inline Communicator& single_process() {
    static SingleProcess alone;
    return alone;
}

}  // namespace gradus
