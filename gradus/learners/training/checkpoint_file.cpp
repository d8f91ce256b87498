#include "gradus/learners/training/checkpoint_file.hpp"

#include <chrono>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/output_place.hpp"
#include "gradus/base/sealed_json.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/learners/training/training_files.hpp"

namespace gradus {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Nothing where the text does not tell what it is a checkpoint of.
std::optional<Origin> saved_origin(const std::string& text) {
    try {
        const Json json = Json::parse(text);
        if (const Json* const origin = json.find("origin")) return origin->as<Origin>();
        for (const auto& [name, value] : json.at("parameters").as<Origin>())
            if (name == origin_parameter) return Json::parse(value).as<Origin>();
    } catch (const JsonError&) {
        return {};
    }
    return {};
}

}  // namespace

CheckpointFile::CheckpointFile(const TrainingFiles& files, Progress& progress)
    : files_(files), progress_(progress), last_saved_(now()) {
    check_checkpoint(files);
    if (is_wanted() && !lock_.take(OutputPlace::of(path()).path))
        refuse_shared(path(), "checkpoint");
}

bool CheckpointFile::is_due() const {
    return is_wanted() && now() - last_saved_ >= files_.checkpoint_seconds;
}

void CheckpointFile::save(const std::string& text) {
    try {
        write_text(files_.checkpoint, seal_of(text) == Seal::none ? sealed_json(text) : text);
        told_of_failure_ = false;
    } catch (const Error& error) {
        // The work of hours is not thrown away because a disk is full.
        if (!told_of_failure_)
            progress_.note(fmt::format(
                "no new checkpoint: {}; training goes on and tries again at the next one",
                error.message()));
        told_of_failure_ = true;
    }
    last_saved_ = now();
}

bool CheckpointFile::is_there() const {
    if (has_content(OutputPlace::of(path()))) return true;
    progress_.note(fmt::format(
        "{}: {}; training starts anew",
        path(),
        std::filesystem::exists(path()) ? "the checkpoint is empty" : "there is no checkpoint"));
    return false;
}

std::string CheckpointFile::load(const Origin& origin) const {
    std::string text = read_text(path());
    const Seal seal = seal_of(text);
    if (seal == Seal::broken || (seal == Seal::none && is_checkpoint_text(text)))
        throw Error({path()},
                    "the checkpoint is damaged, or an earlier version of Gradus wrote it: its "
                    "checksum does not match its content",
                    "take the file from a copy, or start anew with `force`");
    const std::optional<Origin> saved = saved_origin(text);
    if (!saved) refuse_no_checkpoint(path());
    const std::string difference = origin_difference(*saved, origin);
    if (!difference.empty())
        throw Error({path()},
                    "the checkpoint belongs to another training: " + difference,
                    "resume with what the training was started with, or start anew with `force`");
    return text;
}

std::string origin_text(const Origin& origin) {
    return Json(origin).dump();
}

void refuse_no_checkpoint(const std::string& path) {
    throw Error({path}, "it is not a checkpoint", "give the file of an earlier `checkpoint`");
}

}  // namespace gradus
