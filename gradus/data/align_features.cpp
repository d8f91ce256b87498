#include "gradus/data/align_features.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/settings_text.hpp"

namespace gradus {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

std::string features_text(std::size_t count) {
    return fmt::format("{} feature{}", human_count(count), count == 1 ? "" : "s");
}

/// "'a', 'b'", the first few.
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += fmt::format("{}'{}'", i == 0 ? "" : ", ", excerpt(names[i]));
    if (names.size() > most) text += fmt::format(" and {} more", human_count(names.size() - most));
    return text;
}

/// The last feature that sparse data may have; 0 where none is a number.
std::size_t largest_number(const std::vector<std::string>& names) {
    std::size_t largest = 0;
    for (const std::string& name : names)
        largest = std::max(largest, feature_number(name).value_or(0));
    return largest;
}

/// The place of each name. Error where two are equal.
std::unordered_map<std::string_view, std::size_t> places_of(const std::vector<std::string>& names,
                                                            const std::string& whose) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (places.emplace(names[j], j).second) continue;
        throw Error({whose},
                    fmt::format("two features are called '{}'", excerpt(names[j])),
                    "give each a name of its own");
    }
    return places;
}

void refuse_other_gaps(const FeatureSchema& schema,
                       const Dataset& data,
                       const std::string& data_name) {
    if (!schema.gaps || !data.gaps || *schema.gaps == *data.gaps) return;
    throw Error({data_name},
                fmt::format("features that a line leaves out were read as {}, but {} takes them "
                            "as {}",
                            gaps_name(*data.gaps),
                            schema.owner,
                            gaps_name(*schema.gaps)),
                "read it with " + setting_text("gaps", gaps_name(*schema.gaps)));
}

}  // namespace

bool matches_by_place(const FeatureSchema& schema, const Dataset& data) {
    return !data.feature_names.empty() && are_numbered(schema.names) &&
           only_places_tell(schema.names, data.feature_names);
}

FeatureSchema schema_of(const Dataset& train) {
    return {.names = names_of_features(train), .gaps = train.gaps, .owner = "the training data"};
}

FeatureAlignment::FeatureAlignment(const FeatureSchema& schema,
                                   const Dataset& data,
                                   const std::string& data_name,
                                   ExtraFeatures extra)
    : columns_(schema.names.size(), none),
      gap_(gap_value(schema.gaps.value_or(data.gaps.value_or(Gaps::zero)))) {
    refuse_other_gaps(schema, data, data_name);
    const std::vector<std::string> names = names_of_features(data);
    const bool numbered = are_numbered(schema.names) && are_numbered(names);
    if (numbered || only_places_tell(schema.names, names)) {
        match_places(schema, data, data_name, extra);
    } else {
        match_names(schema, data, names, data_name, extra);
    }
    identity_ = data.features.columns() == columns_.size();
    for (std::size_t j = 0; j < columns_.size(); ++j) identity_ = identity_ && columns_[j] == j;
}

void FeatureAlignment::match_names(const FeatureSchema& schema,
                                   const Dataset& data,
                                   const std::vector<std::string>& names,
                                   const std::string& data_name,
                                   ExtraFeatures extra) {
    if (names == schema.names) {
        std::iota(columns_.begin(), columns_.end(), std::size_t{0});
        return;
    }
    const auto wanted = places_of(schema.names, schema.owner);
    places_of(names, data_name);
    const bool is_sparse = data.feature_names.empty() && data.gaps;
    const std::size_t largest = is_sparse ? largest_number(schema.names) : 0;
    std::vector<std::string> unknown;
    for (std::size_t j = 0; j < names.size(); ++j) {
        const auto found = wanted.find(names[j]);
        if (found != wanted.end()) {
            columns_[found->second] = j;
        } else if (j >= largest || is_in_use(data, j)) {
            unknown.push_back(names[j]);
        }
    }
    std::vector<std::string> lacking;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const bool is_gap = is_sparse && feature_number(schema.names[j]);
        if (columns_[j] == none && !is_gap) lacking.push_back(schema.names[j]);
    }
    if (!lacking.empty()) {
        throw Error({data_name},
                    fmt::format("it lacks {} of {}: {}{}",
                                features_text(lacking.size()),
                                schema.owner,
                                listed(lacking),
                                unknown.empty() ? ""
                                                : fmt::format(" (and has {} of its own: {})",
                                                              human_count(unknown.size()),
                                                              listed(unknown))),
                    "give it a column of that name for each feature");
    }
    ignored_ = unknown.size();
    if (unknown.empty() || extra == ExtraFeatures::ignore) return;
    throw Error({data_name},
                fmt::format("it has {} that {} does not have: {}",
                            features_text(unknown.size()),
                            schema.owner,
                            listed(unknown)),
                is_sparse ? "give data with the same features, or leave out the others with "
                            "`extra_features=ignore`"
                          : "leave out columns with `ignored_columns`, or all such features with "
                            "`extra_features=ignore`");
}

