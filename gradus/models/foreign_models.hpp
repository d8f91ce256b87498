#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gradus {

/// A model file that another tool wrote.
struct ForeignModel {
    std::string what;     ///< "a LightGBM model"
    std::string learner;  ///< that trains such a model here; "" where there is none
};

/// Whose model the text is, by how it begins; nothing where that does not tell.
std::optional<ForeignModel> foreign_model(std::string_view text);

/// What to do about a file that is not a model.
constexpr const char* model_remedy = "give a model that Gradus has trained";

/// Error for a text that no format reads: it says whose model it is, where that can be told.
[[noreturn]] void refuse_other_file(std::string_view text, const std::string& source);

}  // namespace gradus
