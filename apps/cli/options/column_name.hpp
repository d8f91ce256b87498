#pragma once

#include <string>

namespace gradus::cli {

/// A label column's name is a file's ending; some endings mean other things. Error, blaming
/// `option`, where the name cannot be that of a new column.
void check_new_column(const std::string& option, const std::string& name);

}  // namespace gradus::cli
