#include "gradus/base/temporary_files.hpp"

#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <utility>

#include <unistd.h>

namespace gradus {

/// Entries are made when needed, used again, and never freed: a signal handler may look at them at
/// any moment.
struct TemporaryName::Entry {
    std::atomic<bool> taken{true};
    std::atomic<bool> complete{false};  ///< the path can be read
    std::array<char, PATH_MAX> path{};
    Entry* next = nullptr;
};

namespace {

std::atomic<TemporaryName::Entry*>& newest_entry() {
    static std::atomic<TemporaryName::Entry*> newest{nullptr};
    return newest;
}

TemporaryName::Entry* free_entry() {
    for (TemporaryName::Entry* entry = newest_entry().load(); entry != nullptr; entry = entry->next)
        if (!entry->taken.exchange(true)) return entry;
    auto* const entry = new TemporaryName::Entry;  // NOLINT: it lives as long as the program
    entry->next = newest_entry().load();
    while (!newest_entry().compare_exchange_weak(entry->next, entry)) {
    }
    return entry;
}

}  // namespace

TemporaryName::TemporaryName(const std::string& path) {
    if (path.empty() || path.size() >= PATH_MAX) return;
    entry_ = free_entry();
    std::memcpy(entry_->path.data(), path.c_str(), path.size() + 1);
    entry_->complete = true;
}

TemporaryName::TemporaryName(TemporaryName&& other) noexcept
    : entry_(std::exchange(other.entry_, nullptr)) {}

TemporaryName& TemporaryName::operator=(TemporaryName&& other) noexcept {
    std::swap(entry_, other.entry_);
    return *this;
}

TemporaryName::~TemporaryName() {
    if (entry_ == nullptr) return;
    entry_->complete = false;
    entry_->taken = false;
}

void remove_temporary_files() noexcept {
    for (TemporaryName::Entry* entry = newest_entry().load(); entry != nullptr; entry = entry->next)
        if (entry->complete && ::unlink(entry->path.data()) != 0) ::rmdir(entry->path.data());
}

}  // namespace gradus
