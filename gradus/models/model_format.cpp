#include "gradus/models/model_format.hpp"

#include <vector>

#include <fmt/format.h>

#include "gradus/base/atomic_file.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/models/foreign_models.hpp"
#include "model_formats_catalog.inc"

namespace gradus {

std::string Model::to_text() const {
    return model_text(*this, model_formats::gradus_entry);
}

std::span<const ModelFormatEntry* const> all_model_formats() {
    return model_formats::catalog;
}

const ModelFormatEntry& model_format_named(std::string_view name) {
    std::vector<std::string> known;
    for (const ModelFormatEntry* entry : all_model_formats()) {
        if (entry->name == name) return *entry;
        known.emplace_back(entry->name);
    }
    throw UnknownName(Where::parameter("format"), "model format", name, known, Topic::formats);
}

std::string model_text(const Model& model, const ModelFormatEntry& format) {
    if (format.write == nullptr)
        throw Error(Where::parameter("format"),
                    fmt::format("models in the format {} are read, not written", format.name),
                    "choose another format");
    const std::string objection = format.objection == nullptr ? "" : format.objection(model);
    if (!objection.empty())
        throw Error(Where::parameter("format"),
                    fmt::format("the format {} cannot hold this model: {}", format.name, objection),
                    "choose another format");
    return format.write(model);
}

void save_model(const Model& model, const std::string& path, std::string_view format) {
    const std::string text = model_text(model, model_format_named(format));
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

std::unique_ptr<const Model> load_model(const std::string& path) {
    return model_from_text(read_text(path), path);
}

std::unique_ptr<const Model> model_from_text(std::string_view text, const std::string& source) {
    for (const ModelFormatEntry* entry : all_model_formats())
        if (entry->read != nullptr && entry->recognises(text)) return entry->read(text, source);
    refuse_other_file(text, source);
}

}  // namespace gradus
