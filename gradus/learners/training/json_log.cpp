#include "gradus/learners/training/json_log.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/learners/training/training_files.hpp"

namespace gradus {
namespace {

/// A training that was killed may have left half a line, to which the next would be glued.
void cut_half_a_line(const OutputPlace& place) {
    if (place.kind != OutputPlace::Kind::file) return;
    std::ifstream stream(place.path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.empty() || text.ends_with('\n')) return;
    std::error_code ignored;
    std::filesystem::resize_file(place.path, text.rfind('\n') + 1, ignored);  // npos + 1 = 0
}

std::FILE* open_log(const TrainingFiles& files) {
    const OutputPlace place = OutputPlace::of(files.log);
    if (files.resume) cut_half_a_line(place);
    const int anew = files.resume ? 0 : O_TRUNC;
    const int descriptor =
        place.kind == OutputPlace::Kind::descriptor
            ? ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0)  // NOLINT: variadic by POSIX
            : ::open(place.path.c_str(),                     // NOLINT: variadic by POSIX
                     O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | anew,
                     0666);
    return descriptor < 0 ? nullptr : ::fdopen(descriptor, "w");
}

}  // namespace

void JsonLog::Close::operator()(std::FILE* file) const {
    std::fclose(file);
}

JsonLog::JsonLog(const TrainingFiles& files, Progress* progress)
    : path_(files.log), progress_(progress) {
    if (path_.empty()) return;
    check_log(files);
    file_.reset(open_log(files));
    if (file_ == nullptr)
        throw Error({path_}, "the log cannot be written", "check the folder and its permissions");
}

double JsonLog::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void JsonLog::write(const nlohmann::ordered_json& line) {
    if (file_ == nullptr) return;
    const std::string text = line.dump() + "\n";
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
        std::fflush(file_.get()) == 0)
        return;
    const std::string reason = std::generic_category().message(errno);
    file_.reset();
    if (progress_ != nullptr)
        progress_->note(
            fmt::format("{}: writing failed: {}; training goes on without the log", path_, reason));
}

void JsonLog::resume(std::size_t step) {
    write(nlohmann::ordered_json{{"resumed", step}});
}

}  // namespace gradus
