#include "gradus/learners/training/checkpoint_file.hpp"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/learners/training/training_files.hpp"

namespace gradus {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

CheckpointFile::CheckpointFile(const TrainingFiles& files, Progress* progress)
    : files_(files), progress_(progress), last_saved_(now()) {
    check_checkpoint(files);
}

bool CheckpointFile::is_due() const {
    return is_wanted() && now() - last_saved_ >= files_.checkpoint_seconds;
}

void CheckpointFile::save(const std::string& text) {
    try {
        write_text(files_.checkpoint, text);
    } catch (const Error& error) {
        // The work of hours is not thrown away because a disk is full.
        if (progress_ != nullptr && !told_of_failure_)
            progress_->note(
                fmt::format("no checkpoint: {}; training goes on without", error.what()));
        told_of_failure_ = true;
    }
    last_saved_ = now();
}

bool CheckpointFile::is_there() const {
    if (std::filesystem::exists(path())) return true;
    if (progress_ != nullptr)
        progress_->note(fmt::format("{}: there is no checkpoint; training starts anew", path()));
    return false;
}

void refuse_other_origin(const std::string& path) {
    throw Error({path},
                "the checkpoint is of other data, parameters, targets or another seed",
                "resume with what the training was started with, or start anew with --force");
}

void refuse_no_checkpoint(const std::string& path) {
    throw Error({path}, "it is no checkpoint", "give the file of an earlier --checkpoint");
}

}  // namespace gradus
