#pragma once

#include <functional>
#include <string>

#include "gradus/base/error.hpp"

namespace gradus::testing {

/// What an action is refused with; "no error" where it is not.
inline std::string error_message(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace gradus::testing
