#include "gradus/learners/training/json_log.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "gradus/base/error.hpp"
#include "gradus/base/file_lock.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/learners/training/training_files.hpp"

namespace gradus {
namespace {

/// A training that was killed may have left half a line, to which the next would be glued.
void cut_half_a_line(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.empty() || text.ends_with('\n')) return;
    std::error_code ignored;
    std::filesystem::resize_file(path, text.rfind('\n') + 1, ignored);  // npos + 1 = 0
}

/// Nobody else's lines are cut or mixed with ours.
void make_ours(int descriptor, const TrainingFiles& files) {
    if (!lock_open_file(descriptor)) {
        ::close(descriptor);
        refuse_shared(files.log, "log");
    }
    if (files.resume)
        cut_half_a_line(files.log);
    else
        std::filesystem::resize_file(files.log, 0);
}

std::FILE* open_log(const TrainingFiles& files) {
    const OutputPlace place = OutputPlace::of(files.log);
    const int descriptor =
        place.kind == OutputPlace::Kind::descriptor
            ? ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0)  // NOLINT: variadic by POSIX
            : ::open(place.path.c_str(),                     // NOLINT: variadic by POSIX
                     O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY,
                     0666);
    if (descriptor < 0) return nullptr;
    if (place.stays()) make_ours(descriptor, files);
    return ::fdopen(descriptor, "w");
}

}  // namespace

void JsonLog::Close::operator()(std::FILE* file) const {
    std::fclose(file);
}

JsonLog::JsonLog(const TrainingFiles& files, Progress& progress)
    : path_(files.log), progress_(progress) {
    if (path_.empty()) return;
    check_log(files);
    const bool goes_on_from_nothing = files.resume && !std::filesystem::exists(files.checkpoint) &&
                                      has_content(OutputPlace::of(path_));
    file_.reset(open_log(files));
    if (file_ == nullptr)
        throw Error({path_}, "the log cannot be written", "check the folder and its permissions");
    if (!goes_on_from_nothing) return;
    resume(0);
    progress_.note(
        fmt::format("{}: the log has lines of an earlier training; a line "
                    "{{\"resumed\":0}} marks where this one begins",
                    path_));
}

double JsonLog::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void JsonLog::write(const Json& line) {
    if (file_ == nullptr) return;
    const std::string text = line.dump() + "\n";
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
        std::fflush(file_.get()) == 0)
        return;
    const std::string reason = std::generic_category().message(errno);
    file_.reset();
    progress_.note(
        fmt::format("{}: writing failed: {}; training goes on without the log", path_, reason));
}

void JsonLog::resume(std::size_t step) {
    write({{"resumed", step}});
}

}  // namespace gradus
