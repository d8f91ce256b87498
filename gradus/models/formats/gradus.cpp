// Gradus's own model files: JSON with one array a line, sealed by a checksum. They hold every kind
// of model, and all that is known of how it was made.

#include <memory>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/sealed_json.hpp"
#include "gradus/models/foreign_models.hpp"
#include "gradus/models/formats/gradus/kinds.hpp"
#include "gradus/models/formats/gradus/model_json.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus {
namespace {

Json parse(std::string_view text, const std::string& source) {
    try {
        return Json::parse(text);
    } catch (const JsonError& error) {
        const std::string damaged = "the model file is damaged: ";
        if (error.kind() != JsonError::Kind::syntax)
            throw Error({source}, damaged + error.what(), model_remedy);
        throw Error({source, error.line(), error.column()},
                    damaged + "it is not valid JSON here",
                    model_remedy);
    }
}

bool is(const Json& root, const char* name, const Json& value) {
    const Json* const found = root.find(name);
    return found != nullptr && *found == value;
}

[[noreturn]] void refuse_other_version(const Json& root, const std::string& source) {
    const Json* const found = root.find("version");
    if (found == nullptr || !found->is_integer())
        throw Error(
            {source}, "the model file is damaged: it does not tell its version", model_remedy);
    const bool newer = found->as<double>() > model_json::version;
    throw Error({source},
                fmt::format("the model has version {} of the format, but this Gradus reads version "
                            "{}",
                            found->dump(),
                            model_json::version),
                newer ? "use the newer Gradus that wrote it" : "train it again");
}

/// A model of the kind that the file names; null where none has that name.
template <class... Kinds>
std::unique_ptr<const Model> read_kind(std::type_identity<std::variant<const Kinds*...>> /*all*/,
                                       const Json& root,
                                       const std::string& source) {
    std::unique_ptr<const Model> model;
    const auto read = [&]<class Kind>(std::type_identity<Kind> kind) {
        if (is(root, "model", Kind::kind_name)) model = model_json::read(kind, root, source);
    };
    (read(std::type_identity<Kinds>()), ...);
    return model;
}

std::unique_ptr<const Model> read(std::string_view text, const std::string& source) {
    const Json root = parse(text, source);
    if (!is(root, "format", model_json::format_name)) refuse_other_file(text, source);
    if (!is(root, "version", model_json::version)) refuse_other_version(root, source);
    std::unique_ptr<const Model> model = read_kind(std::type_identity<AnyModel>(), root, source);
    if (model == nullptr) throw Error({source}, "the kind of model is unknown", model_remedy);
    if (seal_of(text) == Seal::broken)
        throw Error({source},
                    "the model file is damaged: its checksum does not match its content",
                    "give the file as Gradus wrote it; if it was changed on purpose, delete "
                    "its line \"checksum\"");
    return model;
}

}  // namespace

namespace model_formats {
extern const ModelFormatEntry gradus_entry{
    .name = "gradus",
    .summary = "Gradus's own JSON, for every kind of model, with all notes of its training",
    .suffixes = ".json",
    .recognises =
        [](std::string_view text) {
            return text.find(model_json::format_name) != std::string_view::npos;
        },
    .read = read,
    .objection = nullptr,
    .write =
        [](const Model& model) {
            return model.visit([](const auto& kind) { return model_json::text_of(kind); });
        },
};
}  // namespace model_formats

}  // namespace gradus
