#include "apps/cli/notes/matching_notes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradus/base/error.hpp"

namespace gradus::cli {
namespace {

/// Of fewer documents many features are absent by chance.
constexpr std::size_t enough_documents = 50;

/// "features 3, 47 and 48", the first few.
std::string features_text(const std::vector<std::size_t>& features, const FeatureSchema& schema) {
    constexpr std::size_t most = 10;
    const std::size_t shown = std::min(most, features.size());
    std::string text = features.size() == 1 ? "feature " : "features ";
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == features.size();
        if (i > 0) text += last ? " and " : ", ";
        text += excerpt(schema.names[features[i]]);
    }
    if (features.size() > most)
        text += fmt::format(" and {} more", human_count(features.size() - most));
    return text;
}

}  // namespace

void note_matching_by_place(const FeatureSchema& schema,
                            const Dataset& data,
                            const std::string& name,
                            Session& session) {
    if (!matches_by_place(schema, data)) return;
    session.progress().note(
        fmt::format("{}: columns are matched by place, as {} knows its features by number only: "
                    "column '{}' is feature 1",
                    name,
                    schema.owner,
                    excerpt(data.feature_names.front())));
}

void note_absent_features(const AbsentFeatures& absent,
                          const FeatureSchema& schema,
                          const std::string& name,
                          Session& session) {
    if (absent.documents() < enough_documents || absent.features().empty()) return;
    const bool one = absent.features().size() == 1;
    const bool missing = absent.gaps() == Gaps::missing;
    session.progress().note(
        fmt::format("{}: no document has {}{}, which {} uses: {} {}; check that this is data of "
                    "the same features",
                    name,
                    features_text(absent.features(), schema),
                    missing ? "" : " (or all have 0)",
                    schema.owner,
                    one ? "it counts as" : "they count as",
                    missing ? "missing" : "0"));
}

}  // namespace gradus::cli
