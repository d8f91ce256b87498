#include "apps/cli/comparison_output.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "apps/cli/overlap_notes.hpp"
#include "apps/cli/table.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t most_listed = 12;  // longer lists are cut in the text, never in JSON

/// A row with a cell for each file.
template <class Cell>
void add_row(Rows& rows,
             const std::string& name,
             std::span<const ComparedFile> files,
             const Cell& cell) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(name);
    for (const ComparedFile& file : files) row.push_back(cell(file));
}

template <class Count>
void add_counts(Rows& rows,
                const std::string& name,
                std::span<const ComparedFile> files,
                const Count& count) {
    add_row(rows, name, files, [&](const ComparedFile& file) { return human_count(count(file)); });
}

/// The column of that name, or null where the file has none.
const LabelStatistics* label_of(const ComparedFile& file, const std::string& name) {
    const auto found = std::ranges::find(file.statistics.labels, name, &LabelStatistics::name);
    return found == file.statistics.labels.end() ? nullptr : &*found;
}

std::string percent(std::size_t part, std::size_t whole) {
    return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string share_of_value(const ComparedFile& file, const std::string& label, float value) {
    const LabelStatistics* const found = label_of(file, label);
    if (found == nullptr) return "-";
    for (const auto& [own, count] : found->histogram) {
        if (own == value) return percent(count, file.statistics.documents);
    }
    return percent(0, file.statistics.documents);
}

/// The shares of its values, or where they are too many their mean.
void add_label(Rows& rows, const std::string& name, std::span<const ComparedFile> files) {
    std::set<float> values;
    bool few = true;
    bool any_missing = false;
    for (const ComparedFile& file : files) {
        const LabelStatistics* const found = label_of(file, name);
        if (found == nullptr) continue;
        few = few && found->values <= LabelStatistics::most_values;
        any_missing = any_missing || found->missing > 0;
        for (const auto& [value, count] : found->histogram) values.insert(value);
    }
    if (few && values.size() <= LabelStatistics::most_values) {
        for (const float value : values) {
            add_row(
                rows, fmt::format("{} {}", name, shortest(value)), files, [&](const auto& file) {
                    return share_of_value(file, name, value);
                });
        }
    } else {
        add_row(rows, name + ", mean", files, [&](const ComparedFile& file) {
            const LabelStatistics* const found = label_of(file, name);
            return found == nullptr ? "-" : fmt::format("{:.4g}", found->spread.mean);
        });
    }
    if (!any_missing) return;
    add_row(rows, name + " missing", files, [&](const ComparedFile& file) {
        const LabelStatistics* const found = label_of(file, name);
        return found == nullptr ? "-" : percent(found->missing, file.statistics.documents);
    });
}

std::string sizes_text(std::span<const ComparedFile> files) {
    Rows rows;
    add_row(rows, "", files, [](const ComparedFile& file) { return file.file; });
    add_counts(rows, "queries", files, [](const auto& file) { return file.statistics.queries; });
    add_counts(
        rows, "documents", files, [](const auto& file) { return file.statistics.documents; });
    add_counts(rows, "features", files, [](const auto& file) { return file.statistics.features; });
    add_row(rows, "documents of a query, mean", files, [](const ComparedFile& file) {
        return fmt::format("{:.1f}", file.statistics.query_sizes.mean);
    });
    for (const LabelColumn& label : files.front().data.labels) add_label(rows, label.name, files);
    add_counts(rows, "queries of one grade", files, [](const auto& file) {
        return file.statistics.one_grade_queries.size();
    });
    add_counts(rows, "queries without a grade above 0", files, [](const auto& file) {
        return file.statistics.irrelevant_queries.size();
    });
    add_counts(rows, "constant features", files, [](const auto& file) {
        return file.statistics.constant_features.size();
    });
    add_counts(rows, "always missing features", files, [](const auto& file) {
        return file.statistics.empty_features.size();
    });
    add_counts(rows, "features with missing values", files, [](const auto& file) {
        return file.statistics.missing_values.size();
    });
    add_counts(rows, "features that give a label away", files, [](const auto& file) {
        return file.statistics.giveaways.size();
    });
    return aligned_numbers(rows);
}

std::string shared_text(std::span<const ComparedFile> files, std::span<const ComparedPair> pairs) {
    std::string text = "\nQueries in two files\n";
    const std::size_t heading = text.size();
    for (const ComparedPair& pair : pairs) {
        const NamedData first{files[pair.first].data, files[pair.first].file};
        const NamedData second{files[pair.second].data, files[pair.second].file};
        for (const std::string& line : sharing_lines(first, second, pair.shared))
            text += fmt::format("  {}\n", line);
    }
    return text.size() == heading ? text + "  none\n" : text;
}

std::string names_of(const Dataset& data, const std::vector<std::size_t>& features) {
    std::string text = human_count(features.size());
    for (std::size_t i = 0; i < std::min(features.size(), most_listed); ++i)
        text += (i == 0 ? ": " : ", ") + data.feature_name(features[i]);
    if (features.size() > most_listed)
        text += fmt::format(", and {} more", human_count(features.size() - most_listed));
    return text;
}

std::string columns_text(std::span<const ComparedFile> files) {
    const ComparedFile& first = files.front();
    std::string text = "\nFeatures that differ\n";
    const std::size_t heading = text.size();
    for (const ComparedFile& file : files.subspan(1)) {
        if (!file.columns.only_first.empty()) {
            text += fmt::format("  not in {}, but in {}: {}\n",
                                file.file,
                                first.file,
                                names_of(first.data, file.columns.only_first));
        }
        if (!file.columns.only_second.empty()) {
            text += fmt::format("  in {}, but not in {}: {}\n",
                                file.file,
                                first.file,
                                names_of(file.data, file.columns.only_second));
        }
        if (!file.columns.same_order())
            text += fmt::format(
                "  {} has the columns in another order than {}\n", file.file, first.file);
        if (!file.columns.by_name &&
            first.data.feature_names.empty() != file.data.feature_names.empty())
            text += fmt::format(
                "  only one of {} and {} has names: compared by number\n", first.file, file.file);
    }
    return text.size() == heading ? text + "  none\n" : text;
}

struct Notable {
    const ComparedFile* file;
    FeatureShift shift;
};

/// The shifts that are worth a word, largest first.
std::vector<Notable> notable_shifts(std::span<const ComparedFile> files) {
    std::vector<Notable> found;
    for (const ComparedFile& file : files) {
        for (const FeatureShift& shift : file.shifts) {
            if (shift.distance >= file.notable) found.push_back({&file, shift});
        }
    }
    std::ranges::stable_sort(
        found, std::greater(), [](const Notable& one) { return one.shift.distance; });
    return found;
}

std::string shifts_text(std::span<const ComparedFile> files) {
    const std::vector<Notable> found = notable_shifts(files);
    std::string limits;
    for (const ComparedFile& file : files.subspan(1)) {
        if (!limits.empty()) limits += ", ";
        limits += fmt::format("{} in {}", fmt::format("{:.2f}", file.notable), file.file);
    }
    std::string text =
        fmt::format("\nFeatures that shift (Kolmogorov-Smirnov distance from {}, at least {})\n",
                    files.front().file,
                    limits);
    if (found.empty()) return text + "  none\n";
    Rows rows = {{"  feature", "file", "distance"}};
    for (std::size_t i = 0; i < std::min(found.size(), most_listed); ++i) {
        rows.push_back({"  " + found[i].file->data.feature_name(found[i].shift.second),
                        found[i].file->file,
                        fmt::format("{:.2f}", found[i].shift.distance)});
    }
    text += aligned(rows);
    if (found.size() > most_listed)
        text += fmt::format("  and {} more\n", human_count(found.size() - most_listed));
    return text;
}

std::string_view word_for(Sharing what) {
    switch (what) {
        case Sharing::features:
            return "same_features";
        case Sharing::documents:
            return "same_document_ids";
        case Sharing::other_id:
            return "same_features_other_id";
        case Sharing::id:
            return "same_id_only";
    }
    return "";
}

Json names_json(const Dataset& data, const std::vector<std::size_t>& features) {
    Json names = Json::array();
    for (const std::size_t feature : features) names.push_back(data.feature_name(feature));
    return names;
}

}  // namespace

