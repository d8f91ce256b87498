#pragma once

#include <string>
#include <string_view>

namespace gradus::testing {

/// A fresh folder that is removed, with all that is in it, at the end of the scope.
class TemporaryFolder {
  public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    const std::string& path() const { return path_; }
    std::string file(std::string_view name) const;
    /// Writes a file and returns its path.
    std::string write(std::string_view name, std::string_view content) const;
    std::string content(std::string_view name) const;

  private:
    std::string path_;
};

}  // namespace gradus::testing
