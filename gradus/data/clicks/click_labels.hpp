#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/clicks/click_log.hpp"
#include "gradus/data/clicks/query_groups.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// What clicks are divided by.
enum class ClickRatePer : unsigned char {
    impression,  ///< pages of the query that showed the document
    query        ///< pages of the query
};

/// Which click counts: the last of a session says best that the user was satisfied (Svore, Volkovs
/// & Burges, WWW 2011, section 6).
enum class LastClickOf : unsigned char { session, page };

struct ClickRateOptions {
    ClickRatePer per = ClickRatePer::impression;
    LastClickOf last = LastClickOf::session;
    std::uint64_t min_impressions = 1;  ///< with fewer the rate is missing
    double prior_clicks = 0.0;          ///< a and b of the rate (n + a) / (N + b); 0 <= a <= b
    double prior_impressions = 0.0;
};

/// How a document did for a query, or for a group of queries.
struct ClickRate {
    std::string query;
    std::string document;
    std::uint64_t clicks = 0;  ///< last clicks on the document after the query
    std::uint64_t impressions = 0;
    std::uint64_t issues = 0;  ///< pages of the query
    double rate = 0.0;         ///< the click grade, 0 to 1; NaN = missing
};

struct ClickRates {
    std::vector<ClickRate> rates;       ///< what was shown, by query, then document
    std::uint64_t clicks = 0;           ///< all clicks of the log
    std::uint64_t unlisted_clicks = 0;  ///< of them on documents that their page did not show
    std::uint64_t last_clicks = 0;      ///< those that were counted

    /// Null where the document was never shown for the query's group.
    const ClickRate* find(std::string_view group, std::string_view document) const;
};

/// Click-through rates of a log (Svore, Volkovs & Burges, WWW 2011, section 6). Counts are added
/// over a group of queries before dividing. A click on a document that its page did not show is an
/// error in the log: it is reported and otherwise as if it had not been made, so the click before
/// it may become the last. The pages of a session are in the order of their times if all have one,
/// else in that of the log.
ClickRates click_rates(const ClickLog& log,
                       const QueryGroups& groups,
                       const ClickRateOptions& options = {});

/// How a log and a data set fit: their queries and documents are the same where their ids are.
struct ClickMatch {
    std::vector<float> labels{};         ///< the rate of each document; NaN = missing
    std::size_t with_value = 0;          ///< documents
    std::size_t shown = 0;               ///< documents that the log has, with a value or without
    std::uint64_t most_impressions = 0;  ///< of these
    std::size_t queries = 0;             ///< of the data that the log has
    std::size_t log_queries = 0;         ///< groups of queries in the log
    std::size_t log_pairs = 0;           ///< pairs of query and document in the log
    std::size_t log_pairs_found = 0;     ///< of them in the data
    /// Ids of each side that the other lacks, one for example; "" = there is none.
    std::string query_of_data{};
    std::string query_of_log{};
    /// Documents of queries that both have, and such a query.
    std::string common_query{};
    std::string document_of_data{};
    std::string document_of_log{};
};
ClickMatch match_clicks(const ClickRates& rates, const QueryGroups& groups, const Dataset& data);

/// The labels alone.
std::vector<float> click_labels(const ClickRates& rates,
                                const QueryGroups& groups,
                                const Dataset& data);

}  // namespace gradus
