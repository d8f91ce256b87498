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

}  // namespace gradus
