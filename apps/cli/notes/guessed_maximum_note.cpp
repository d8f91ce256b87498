#include "apps/cli/notes/guessed_maximum_note.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gradus/base/text_number.hpp"
#include "gradus/evaluation/profiled_measure.hpp"

namespace gradus::cli {
namespace {

/// The part that says what to write.
std::string remedy(const NamedMeasure& measure, double highest) {
    return fmt::format("write {} where that is meant, or the highest grade there can be",
                       text_with_highest(measure, highest));
}

double highest_grade(const LabelColumn& labels) {
    double highest = 0.0;
    for (const float grade : labels.values)
        if (grade > 0.0F) highest = std::max(highest, static_cast<double>(grade));
    return highest;
}

/// The highest grade of each file that has the measure's label column.
struct Maxima {
    std::vector<double> grades;
    std::vector<std::string> paths;

    Maxima(const NamedMeasure& measure, std::span<const MeasuredFile> files) {
        for (const MeasuredFile& file : files) {
            const auto labels =
                std::ranges::find(file.data.labels, measure.labels, &LabelColumn::name);
            if (labels == file.data.labels.end()) continue;
            grades.push_back(highest_grade(*labels));
            paths.push_back(file.path);
        }
    }
};

std::string note_on(const NamedMeasure& measure, const Maxima& maxima) {
    const double highest = std::ranges::max(maxima.grades);
    if (std::ranges::min(maxima.grades) == highest)
        return guessed_maximum_note(
            measure, highest, fmt::format("{}", fmt::join(maxima.paths, " and ")));
    std::vector<std::string> each;
    each.reserve(maxima.paths.size());
    for (std::size_t i = 0; i < maxima.paths.size(); ++i)
        each.push_back(fmt::format("{} in {}", shortest(maxima.grades[i]), maxima.paths[i]));
    return fmt::format(
        "measure '{}': {} is a guess, the highest grade of each file: {}; values on the two are "
        "not comparable; {}",
        measure.typed,
        measure.measure->left_to_data(),
        fmt::join(each, ", "),
        remedy(measure, highest));
}

}  // namespace

std::string guessed_maximum_note(const NamedMeasure& measure,
                                 double highest,
                                 const std::string& path) {
    return fmt::format("measure '{}': {}={} is a guess, the highest grade in {}; {}",
                       measure.typed,
                       measure.measure->left_to_data(),
                       shortest(highest),
                       path,
                       remedy(measure, highest));
}

void note_guessed_maxima(std::span<const NamedMeasure> measures,
                         std::span<const MeasuredFile> files,
                         Session& session) {
    std::set<std::string> told;
    for (const NamedMeasure& measure : measures) {
        if (measure.measure->left_to_data().empty() || !told.insert(measure.text).second) continue;
        session.progress().note(note_on(measure, Maxima(measure, files)));
    }
}

}  // namespace gradus::cli
