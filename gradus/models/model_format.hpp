#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gradus/models/model.hpp"

namespace gradus {

/// What a file of models/formats offers to the rest of the library.
struct ModelFormatEntry {
    std::string_view name;      ///< as the user types it
    std::string_view summary;   ///< one line, for help text and documentation
    std::string_view suffixes;  ///< file name endings that mean this format, separated by blanks
    /// Whether a text of any bytes is meant to be one of these files, damaged or not. Null: not
    /// read.
    bool (*recognises)(std::string_view text);
    /// Reads a text that is recognised; Error, naming `source`, where it is damaged. Null: not
    /// read.
    std::unique_ptr<const Model> (*read)(std::string_view text, const std::string& source);
    /// Why the format cannot hold a model, as the end of "the format cannot hold it: …"; "" where
    /// it can. Null: it holds every model.
    std::string (*objection)(const Model& model);
    /// The whole file. What is read back gives the same scores, bit for bit. Null: not written.
    std::string (*write)(const Model& model);
};

/// All formats: one for each file of models/formats.
std::span<const ModelFormatEntry* const> all_model_formats();
/// By name; Error lists the names.
const ModelFormatEntry& model_format_named(std::string_view name);

/// The text of a model's file in this format. Error where it is only read, or cannot hold the
/// model.
std::string model_text(const Model& model, const ModelFormatEntry& format);
/// Writes a model file, whole or not at all. Error as above, or where it cannot be written.
void save_model(const Model& model, const std::string& path, std::string_view format = "gradus");

/// Reads a model file of any format that recognises it. Error for a damaged or foreign file, or one
/// of another version.
std::unique_ptr<const Model> load_model(const std::string& path);
/// The same of text in memory; `source` stands in messages.
std::unique_ptr<const Model> model_from_text(std::string_view text, const std::string& source);

}  // namespace gradus
