#pragma once

#include <string>

namespace gradus {

/// The name of a temporary file or an empty folder, known to remove_temporary_files() for as long
/// as this lives. A file that is renamed meanwhile is left alone, as nothing has its old name any
/// more.
class TemporaryName {
  public:
    TemporaryName() = default;
    explicit TemporaryName(const std::string& path);
    TemporaryName(TemporaryName&& other) noexcept;
    TemporaryName& operator=(TemporaryName&& other) noexcept;
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName();

    struct Entry;

  private:
    Entry* entry_ = nullptr;
};

/// Removes the files whose names are known. For a program that ends on a signal: a signal handler
/// may call it, on any thread.
void remove_temporary_files() noexcept;

}  // namespace gradus
