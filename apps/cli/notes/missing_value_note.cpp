#include "apps/cli/notes/missing_value_note.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace gradus::cli {
namespace {

double share_of_missing(const FeatureMatrix& features) {
    std::size_t missing = 0;
    for (std::size_t i = 0; i < features.rows(); ++i)
        for (const float value : features.row(i)) missing += std::isnan(value) ? 1 : 0;
    const double all =
        static_cast<double>(features.rows()) * static_cast<double>(features.columns());
    return all > 0.0 ? static_cast<double>(missing) / all : 0.0;
}

}  // namespace

void note_missing_values(const LearnerEntry& learner,
                         const Settings& settings,
                         const Dataset& data,
                         const std::string& name,
                         Session& session) {
    constexpr double many = 0.1;
    const bool has_bits = std::ranges::any_of(settings, [](const Setting& setting) {
        return setting.name == "features" && text_of(setting.value) == "bits";
    });
    if (!learner.takes_missing_as_mean || has_bits) return;
    const double share = share_of_missing(data.features);
    if (share < many) return;
    session.progress().note(fmt::format(
        "{}: {:.0f} % of the values are missing; a linear model or a net takes each as "
        "the mean of its feature. Where missing means bad, as in fused runs, fill in a "
        "low value first (gradus data normalise --method none --fill least, or gradus "
        "data from-runs --missing least; then the same for the data to score), or train "
        "trees (lambdamart) or svm --set features=bits",
        name,
        100.0 * share));
}

}  // namespace gradus::cli
