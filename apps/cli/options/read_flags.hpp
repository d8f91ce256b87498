#pragma once

#include <optional>
#include <string>

#include "apps/cli/command.hpp"
#include "gradus/data/align_features.hpp"
#include "gradus/data/format.hpp"

namespace gradus::cli {

/// The options of every command that reads data to rank.
struct ReadFlags {
    std::string format{};
    ReadOptions options{};
    ExtraFeatures extra = ExtraFeatures::refuse;
    std::optional<Option> gaps_option{};
    std::optional<Option> weight_option{};
    std::optional<Option> query_weight_option{};

    void add_to(CommandLine& line);
    /// The same, and what commands need that match data with a model or with training data.
    void add_with_matching_to(CommandLine& line);
    /// What the reader is told.
    ReadOptions complete(Session& session) const;
    Dataset read(const std::string& path, Session& session) const;
    /// Data with the features of a model or of training data: absent ones are what those say of
    /// gaps; a note tells of features that are ignored. Error as in FeatureAlignment, or where
    /// --gaps says something else than they do.
    Dataset read_matched(const FeatureSchema& schema,
                         const std::string& path,
                         Session& session) const;
    /// How such data is read.
    ReadOptions options_for(const FeatureSchema& schema, Session& session) const;
    static void note_ignored(std::size_t features,
                             const FeatureSchema& schema,
                             const std::string& path,
                             Session& session);
};

}  // namespace gradus::cli
