#include "gradus/learners/training/training_files.hpp"

#include <filesystem>
#include <string_view>

#include "gradus/base/error.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/base/text_source.hpp"

namespace gradus {
namespace {

/// Whether the file is there and holds something.
bool has_content(const OutputPlace& place) {
    std::error_code none;
    return place.kind == OutputPlace::Kind::file &&
           std::filesystem::file_size(place.path, none) > 0 && !none;
}

/// Every learner's checkpoint is JSON that calls itself one.
bool looks_like_checkpoint(const std::string& path) {
    const std::string text = read_text(path);
    return text.starts_with('{') && (text.find("-checkpoint\"") != std::string::npos ||
                                     text.find("\"checkpoint of\"") != std::string::npos);
}

/// A line of JSON a step.
bool looks_like_log(const std::string& path) {
    return TextSource(path).next_batch().starts_with('{');
}

}  // namespace

void check_checkpoint(const TrainingFiles& files) {
    using Kind = OutputPlace::Kind;
    const std::string& path = files.checkpoint;
    if (path.empty()) return;
    const OutputPlace place = OutputPlace::of(path);
    if (place.kind != Kind::file && place.kind != Kind::fresh)
        throw Error({path}, "a checkpoint must be kept, and a stream keeps nothing", "name a file");
    if (files.resume || !has_content(place)) return;
    if (!looks_like_checkpoint(path))
        throw Error({path}, "it is not a checkpoint and would be overwritten", "name another file");
    if (files.force) return;
    throw Error({path},
                "there is a checkpoint already, of a training that was broken off or is done",
                "--resume goes on from it, --force starts anew and overwrites it");
}

void check_log(const TrainingFiles& files) {
    const std::string& path = files.log;
    if (path.empty() || !has_content(OutputPlace::of(path))) return;
    if (!looks_like_log(path)) {
        throw Error({path},
                    "it is not the log of a training and would be written into",
                    "name another file");
    }
    if (files.resume || files.force) return;
    throw Error({path},
                "there is the log of an earlier training",
                "name another file, or say --force to overwrite it; --resume goes on with it");
}

void check_training_files(const TrainingFiles& files) {
    check_checkpoint(files);
    check_log(files);
    if (!files.checkpoint.empty() && !files.log.empty() &&
        is_same_output(files.checkpoint, files.log)) {
        throw Error({files.log},
                    "it is to be both the log and the checkpoint",
                    "give each a file of its own");
    }
}

}  // namespace gradus
