#include "apps/cli/options/label_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/evaluation/profiled_measure.hpp"

namespace gradus::cli {

void require_measurable(std::span<const NamedMeasure> targets,
                        const Dataset& data,
                        const std::string& path) {
    for (const NamedMeasure& target : targets) {
        if (std::ranges::find(data.labels, target.labels, &LabelColumn::name) != data.labels.end())
            continue;
        throw Error({path},
                    fmt::format("{} is measured on label column '{}', which was not read",
                                target.text,
                                target.labels),
                    fmt::format("add --columns {0}, which reads {1}.{0}", target.labels, path));
    }
    check_grades(targets, data, path);
}

}  // namespace gradus::cli
