#include "gradus/learners/boosting/rounds/unit_measure.hpp"

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus::boosting {

void require_unit_values(const NamedMeasure& target) {
    if (target.measure->least() >= 0.0 && target.measure->most() <= 1.0) return;
    throw Error(Where::typed(fmt::format("measure {}", target.text)),
                "its values are not all between 0 and 1, as boosting by a measure needs them",
                "train for another, such as NDCG or AP");
}

}  // namespace gradus::boosting
