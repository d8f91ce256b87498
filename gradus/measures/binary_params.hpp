#pragma once

#include <tuple>

#include "gradus/base/params.hpp"

namespace gradus {

/// The parameter of a measure over two classes.
struct BinaryParams {
    double rel = 1.0;
    static constexpr auto fields =
        std::tuple{Field{"rel", &BinaryParams::rel, 1e-6, 1e6, "lowest relevant grade"}};
};

}  // namespace gradus
