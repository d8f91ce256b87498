#include "gradus/learners/training/origin.hpp"

#include <fmt/format.h>

#include "gradus/learners/training/data_checksum.hpp"

namespace gradus {

std::string training_origin(const Dataset& train,
                            const FitContext& context,
                            const TrainingNotes& notes,
                            const std::string& further) {
    ChecksumStream stream;
    const auto add_data = [&](const Dataset& data) {
        for (std::size_t i = 0; i < data.documents(); ++i) add_values(stream, data.features.row(i));
        add_labels_and_queries(stream, data);
    };
    add_data(train);
    if (context.valid != nullptr) add_data(*context.valid);
    add_values(stream, notes.learner);
    add_values(stream, further);
    for (const auto& [name, value] : notes.parameters)
        add_values(stream, fmt::format("{}={}", name, value));
    const auto add_target = [&](const Target& target) {
        add_values(stream, fmt::format("{} of {}", target.text, target.labels));
    };
    for (const Target& target : context.targets) add_target(target);
    for (const Target& target : context.stop_on) add_target(target);
    for (const Alternative& each : context.also) add_target(each.by);
    return fmt::format("{:016x}", stream.value());
}

}  // namespace gradus
