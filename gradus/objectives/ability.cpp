#include "gradus/objectives/ability.hpp"

#include <string_view>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus {

void refuse_measure(const NamedMeasure& target,
                    const std::string& lack,
                    bool (*has_ability)(const Measure&)) {
    std::string able;
    for (const MeasureEntry* const entry : all_measures()) {
        const std::string example(entry->examples.substr(0, entry->examples.find(' ')));
        if (has_ability(*make_measure(example))) able += (able.empty() ? "" : ", ") + example;
    }
    throw Error(
        Where::typed(fmt::format("measure {}", target.text)), lack, "train for one of " + able);
}

}  // namespace gradus
