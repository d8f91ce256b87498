#include "gradus/learners/training/training_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/base/text_source.hpp"

namespace gradus {
namespace {

/// A line of JSON a step, each with the number of a step (in earlier versions that of a tree,
/// epoch, round or C). A training that was killed may have left half of its first line.
bool looks_like_log(const std::string& path) {
    constexpr std::array steps = {"step", "resumed", "tree", "epoch", "round", "C"};
    constexpr std::array beginnings = {
        "step", "tree", "epoch", "round", "C", "resumed", "with", "start"};
    TextSource source(path);
    const std::string_view text = source.next_batch();
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::optional<Json> json = Json::parse_if(line);
    if (json && json->is_object()) {
        return std::ranges::any_of(steps, [&](const char* step) {
            const Json* const number = json->find(step);
            return number != nullptr && number->is_number();
        });
    }
    return text.size() <= line.size() + 1 && std::ranges::any_of(beginnings, [&](const char* key) {
               return line.starts_with(fmt::format("{{\"{}\":", key));
           });
}

}  // namespace

bool has_content(const OutputPlace& place) {
    std::error_code none;
    return place.kind == OutputPlace::Kind::file &&
           std::filesystem::file_size(place.path, none) > 0 && !none;
}

bool is_checkpoint_text(const std::string& text) {
    return text.starts_with('{') && (text.find("-checkpoint\"") != std::string::npos ||
                                     text.find("\"checkpoint of\"") != std::string::npos);
}

void check_checkpoint(const TrainingFiles& files) {
    const std::string& path = files.checkpoint;
    if (path.empty()) return;
    const OutputPlace place = OutputPlace::of(path);
    if (!place.stays())
        throw Error({path}, "a checkpoint must be kept, and a stream keeps nothing", "name a file");
    if (files.resume || !has_content(place)) return;
    if (!is_checkpoint_text(read_text(path)))
        throw Error({path},
                    "it is not a checkpoint and would be overwritten",
                    "remove it, or name another file");
    if (files.force) return;
    throw Error({path},
                "there is a checkpoint already, of a training that was broken off or is done",
                "`resume` goes on from it, `force` starts anew and overwrites it");
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
                "name another file, or overwrite it with `force`; `resume` goes on with it");
}

void refuse_shared(const std::string& path, const char* what) {
    throw Error({path},
                fmt::format("another training is writing this {}", what),
                "wait for it to end, or name another file");
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
