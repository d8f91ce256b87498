#pragma once

#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "gradus/data/audit/overlap.hpp"

namespace gradus::cli {

/// A data set and the file that it was read from.
struct NamedData {
    const Dataset& data;
    const std::string& name;
};

/// True where the ids of the queries are mere numbers that the reader of this format ("" = told by
/// the name of the file) gave them: they say nothing.
bool numbers_its_queries(const std::string& path, const std::string& format);

/// "12 of 157 queries of vali.txt are in train.txt too, with the same documents (query 17, for
/// example)": a line for each way in which queries are shared.
std::vector<std::string> sharing_lines(const NamedData& first,
                                       const NamedData& second,
                                       const std::vector<SharedQuery>& shared);

/// Tells of queries that `other`, on which a model is judged, has in common with its training data.
void tell_shared_queries(const NamedData& train,
                         const NamedData& other,
                         const std::string& format,
                         Session& session);

/// Tells of queries that stand in the data twice, under two ids.
void tell_repeated_queries(const NamedData& named, Session& session);

}  // namespace gradus::cli
