#pragma once

#include <string>
#include <vector>

#include "gradus/base/params.hpp"

namespace gradus::testing {

/// Settings as a test writes them: "trees=5".
inline Settings settings_of(const std::vector<std::string>& texts) {
    Settings settings;
    for (const std::string& text : texts) settings.push_back(setting_from(text).value());
    return settings;
}

}  // namespace gradus::testing
