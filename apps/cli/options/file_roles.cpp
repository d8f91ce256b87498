#include "apps/cli/options/file_roles.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus::cli {
namespace {

constexpr const char* other_name = "choose another name for the output";

bool is_same_name(const std::string& one, const std::string& other) {
    namespace fs = std::filesystem;
    return fs::absolute(one).lexically_normal() == fs::absolute(other).lexically_normal();
}

std::string shown(const std::string& path) {
    return path == "-" ? "<stdin>" : path;
}

/// A cache that is not there yet has the identity of the file that will be.
std::optional<FileIdentity> identity_of_read(const std::string& path) {
    const auto identity = identity_of_input(path);
    return identity || path == "-" ? identity : identity_of_output(path);
}

}  // namespace

void FileRoles::reads(const std::string& option, const std::string& path) {
    if (!path.empty()) inputs_.push_back({option, path});
}

void FileRoles::writes(const std::string& option, const std::string& path) {
    if (!path.empty()) outputs_.push_back({option, path});
}

void FileRoles::writes_data(const std::string& option, const std::string& path) {
    writes(option, path);
    if (!path.empty() && path != "-") data_outputs_.push_back({option, path});
}

void FileRoles::writes_beside(const std::string& option, const std::string& path) {
    outputs_beside_.push_back({option, path, true});
}

void FileRoles::side_name(const std::string& name) {
    side_names_.push_back(name);
}

void FileRoles::keeps_caches() {
    keeps_caches_ = true;
}

std::vector<FileRoles::File> FileRoles::all_inputs() const {
    std::vector<File> all = inputs_;
    for (const auto& [option, path, is_beside] : inputs_) {
        if (path == "-") continue;
        for (const std::string& name : side_names_) {
            if (std::string file = find_side_file(path, name); !file.empty())
                all.push_back({option, std::move(file), true});
        }
        if (keeps_caches_) all.push_back({option, path + ".gradus", true});
    }
    return all;
}

std::vector<FileRoles::File> FileRoles::all_outputs() const {
    std::vector<File> all = outputs_;
    all.insert(all.end(), outputs_beside_.begin(), outputs_beside_.end());
    for (const auto& [option, path, is_beside] : data_outputs_) {
        for (const std::string& name : side_names_)
            all.push_back({option, side_file_path(path, name), true});
    }
    return all;
}

void FileRoles::check_outputs(const File& one, const File& other) {
    if (one.is_beside && other.is_beside) return;
    if (one.path == "-" ? other.path != "-" : !is_same_output(one.path, other.path)) return;
    if (is_same_name(one.path, other.path)) {
        misuse(fmt::format("{} and {} both name {}; give each output a file of its own",
                           one.option,
                           other.option,
                           one.path));
    }
    throw Error(
        {one.path},
        fmt::format(
            "{} and {} would write the same file, {}", one.option, other.option, other.path),
        "give each output a file of its own");
}

void FileRoles::check_input(const File& output, const File& input) {
    const auto identity = identity_of_output(output.path);
    if (!identity || identity != identity_of_read(input.path)) return;
    const bool is_named_twice = is_same_name(input.path, output.path);
    if (is_named_twice && !input.is_beside && !output.is_beside) {
        misuse(fmt::format("{} and {} both name {}, which would be overwritten; {}",
                           input.option,
                           output.option,
                           output.path,
                           other_name));
    }
    throw Error({output.path},
                fmt::format("{} would overwrite {}, which {} reads",
                            output.option,
                            is_named_twice ? "it" : shown(input.path),
                            input.option),
                other_name);
}

void FileRoles::check_standard_output(const File& input) {
    const auto identity = identity_of_output("-");
    if (!identity || identity != identity_of_input(input.path)) return;
    throw Error({"<stdout>"},
                fmt::format("it goes into {}, which {} reads", shown(input.path), input.option),
                "send the output to another file");
}

/// What one option has read of it the other would miss.
void FileRoles::check_standard_input() const {
    const auto is_standard_input = [](const File& file) {
        return file.path == "-" || file.path == "/dev/stdin" || file.path == "/dev/fd/0";
    };
    const auto first = std::ranges::find_if(inputs_, is_standard_input);
    if (first == inputs_.end()) return;
    const auto second = std::find_if(first + 1, inputs_.end(), is_standard_input);
    if (second == inputs_.end()) return;
    misuse(first->option == second->option
               ? fmt::format("{} names standard input twice, which can be read once only",
                             first->option)
               : fmt::format("{} and {} both name standard input, which can be read once only",
                             first->option,
                             second->option));
}

/// A file that is not there yet would be read with the data from now on.
void FileRoles::check_beside_inputs() const {
    for (const auto& [option, path, is_beside] : inputs_) {
        if (path == "-") continue;
        for (const std::string& name : side_names_) {
            const std::string file = side_file_path(path, name);
            for (const File& output : outputs_) {
                if (output.path == "-" || !is_same_output(output.path, file)) continue;
                throw Error({output.path},
                            fmt::format("it would be read with {} as its {}", path, name),
                            other_name);
            }
        }
    }
}

void FileRoles::check() const {
    check_standard_input();
    const std::vector<File> inputs = all_inputs();
    const std::vector<File> outputs = all_outputs();
    for (const File& input : inputs) check_standard_output(input);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) check_outputs(outputs[k], outputs[i]);
        for (const File& input : inputs) check_input(outputs[i], input);
    }
    check_beside_inputs();
    for (const File& output : outputs_) OutputPlace::of(output.path);
}

}  // namespace gradus::cli
