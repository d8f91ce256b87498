#include "gradus/learners/gbdt/checkpoint.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "gradus/learners/training/data_checksum.hpp"

namespace gradus::gbdt {
namespace {

constexpr std::string_view origin_name = "checkpoint of";

void add_data(ChecksumStream& stream, const Dataset& data, const FeatureBins& bins) {
    for (std::size_t feature = 0; feature < bins.features(); ++feature)
        add_values(stream, bins.column(feature));
    add_labels_and_queries(stream, data);
}

}  // namespace

std::string TrainingOrigin::text() const {
    ChecksumStream stream;
    add_data(stream, train, bins);
    for (const std::vector<float>& boundaries : bins.boundaries()) add_values(stream, boundaries);
    if (valid != nullptr && valid_bins != nullptr) add_data(stream, *valid, *valid_bins);
    if (start != nullptr) add_values(stream, start->to_text());
    add_values(stream, objective);
    for (const auto& [name, value] : notes.parameters)
        add_values(stream, fmt::format("{}={}", name, value));
    for (const Target& target : stop_on) add_values(stream, target.text);
    return fmt::format("{:016x}", stream.value());
}

TrainingNotes Checkpoint::marked(TrainingNotes notes, const std::string& origin) {
    notes.parameters.emplace_back(origin_name, origin);
    return notes;
}

std::optional<std::vector<Tree>> Checkpoint::load(const std::string& origin) const {
    if (!file_.is_there()) return {};
    const auto model = load_model(file_.path());
    const auto* const saved = dynamic_cast<const TreeEnsemble*>(model.get());
    const auto is_origin = [&](const auto& entry) { return entry.first == origin_name; };
    if (saved == nullptr || std::ranges::none_of(saved->notes().parameters, is_origin))
        refuse_no_checkpoint(file_.path());
    if (std::ranges::find_if(saved->notes().parameters, is_origin)->second != origin)
        refuse_other_origin(file_.path());
    return saved->trees();
}

}  // namespace gradus::gbdt
