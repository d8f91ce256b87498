#include "gradus/learners/gbdt/checkpoint.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "gradus/base/atomic_file.hpp"
#include "gradus/base/checksum.hpp"
#include "gradus/base/error.hpp"

namespace gradus::gbdt {
namespace {

constexpr std::string_view origin_name = "checkpoint of";

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

template <class Values>
void add(ChecksumStream& stream, const Values& values) {
    stream.add(values.data(), values.size() * sizeof(*values.data()));
}

void add_data(ChecksumStream& stream, const Dataset& data, const FeatureBins& bins) {
    for (std::size_t feature = 0; feature < bins.features(); ++feature)
        add(stream, bins.column(feature));
    for (const LabelColumn& column : data.labels) {
        add(stream, column.name);
        add(stream, std::span<const float>(column.values));
    }
    add(stream, std::span<const float>(data.weights));
    add(stream, std::span<const std::size_t>(data.query_begins));
    for (std::size_t query = 0; query < data.queries(); ++query)
        add(stream, std::string_view(data.query_ids[query]));
}

}  // namespace

std::string TrainingOrigin::text() const {
    ChecksumStream stream;
    add_data(stream, train, bins);
    for (const std::vector<float>& boundaries : bins.boundaries()) add(stream, boundaries);
    if (valid != nullptr && valid_bins != nullptr) add_data(stream, *valid, *valid_bins);
    if (start != nullptr) add(stream, start->to_text());
    add(stream, objective);
    for (const auto& [name, value] : notes.parameters)
        add(stream, fmt::format("{}={}", name, value));
    for (const Target& target : stop_on) add(stream, target.text);
    return fmt::format("{:016x}", stream.value());
}

Checkpoint::Checkpoint(const TrainingFiles& files, Progress* progress)
    : files_(files), progress_(progress), last_saved_(now()) {
    if (files.checkpoint.empty()) return;
    const std::filesystem::path folder = std::filesystem::absolute(files.checkpoint).parent_path();
    if (!std::filesystem::is_directory(folder))
        throw Error({files.checkpoint}, "its folder does not exist", "make the folder first");
}

bool Checkpoint::is_due() const {
    return !files_.checkpoint.empty() && now() - last_saved_ >= files_.checkpoint_seconds;
}

TrainingNotes Checkpoint::marked(TrainingNotes notes, const std::string& origin) {
    notes.parameters.emplace_back(origin_name, origin);
    return notes;
}

void Checkpoint::save(const TreeEnsemble& model) {
    try {
        write_file(files_.checkpoint, model.to_text());
    } catch (const Error& error) {
        // The work of hours is not thrown away because a disk is full.
        if (progress_ != nullptr && !told_of_failure_)
            progress_->note(
                fmt::format("no checkpoint: {}; training goes on without", error.what()));
        told_of_failure_ = true;
    }
    last_saved_ = now();
}

std::optional<std::vector<Tree>> Checkpoint::load(const std::string& origin) const {
    const std::string& path = files_.checkpoint;
    if (!std::filesystem::exists(path)) {
        if (progress_ != nullptr)
            progress_->note(fmt::format("{}: there is no checkpoint; training starts anew", path));
        return {};
    }
    const auto model = load_model(path);
    const auto* const saved = dynamic_cast<const TreeEnsemble*>(model.get());
    const auto is_origin = [&](const auto& entry) { return entry.first == origin_name; };
    if (saved == nullptr || std::ranges::none_of(saved->notes().parameters, is_origin)) {
        throw Error({path}, "it is no checkpoint", "give the file of an earlier --checkpoint");
    }
    if (std::ranges::find_if(saved->notes().parameters, is_origin)->second != origin) {
        throw Error({path},
                    "the checkpoint is of other data, parameters, targets or another seed",
                    "resume with what the training was started with, or start anew");
    }
    return saved->trees();
}

}  // namespace gradus::gbdt
