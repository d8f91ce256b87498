#include "gradus/testing/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace gradus::testing {

TemporaryFolder::TemporaryFolder() {
    path_ = (std::filesystem::temp_directory_path() / "gradus-test-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr)
        throw std::runtime_error("no temporary folder can be made");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(std::string_view name) const {
    return fmt::format("{}/{}", path_, name);
}

std::string TemporaryFolder::write(std::string_view name, std::string_view content) const {
    std::string path = file(name);
    std::ofstream stream(path, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!stream.flush()) throw std::runtime_error("cannot write " + path);
    return path;
}

std::string TemporaryFolder::content(std::string_view name) const {
    std::ifstream stream(file(name), std::ios::binary);
    if (!stream) throw std::runtime_error("cannot read " + file(name));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace gradus::testing