std::string comparison_text(std::span<const ComparedFile> files,
                            std::span<const ComparedPair> pairs) {
    return sizes_text(files) + shared_text(files, pairs) + columns_text(files) + shifts_text(files);
}

nlohmann::ordered_json comparison_json(std::span<const ComparedFile> files,
                                       std::span<const ComparedPair> pairs) {
    Json shared = Json::array();
    for (const ComparedPair& pair : pairs) {
        for (const SharedQuery& query : pair.shared) {
            shared.push_back({{"what", word_for(query.what)},
                              {"first_file", files[pair.first].file},
                              {"first_query", files[pair.first].data.query_ids[query.first]},
                              {"second_file", files[pair.second].file},
                              {"second_query", files[pair.second].data.query_ids[query.second]}});
        }
    }
    Json columns = Json::array();
    Json shifts = Json::array();
    for (const ComparedFile& file : files.subspan(1)) {
        columns.push_back(
            {{"file", file.file},
             {"by_name", file.columns.by_name},
             {"same_order", file.columns.same_order()},
             {"only_in_first_file", names_json(files.front().data, file.columns.only_first)},
             {"only_here", names_json(file.data, file.columns.only_second)}});
        for (const FeatureShift& shift : file.shifts) {
            shifts.push_back({{"file", file.file},
                              {"feature", file.data.feature_name(shift.second)},
                              {"distance", shift.distance},
                              {"notable", shift.distance >= file.notable}});
        }
    }
    return {{"shared_queries", std::move(shared)},
            {"columns", std::move(columns)},
            {"shifts", std::move(shifts)}};
}

}  // namespace gradus::cli