void FeatureAlignment::match_places(const FeatureSchema& schema,
                                    const Dataset& data,
                                    const std::string& data_name,
                                    ExtraFeatures extra) {
    const std::size_t count = data.features.columns();
    const std::size_t shared = std::min(count, columns_.size());
    std::iota(
        columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(shared), std::size_t{0});
    ignored_ = count - shared;
    const auto refuse = [&](std::string_view remedy) {
        throw Error({data_name},
                    fmt::format("it has {}, but {} has {}",
                                features_text(count),
                                schema.owner,
                                human_count(columns_.size())),
                    remedy);
    };
    if (ignored_ > 0 && extra == ExtraFeatures::refuse)
        refuse(
            "give data with the same features, or leave out the others with "
            "`extra_features=ignore`");
    // A table says what each of its columns is, so none may be taken for granted.
    if (count < columns_.size() && !data.gaps) refuse("give it a column for each feature");
}

void FeatureAlignment::copy(std::span<const float> row, std::span<float> aligned) const {
    for (std::size_t j = 0; j < columns_.size(); ++j) aligned[j] = value(row, j);
}

std::vector<float> FeatureAlignment::rows(const Dataset& data,
                                          std::size_t begin,
                                          std::size_t end) const {
    std::vector<float> all((end - begin) * features());
    for (std::size_t i = begin; i < end; ++i)
        copy(data.features.row(i), std::span(all).subspan((i - begin) * features(), features()));
    return all;
}

std::size_t align_features(Dataset& data,
                           const FeatureSchema& schema,
                           const std::string& data_name,
                           ExtraFeatures extra) {
    const FeatureAlignment alignment(schema, data, data_name, extra);
    if (!alignment.is_identity()) {
        FeatureMatrix aligned(data.documents(), alignment.features());
        for (std::size_t i = 0; i < data.documents(); ++i)
            alignment.copy(data.features.row(i), aligned.mutable_row(i));
        data.features = std::move(aligned);
        data.feature_names = schema.names;
        if (are_numbered(schema.names)) data.feature_names.clear();
    }
    if (schema.gaps) data.gaps = schema.gaps;
    return alignment.ignored();
}

std::optional<Dataset> aligned_copy(const Dataset& data,
                                    const FeatureSchema& schema,
                                    const std::string& data_name) {
    const FeatureAlignment alignment(schema, data, data_name);
    if (alignment.is_identity()) return std::nullopt;
    Dataset copy;
    copy.features = FeatureMatrix(data.documents(), alignment.features());
    for (std::size_t i = 0; i < data.documents(); ++i)
        alignment.copy(data.features.row(i), copy.features.mutable_row(i));
    copy.labels = data.labels;
    copy.query_begins = data.query_begins;
    copy.query_ids = data.query_ids;
    copy.document_ids = data.document_ids;
    copy.comments = data.comments;
    copy.weights = data.weights;
    copy.positions = data.positions;
    if (!are_numbered(schema.names)) copy.feature_names = schema.names;
    copy.gaps = schema.gaps ? schema.gaps : data.gaps;
    return copy;
}

}  // namespace gradus
